// Finite differences of a step in both engines from the same states: A, B, C and D, forward and centered.
import { compareNumbers } from '../../test/support/oracle/difference.mjs';
import { setOptions, setState, statesOf } from './forward.mjs';

const TOLERANCE = 1e-6;
/** On the order of rounding errors. */
const NUDGE = 1e-15;
const RK4 = 1;

/** Compare at qpos0, keyframes and after `steps` of the official engine, as far as `seconds` allow. A centered D has the wrong sign in the
 *  official engine and is skipped. Returns `{ cases }`, or why there is nothing to compare. */
export function compareDifferences(sides, { steps = [50, 200], keys = 2, seconds = 30 } = {}) {
  const [official] = sides;
  if (official.m.nv === 0) return { skipped: 'nothing moves' };
  // the official differences reject Runge-Kutta and delays
  if (official.m.opt.integrator === RK4) setOptions(sides, { integrator: 0 });
  const long = estimateSeconds(official);
  if (long > seconds) return { skipped: `official differences at one state take ${long.toFixed(0)} s` };
  const end = performance.now() + 1000 * seconds;
  const cases = [];
  for (const [name, state] of statesOf(official, { steps, keys, seconds: seconds / 3 })) {
    for (const centered of [false, true]) {
      if (cases.length > 1 && performance.now() > end) return { cases, verdict: verdict(cases) };
      const key = { state: name, centered };
      try {
        const result = compareAt(sides, state, centered, 1e-6);
        cases.push({ ...key, ...(result.error <= TOLERANCE ? result : again(sides, state, centered, result)) });
      } catch (error) {
        return { skipped: String(error.message ?? error).split('\n')[0] };
      }
    }
  }
  return { cases, verdict: verdict(cases) };
}

/** Estimated seconds of forward differences: one step per column. */
function estimateSeconds({ mj, m, d }) {
  mj.mj_resetData(m, d);
  mj.mj_step(m, d);
  const from = performance.now();
  mj.mj_step(m, d);
  return ((2 * m.nv + m.na + m.nu + 1) * (performance.now() - from)) / 1000;
}

/** The largest error as text, printed after each model. */
function verdict(cases) {
  return Math.max(...cases.map((c) => c.error)).toExponential(1);
}

/** Repeats the comparison with converged solvers and a larger step, which rounding affects less; `first` is the result without. */
function again(sides, state, centered, first) {
  const own = ['tolerance', 'iterations', 'ls_iterations', 'ccd_tolerance'].map((name) => [name, sides[0].m.opt[name]]);
  setOptions(sides, { tolerance: 1e-16, iterations: 500, ls_iterations: 200, ccd_tolerance: 1e-12 });
  const result = compareAt(sides, state, centered, 1e-4);
  const whole = result.error <= TOLERANCE ? undefined : compareWhole(sides, state);
  const nudged = whole === undefined || whole <= TOLERANCE ? undefined : officialNudged(sides[0], state, centered);
  setOptions(sides, Object.fromEntries(own));
  return { ...result, first, whole, nudged };
}

/** Change of the official differences when the state changes by rounding errors. It is as large as our deviation from them where a contact
 *  of overlapping geoms jumps, because the step has no derivative there. */
function officialNudged(side, state, centered) {
  const arrays = state.arrays.map(([name, values]) => [
    name,
    name === 'qpos' ? values.map((x, i) => x + NUDGE * Math.cos(i) * Math.max(1, Math.abs(x))) : values,
  ]);
  const there = differences(side, { ...state, arrays }, centered, 1e-4);
  return compareNumbers(there.A, differences(side, state, centered, 1e-4).A, { floor: 1 }).error;
}

/** Our forward differences against those of whole steps of the official engine: its own do not update the matrix of the integrator, and do
 *  not wake sleeping trees. */
function compareWhole([official, own], state) {
  const eps = 1e-6;
  const { A, B } = differences(own, state, false, eps);
  const wanted = wholeSteps(official, state, eps);
  return compareNumbers([...A, ...B], wanted, { floor: 1 }).error;
}

/** A and B in one list, from whole steps. */
function wholeSteps(side, state, eps) {
  const { m } = side;
  const nx = 2 * m.nv + m.na;
  const here = afterStep(side, state, () => {});
  const out = new Float64Array(nx * (nx + m.nu));
  for (let k = 0; k < nx + m.nu; k++) {
    const there = afterStep(side, state, () => nudge(side, k, eps));
    const column = [...tangentRate(side, here.qpos, there.qpos, eps)];
    for (const name of ['qvel', 'act']) column.push(...there[name].map((x, i) => (x - here[name][i]) / eps));
    const [at, width] = k < nx ? [k, nx] : [nx * nx + k - nx, m.nu];
    for (let r = 0; r < nx; r++) out[at + r * width] = column[r];
  }
  return out;
}

