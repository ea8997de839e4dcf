// `npm run bench -- check [--filter words]`: bounds on times and on ratios of times. Tests assert no times, because they run in parallel on
// machines that do other work. Prints a table, and exits with 1 if a measurement is outside its bounds. Ratios compare candidates that run
// interleaved in one process.
import { assetChecks } from './check/assets.mjs';
import { frameCheck } from './check/frame.mjs';
import { sleepChecks } from './check/sleep.mjs';
import { runChecks } from './kit/checks.mjs';
import { textTable } from './kit/table.mjs';

export async function benchCheck({ filter = '' }) {
  const words = String(filter).split(',');
  const all = [...(await sleepChecks()), ...(await assetChecks()), frameCheck];
  const chosen = all.filter(({ name }) => words.some((word) => name.includes(word)));
  const { rows, over } = await runChecks(chosen, console.log);
  console.log(`\n${textTable(rows)}`);
  if (over > 0) process.exitCode = 1;
}
