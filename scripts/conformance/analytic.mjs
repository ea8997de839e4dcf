// Analytic derivatives against extrapolated differences whose step shrinks until no constraint switches, at five states of each model, with
// every integrator, cone and solver in turn.
import { readFileSync } from 'node:fs';
import { controlLaw } from './models.mjs';

const TOLERANCE = 1e-7;
const STEPS = [3, 20, 60, 150, 400];
const INTEGRATORS = ['EULER', 'RK4', 'IMPLICIT', 'IMPLICITFAST', 'IMPLICITSPRINGDAMPER'];
const SOLVERS = ['NEWTON', 'CG', 'PGS'];

/** Returns `{ cases }` of a model in our engine. The entry point of the package is next to that of `ours`. */
export async function compareAnalytic(model, ours, { turn = 0, maxDofs = 60, seconds = 60 } = {}) {
  const tenon = await import(new URL('index.js', ours).href);
  await tenon.prepare();
  const m = load(tenon, model);
  if (m.nv === 0) return { skipped: 'nothing moves' };
  if (m.nv > maxDofs) return { skipped: `${m.nv} dofs` };
  const d = new tenon.Data(m);
  const control = controlLaw(m);
  const own = { ...solverOptions(m) };
  const end = performance.now() + 1000 * seconds;
  const cases = [];
  let made = 0;
  // strictly inside the control ranges: there is no derivative at their ends
  control(d, 1);
  for (const [k, steps] of STEPS.entries()) {
    for (; made < steps; made++) {
      control(d, d.time);
      tenon.step(m, d);
    }
    const choice = k + turn;
    const integrator = INTEGRATORS[choice % INTEGRATORS.length];
    const solver = SOLVERS[choice % SOLVERS.length];
    const cone = choice % 2;
    Object.assign(m.opt, { integrator: tenon.Integrator[integrator], cone });
    cases.push({ steps, integrator, solver, cone, ...validate(tenon, m, d, tenon.Solver[solver]) });
    Object.assign(m.opt, own);
    if (performance.now() > end) break;
  }
  const worst = Math.max(0, ...cases.map((c) => Math.max(c.A ?? 0, c.B ?? 0, c.other ?? 0)));
  return { cases, nv: m.nv, verdict: `${worst.toExponential(1)} ${cases.find((c) => c.refused)?.refused ?? ''}` };
}

function load(tenon, { main, files }) {
  const given = Object.fromEntries(files.map(({ vfs, path }) => [vfs, new Uint8Array(readFileSync(path))]));
  return tenon.modelFromXml(readFileSync(main, 'utf8'), { files: given });
}

function solverOptions(m) {
  const names = ['integrator', 'solver', 'cone', 'tolerance', 'iterations', 'ls_iterations', 'ccd_tolerance'];
  return Object.fromEntries(names.map((name) => [name, m.opt[name]]));
}

/** Errors of A and B with Newton's method, which differences need; and the deviation of the derivatives with another solver and the
 *  iterations of the model from those. */
function validate(tenon, m, d, solver) {
  try {
    // equally sharp contacts of convex geoms for both
    Object.assign(m.opt, { solver, ccd_tolerance: 1e-13 });
    const found = tenon.transition(m, d);
    Object.assign(m.opt, {
      solver: tenon.Solver.NEWTON,
      tolerance: 0,
      iterations: 100,
      ls_iterations: 100,
    });
    const sharp = tenon.transition(m, d);
    return { ...tenon.validateTransition(m, d), other: tenon.maxRelativeError(found.A, sharp.A) };
  } catch (error) {
    return { refused: String(error.message) };
  }
}

/** Prints how many models and states agree, the unsupported models and the differences. Returns whether nothing differs. */
export function reportAnalytic(results) {
  const done = results.filter((r) => r.cases?.some((c) => !c.refused));
  const error = (c) => Math.max(c.A, c.B, c.other);
  const cases = done.flatMap(({ model, cases: all }) => all.filter((c) => !c.refused).map((c) => ({ model, ...c })));
  const failures = cases.filter((c) => !(error(c) <= TOLERANCE));
  const whole = done.filter(({ cases: all }) => all.length === STEPS.length && all.every((c) => error(c) <= TOLERANCE));
  console.log(`\n${done.length} models, ${cases.length} states; ${cases.length - failures.length} within ${TOLERANCE}`);
  console.log(`${whole.length} models agree in all ${STEPS.length} states`);
  for (const key of ['integrator', 'solver', 'cone']) {
    const kinds = [...new Set(cases.map((c) => c[key]))];
    console.log(kinds.map((kind) => `${key} ${kind}: ${cases.filter((c) => c[key] === kind).length}`).join(', '));
  }
  for (const c of failures)
    console.log(
      `  ${c.model} step ${c.steps} ${c.integrator} ${c.solver} ${c.cone}: A ${c.A}, B ${c.B}, solver ${c.other}`,
    );
  const refused = results.flatMap(({ model, cases: all = [] }) =>
    all.filter((c) => c.refused).map((c) => [model, c.refused]),
  );
  for (const line of new Set(refused.map((pair) => pair.join(': ')))) console.log(`  refused: ${line}`);
  return failures.length === 0;
}
