// Tables of the comparison results.
import { textTable } from '../../bench/kit/table.mjs';
import { cones, solvers, tolerances } from './forward.mjs';
import { tolerances as runTolerances } from './trajectory.mjs';

const percent = (part, whole) => `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
const number = (x) => (Number.isFinite(x) ? x.toExponential(1) : 'not finite');

/** Models that were compared; prints the others. */
function comparable(results) {
  const skipped = results.filter((r) => r.skipped);
  const broken = results.filter((r) => r.threw);
  if (skipped.length > 0) console.log(`\nnot supported by one of the engines: ${skipped.length}`);
  for (const r of broken) console.log(`${r.model}: ${r.threw}`);
  return { done: results.filter((r) => !r.skipped && !r.threw), broken };
}

/** Returns whether enough models pass for every solver and cone. */
export function reportForward(results) {
  const { done, broken } = comparable(results);
  const total = done.length + broken.length;
  const states = done.reduce((sum, r) => sum + r.cases.length / 6, 0);
  const late = done.filter((r) => !r.reached.includes('step 1000')).map((r) => r.model);
  console.log(`\n${total} models, ${states} states; rows within ${tolerances.rows}, qacc within ${tolerances.qacc}`);
  if (late.length > 0) console.log(`stopped before 1000 steps, out of time: ${late.join(', ')}`);
  reportContacts(done);
  const table = [['solver', 'cone', 'rows agree', 'rows and qacc agree', 'converged solvers']];
  let enough = true;
  for (const solver of Object.keys(solvers)) {
    for (const cone of Object.keys(cones)) {
      const of = (r) => r.cases.filter((c) => c.solver === solver && c.cone === cone);
      const count = (passes) => done.filter((r) => of(r).every(passes)).length;
      const converged = count((c) => !c.failure || (c.failure === 'qacc' && !c.converged.failure));
      if (converged < 0.97 * total) enough = false;
      table.push([
        solver,
        cone,
        percent(
          count((c) => c.failure !== 'rows'),
          total,
        ),
        percent(
          count((c) => !c.failure),
          total,
        ),
        percent(converged, total),
      ]);
    }
  }
  console.log(`\n${textTable(table)}`);
  for (const r of done) for (const line of failures(r)) console.log(line);
  return enough && broken.length === 0;
}

function reportContacts(done) {
  const states = done.flatMap(({ model, contacts }) => contacts.map((c) => ({ model, ...c })));
  const found = states.reduce((sum, { n }) => sum + n, 0);
  const within = (tolerance) => percent(states.filter(({ error }) => error <= tolerance).length, states.length);
  console.log(
    `contacts: ${found} in ${states.length} states; states within 1e-6: ${within(1e-6)}, 1e-12: ${within(1e-12)}`,
  );
  for (const { model, state, n, error } of states)
    if (!(error <= 1e-6)) console.log(`  ${model} ${state}: ${n} contacts, difference ${number(error)}`);
}

function failures({ model, cases }) {
  return cases
    .filter((c) => c.failure)
    .map((c) => {
      const end = c.converged ? `, converged ${c.converged.failure ? number(c.converged.error) : 'agrees'}` : '';
      const steps = c.iterations ? `, iterations ${c.iterations.join(' official, ')} ours` : '';
      return `  ${model} ${c.state} ${c.solver} ${c.cone}: ${c.field} ${number(c.error)}${steps}${end}`;
    });
}

/** Returns whether all runs agree except the chaotic ones, and the statistics of those agree. */
export function reportTrajectory(results) {
  const { done, broken } = comparable(results);
  const total = done.length + broken.length;
  const of = (verdict) => done.filter((r) => r.verdict === verdict);
  const chaotic = of('chaotic');
  const close = ({ statistics }) => Object.values(statistics).every((x) => x <= runTolerances.statistics);
  const alike = ({ statistics, spread }) =>
    Object.keys(statistics).every(
      (name) =>
        Number.isFinite(statistics[name]) && statistics[name] <= Math.max(runTolerances.statistics, 2 * spread[name]),
    );
  console.log(`\nwithin ${runTolerances.state} over the whole run: ${percent(of('same').length, total)}`);
  console.log(`chaotic (a perturbation of 1e-10 grows as much in MuJoCo itself): ${chaotic.length}; of these`);
  console.log(`  energy, penetration and contact force within 2 %: ${chaotic.filter(close).length}`);
  console.log(`  or as close as two such perturbations: ${chaotic.filter(alike).length}`);
  const rows = [['model', 'verdict', 'steps', 'error', 'exceeded at', 'nudge', 'energy', 'penetration', 'force']];
  for (const r of [...of('differs'), ...chaotic]) {
    const ratio = (name) => `${(100 * r.statistics[name]).toFixed(1)} / ${(100 * r.spread[name]).toFixed(1)} %`;
    const statistics = ['energy', 'penetration', 'force'].map(ratio);
    rows.push([r.model, r.verdict, r.steps, number(r.error), r.first, number(r.own), ...statistics]);
  }
  if (rows.length > 1)
    console.log(`\nstatistics: ours against MuJoCo / perturbed MuJoCo against itself\n${textTable(rows)}`);
  return of('differs').length === 0 && broken.length === 0 && chaotic.every(alike);
}
