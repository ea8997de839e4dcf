// `npm run chaos`: a job of 2,000 tasks on a cluster where everything goes wrong at once: a worker is killed every second, the server
// twice, one worker lies, one has a wrong clock, messages that are no tasks and no results arrive, and two submitters want the same job.
// Nothing may be lost or count twice, the bytes must be those of this machine, and the liar must be named. Needs `npm run build`.
//   --tasks <n>     default: 2000
//   --workers <n>   honest ones; default: 8
//   --seed <n>      of the choices; the seed of a run is printed
import { runChaos } from './chaos/index.mjs';

const args = process.argv.slice(2);
const number = (/** @type {string} */ flag, /** @type {number} */ otherwise) =>
  args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : otherwise;

const seed = number('--seed', Date.now() % 1e9);
console.log(`seed ${seed}`);
const figures = await runChaos({ tasks: number('--tasks', 2000), workers: number('--workers', 8), seed });
console.log(JSON.stringify(figures, undefined, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
