// `npm run chaos`: a job of 2,000 tasks on a cluster with every kind of fault: a worker is killed every second, the server twice, one
// worker returns wrong results, one has a wrong clock, malformed tasks and results arrive, and two submitters submit the same job. No task
// may be lost or counted twice, the bytes must equal a local run, and the lying worker must be identified. Needs `npm run build`.
//   --tasks <n>     default: 2000
//   --workers <n>   honest ones; default: 8
//   --seed <n>      for the random choices; a run prints its seed
import { runChaos } from './chaos/index.mjs';

const args = process.argv.slice(2);
const number = (/** @type {string} */ flag, /** @type {number} */ otherwise) =>
  args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : otherwise;

const seed = number('--seed', Date.now() % 1e9);
console.log(`seed ${seed}`);
const figures = await runChaos({ tasks: number('--tasks', 2000), workers: number('--workers', 8), seed });
console.log(JSON.stringify(figures, undefined, 2));
process.exit(figures.faults.length > 0 ? 1 : 0);