/** The state after a step from a state that `change` has modified. */
function afterStep(side, state, change) {
  const { mj, m, d } = side;
  setState(side, state);
  mj.mj_forward(m, d);
  setWarmstart(d, state);
  change();
  mj.mj_step(m, d);
  return { qpos: d.qpos.slice(), qvel: d.qvel.slice(), act: d.act.slice() };
}

function setWarmstart(d, { arrays }) {
  for (const [name, values] of arrays) if (name === 'qacc_warmstart') d.qacc_warmstart.set(values);
}

function nudge({ mj, m, d }, k, by) {
  const { nv, na } = m;
  if (k >= 2 * nv + na) d.ctrl[k - 2 * nv - na] += by;
  else if (k >= 2 * nv) d.act[k - 2 * nv] += by;
  else if (k >= nv) d.qvel[k - nv] += by;
  else {
    const qpos = new mj.DoubleBuffer(m.nq);
    qpos.GetView().set(d.qpos);
    mj.mj_integratePos(
      m,
      qpos,
      Float64Array.from({ length: nv }, (_, i) => Number(i === k)),
      by,
    );
    d.qpos.set(qpos.GetView());
    qpos.delete();
  }
}

/** (there - here) / eps in the tangent space */
function tangentRate({ mj, m }, here, there, eps) {
  const out = new mj.DoubleBuffer(m.nv);
  mj.mj_differentiatePos(m, out, eps, here, there);
  const values = out.GetView().slice();
  out.delete();
  return values;
}

/** The largest error of a matrix, relative to its largest element, and the name of the matrix. */
function compareAt(sides, state, centered, eps) {
  const [theirs, ours] = sides.map((side) => differences(side, state, centered, eps));
  let worst = { error: 0, matrix: 'A' };
  for (const matrix of Object.keys(theirs)) {
    if (centered && matrix === 'D') continue;
    const { error } = compareNumbers(ours[matrix], theirs[matrix], { floor: 1 });
    if (error > worst.error) worst = { error, matrix };
  }
  return worst;
}

function differences(side, state, centered, eps) {
  const { mj, m, d } = side;
  const nx = 2 * m.nv + m.na;
  const sizes = { A: nx * nx, B: nx * m.nu, C: m.nsensordata * nx, D: m.nsensordata * m.nu };
  setState(side, state);
  mj.mj_forward(m, d);
  const buffers = Object.values(sizes).map((size) => (size > 0 ? new mj.DoubleBuffer(size) : null));
  mj.mjd_transitionFD(m, d, eps, centered, ...buffers);
  const values = buffers.map((buffer) => (buffer ? Float64Array.from(buffer.GetView()) : []));
  for (const buffer of buffers) buffer?.delete();
  return Object.fromEntries(Object.keys(sizes).map((name, k) => [name, values[k]]));
}

/** Prints how many models and states agree, and the others. Returns whether all agree. */
export function reportDifferences(results) {
  const done = results.filter((r) => r.cases);
  const agrees = (c) => c.error <= TOLERANCE || c.whole <= TOLERANCE;
  const good = done.filter((r) => r.cases.every(agrees));
  const states = done.reduce((sum, r) => sum + r.cases.length, 0);
  const sharp = done.reduce((sum, r) => sum + r.cases.filter((c) => agrees(c) && !c.first).length, 0);
  console.log(
    `\n${good.length} of ${done.length} models agree within ${TOLERANCE}; ${states} comparisons, ${sharp} of them with`,
  );
  console.log('the settings of the model, the others with converged solvers and steps of 1e-4');
  const better = done.filter((r) => r.cases.some((c) => c.whole <= TOLERANCE)).map((r) => r.model);
  if (better.length > 0) {
    console.log(
      `of these, ours agree with whole steps of the official engine, and its own do not: ${better.join(', ')}`,
    );
  }
  for (const { model, cases } of done) {
    for (const c of cases.filter((x) => !agrees(x))) {
      const kind = c.centered ? 'centered' : 'forward';
      console.log(
        `  ${model} ${c.state} ${kind}: ${c.matrix} ${c.error} (first ${c.first.error}; official, perturbed: ${c.nudged})`,
      );
    }
  }
  for (const r of results.filter((x) => !x.cases)) console.log(`  not compared: ${r.model}: ${r.skipped ?? r.threw}`);
  return good.length === done.length && !results.some((r) => r.threw);
}
