// Before the first test file of a thread: TypeScript is loaded as hooks.mjs says. These hooks come after those of vitest, and so
// are asked first.
import { register } from 'node:module';

/** Test files of one thread share it, and each starts with this file. */
const shared = /** @type {{ tenonHooks?: boolean }} */ (/** @type {unknown} */ (globalThis));
if (!shared.tenonHooks) register('./hooks.mjs', import.meta.url);
shared.tenonHooks = true;
