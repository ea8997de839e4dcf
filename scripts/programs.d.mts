/** Options for Chromium. */
export const browserArgs: string[];
/** Path of a program that tests start; throws with instructions if it is missing. */
export function findProgram(kind: 'chromium' | 'firefox' | 'nats'): string;
/** Reason why other runtimes cannot be installed here; undefined if they can. */
export const noRuntimes: string | undefined;
/** Installs the packages of `test/package/runtimes` if they are missing. */
export function installRuntimes(): void;
/** Reason why missing programs are not installed here; undefined if they are. */
export const noInstall: string | undefined;
/** Reason why tests that need a program cannot run; undefined if they can, or if its installation has failed. */
export function whyMissing(kind: 'chromium' | 'firefox' | 'nats'): string | undefined;
