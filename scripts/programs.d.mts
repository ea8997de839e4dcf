/** Options to start Chromium with. */
export const browserArgs: string[];
/** Path of a program that tests start; throws with what to do if it is missing. */
export function findProgram(kind: 'chromium' | 'firefox' | 'nats'): string;
/** Why other runtimes cannot be had here; undefined where they can. */
export const noRuntimes: string | undefined;
/** Installs the packages of `test/package/runtimes`, if they are not there. */
export function installRuntimes(): void;
/** Why missing programs are not installed here; undefined where they are. */
export const noInstall: string | undefined;
/** Why tests that need a program cannot run; undefined where they can, or where installing it has failed. */
export function whyMissing(kind: 'chromium' | 'firefox' | 'nats'): string | undefined;
