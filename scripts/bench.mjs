// `npm run bench -- [what] [options]`: whole steps unless told otherwise.
//   step (default)   whole steps               compile   MJCF text to model
//   --list <json>    models to run on          --filter <words>, --rounds <n>, --json <file>, --no-js
import { benchCompile } from '../bench/compile.mjs';
import { benchSteps } from '../bench/step.mjs';

const benches = { step: benchSteps, compile: benchCompile };
const args = process.argv.slice(2);
const what = args[0] && !args[0].startsWith('--') ? args.shift() : 'step';
const bench = benches[what];
if (!bench) {
  console.error(`no bench is called '${what}'; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
await bench(parse(args));

function parse(args) {
  const options = {};
  for (let i = 0; i < args.length; i++) {
    const key = args[i].replace(/^--/, '');
    if (key.startsWith('no-')) options[key.slice(3)] = false;
    else options[key] = /^\d+$/.test(args[i + 1]) ? Number(args[++i]) : args[++i];
  }
  return options;
}
