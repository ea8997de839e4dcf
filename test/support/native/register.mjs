// Runs before the first test file of a thread, and registers the hooks of hooks.mjs. These hooks are registered after those of vitest, and
// so are called first.
import { register } from 'node:module';

/** Test files of one thread share it, and each starts with this file. */
const shared = /** @type {{ tenonHooks?: boolean }} */ (/** @type {unknown} */ (globalThis));
if (!shared.tenonHooks) register('./hooks.mjs', import.meta.url);
shared.tenonHooks = true;
