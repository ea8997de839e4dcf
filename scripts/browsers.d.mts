/** Options to start the browser with. */
export const browserArgs: string[];
/** Path of a Chromium or Chrome; throws with what to do if there is none. */
export function findBrowser(kind?: 'chromium' | 'firefox'): string;
/** Installs a package of Debian. */
export function install(name: string): void;
