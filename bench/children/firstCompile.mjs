// The first compilation of a model in a process: `firstCompile.mjs <official or wasm> <file>` prints its time in milliseconds, without
// loading the engine.
import { loadEngines } from '../kit/engines.mjs';
import { loadIn, modelAt } from '../kit/models.mjs';

const [name, file] = process.argv.slice(2);
const { [name]: engine } = await loadEngines([name]);
const model = modelAt(file);
const from = performance.now();
loadIn(engine, model);
console.log(performance.now() - from);
