// A program that uses both engines. It passes its results to the global function `report`, which the caller provides.
import { runEngines } from './parts.mjs';

runEngines().then(globalThis.report, (error) => globalThis.report({ error: error.stack }));
