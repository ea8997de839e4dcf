// Finite differences of a step in both engines from the same states: A, B, C and D, forward and centred.
import { compareNumbers } from '../../test/support/difference.mjs';
import { setOptions, setState, statesOf } from './forward.mjs';

const TOLERANCE = 1e-6;
const RK4 = 1;

/** Compare at qpos0, keyframes and after `steps` of the official engine, as far as `seconds` allow. Of a centred D the official
 *  engine has the wrong sign: it is left out. Returns `{ cases }`, or why there is nothing to compare. */
export function compareDifferences(sides, { steps = [50, 200], keys = 2, seconds = 30 } = {}) {
  const [official] = sides;
  if (official.m.nv === 0) return { skipped: 'nothing moves' };
  // the official differences refuse Runge-Kutta and delays
  if (official.m.opt.integrator === RK4) setOptions(sides, { integrator: 0 });
  const end = performance.now() + 1000 * seconds;
  const cases = [];
  for (const [name, state] of statesOf(official, { steps, keys, seconds: seconds / 3 })) {
    for (const centred of [false, true]) {
      if (cases.length > 1 && performance.now() > end) return { cases, verdict: verdict(cases) };
      const key = { state: name, centred };
      try {
        const result = compareAt(sides, state, centred, 1e-6);
        cases.push({ ...key, ...(result.error <= TOLERANCE ? result : again(sides, state, centred, result)) });
      } catch (error) {
        return { skipped: String(error.message ?? error).split('\n')[0] };
      }
    }
  }
  return { cases, verdict: verdict(cases) };
}

/** The largest error in words, as it is printed while models come in. */
function verdict(cases) {
  return Math.max(...cases.map((c) => c.error)).toExponential(1);
}

/** Once more with solvers that go on to the end and nudges that rounding matters less for; `first` is what was found without. */
function again(sides, state, centred, first) {
  const own = ['tolerance', 'iterations', 'ls_iterations', 'ccd_tolerance'].map((name) => [name, sides[0].m.opt[name]]);
  setOptions(sides, { tolerance: 1e-16, iterations: 500, ls_iterations: 200, ccd_tolerance: 1e-12 });
  const result = compareAt(sides, state, centred, 1e-4);
  setOptions(sides, Object.fromEntries(own));
  return { ...result, first };
}

/** The largest error of a matrix, relative to its largest element, and which matrix. */
function compareAt(sides, state, centred, eps) {
  const [theirs, ours] = sides.map((side) => differences(side, state, centred, eps));
  let worst = { error: 0, matrix: 'A' };
  for (const matrix of Object.keys(theirs)) {
    if (centred && matrix === 'D') continue;
    const { error } = compareNumbers(ours[matrix], theirs[matrix], { floor: 1 });
    if (error > worst.error) worst = { error, matrix };
  }
  return worst;
}

function differences(side, state, centred, eps) {
  const { mj, m, d } = side;
  const nx = 2 * m.nv + m.na;
  const sizes = { A: nx * nx, B: nx * m.nu, C: m.nsensordata * nx, D: m.nsensordata * m.nu };
  setState(side, state);
  mj.mj_forward(m, d);
  const buffers = Object.values(sizes).map((size) => (size > 0 ? new mj.DoubleBuffer(size) : null));
  mj.mjd_transitionFD(m, d, eps, centred, ...buffers);
  const values = buffers.map((buffer) => (buffer ? Float64Array.from(buffer.GetView()) : []));
  for (const buffer of buffers) buffer?.delete();
  return Object.fromEntries(Object.keys(sizes).map((name, k) => [name, values[k]]));
}

/** Prints how many models and states agree, and those that do not. Returns whether all do. */
export function reportDifferences(results) {
  const done = results.filter((r) => r.cases);
  const agrees = (c) => c.error <= TOLERANCE;
  const good = done.filter((r) => r.cases.every(agrees));
  const states = done.reduce((sum, r) => sum + r.cases.length, 0);
  const sharp = done.reduce((sum, r) => sum + r.cases.filter((c) => agrees(c) && !c.first).length, 0);
  console.log(
    `\n${good.length} of ${done.length} models agree within ${TOLERANCE}; ${states} comparisons, ${sharp} of them as`,
  );
  console.log('they are, the others with solvers that go on to the end and nudges of 1e-4');
  for (const { model, cases } of done) {
    for (const c of cases.filter((x) => !agrees(x))) {
      const kind = c.centred ? 'centred' : 'forward';
      console.log(`  ${model} ${c.state} ${kind}: ${c.matrix} ${c.error} (first ${c.first.error})`);
    }
  }
  for (const r of results.filter((x) => !x.cases)) console.log(`  not compared: ${r.model}: ${r.skipped ?? r.threw}`);
  return good.length === done.length && !results.some((r) => r.threw);
}
