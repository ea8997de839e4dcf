/** Options to start Chromium with. */
export const browserArgs: string[];
/** Path of a program that tests start; throws with what to do if it is missing. */
export function findProgram(kind: 'chromium' | 'firefox' | 'nats'): string;
