// `npm run torture [-- minutes]`: random cases of every campaign in scripts/torture/campaigns, each campaign in its own process. Needs `npm
// run build`. Failing cases are minimized and written to build/torture.
//   --campaign <names>   only these, separated by commas
//   --seed <n>           another seed; a run prints its seed
//   --count <n>          number of cases of each campaign, instead of minutes
//   --from <n>           start with this case
//   --replay <file>      run a case from its file
//   --examples           print the smallest model of each kind of difference from MuJoCo

import { campaigns } from './torture/campaigns/index.mjs';
import { loadKit } from './torture/run/kit.mjs';
import { replay } from './torture/run/run.mjs';
import { supervise } from './torture/run/supervise.mjs';

const args = process.argv.slice(2);
const option = (/** @type {string} */ flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
const number = (/** @type {string} */ flag) => (args.includes(flag) ? Number(option(flag)) : undefined);

/** A bare number is the duration in minutes. */
const bare = args.find(
  (arg, k) => /^[\d.]+$/.test(arg) && !/^--(campaign|seed|count|from|replay)$/.test(args[k - 1] ?? ''),
);

const file = option('--replay');
process.exitCode = file ? await replayOne(file) : await runAll();

/** @param {string} path */
async function replayOne(path) {
  const { campaign, before, found } = await replay(path, await loadKit());
  console.log(`${campaign}, then: ${before}\n${campaign}, now:  ${found ?? 'passed'}`);
  return found ? 1 : 0;
}

async function runAll() {
  const names = option('--campaign')?.split(',') ?? Object.keys(campaigns);
  const unknown = names.filter((name) => !campaigns[name]);
  if (unknown.length > 0) {
    console.error(`torture: expected campaigns from ${Object.keys(campaigns).join(', ')}; found ${unknown.join(', ')}`);
    return 2;
  }
  const seed = number('--seed') ?? Date.now() % 1e9;
  const count = number('--count');
  const minutes = count === undefined ? Number(bare ?? 2) : Number.POSITIVE_INFINITY;
  const weight = names.reduce((sum, name) => sum + campaigns[name].weight, 0);
  console.log(`seed ${seed}`);
  let failed = 0;
  for (const name of names) {
    const time = (60_000 * minutes * campaigns[name].weight) / weight;
    failed += print(name, await supervise(name, { seed, count, from: number('--from') ?? 0, time }));
  }
  return failed > 0 ? 1 : 0;
}

/** @param {string} name @param {import('./torture/run/supervise.mjs').Summary} summary */
function print(name, { seconds, counts, classes, failures }) {
  const figures = Object.entries(counts).map(([what, n]) => `${n} ${what}`);
  console.log(`${name}: ${figures.join(', ')} in ${seconds.toFixed(0)} s; ${failures.length} kinds of failure`);
  const sorted = [...classes].sort((a, b) => b[1].count - a[1].count);
  for (const [kind, { count, example }] of sorted) {
    console.log(`  ${String(count).padStart(6)}  ${kind}`);
    if (args.includes('--examples')) console.log(`          ${JSON.stringify(example.slice(0, 2000))}`);
  }
  for (const { count, message, file } of failures) console.log(`  FAILED ${count} times: ${message}\n         ${file}`);
  return failures.length;
}
