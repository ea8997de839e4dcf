// A program that uses both engines. It hands what it found to `report`, which whoever runs it puts into the global scope.
import { runEngines } from './parts.mjs';

runEngines().then(globalThis.report, (error) => globalThis.report({ error: error.stack }));
