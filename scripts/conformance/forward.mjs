// Forward dynamics with everything enabled, in both engines from the same states: constraint rows and accelerations, for
// each solver and each cone.
import { compareNumbers, largest } from '../../test/support/oracle/difference.mjs';
import { controlLaw } from './models.mjs';

export const solvers = { Newton: 2, CG: 1, PGS: 0 };
export const cones = { pyramidal: 0, elliptic: 1 };
export const tolerances = { rows: 1e-8, qacc: 1e-6 };

/** Constraint rows as they are assembled; in those of the second list each element has its own scale. */
const byField = ['efc_type', 'efc_id', 'efc_J', 'efc_pos', 'efc_margin', 'efc_vel', 'efc_aref', 'efc_b'];
const byElement = ['efc_frictionloss', 'efc_diagA', 'efc_KBIP', 'efc_D', 'efc_R'];

const stateFields = [
  'qpos',
  'qvel',
  'act',
  'history',
  'qacc_warmstart',
  'ctrl',
  'qfrc_applied',
  'xfrc_applied',
  'mocap_pos',
  'mocap_quat',
];

/** Compare at qpos0, keyframes and after `steps` of the official engine, as far as `seconds` of stepping allow.
 *  `sides` are the two engines, the official one first: `{ mj, m, d }`. Returns `{ cases, reached }`. */
export function compareForward(sides, { steps = [50, 200, 1000], keys = 5, seconds = 15 } = {}) {
  const [official] = sides;
  const own = ['solver', 'cone', 'tolerance', 'iterations'].map((name) => [name, official.m.opt[name]]);
  const cases = [];
  const states = statesOf(official, { steps, keys, seconds });
  for (const [name, state] of states) {
    for (const [solver, s] of Object.entries(solvers)) {
      for (const [cone, c] of Object.entries(cones)) {
        const key = { state: name, solver, cone };
        setOptions(sides, { solver: s, cone: c });
        let result = compareAt(sides, state);
        if (result.failure === 'qacc') {
          // the results depend on where the iteration stops: compare again with both engines iterating to convergence
          setOptions(sides, { tolerance: 1e-16, iterations: 5000 });
          result = { ...result, converged: compareAt(sides, state) };
        }
        cases.push({ ...key, ...result });
        setOptions(sides, Object.fromEntries(own));
      }
    }
  }
  const contacts = states.map(([name, state]) => ({ state: name, ...compareContacts(sides, state) }));
  return { cases, contacts, reached: states.map(([name]) => name) };
}

export function setOptions(sides, options) {
  for (const { m } of sides) Object.assign(m.opt, options);
}

/** `[name, state]`: the reference configuration, keyframes, and states under the control law within the time limit. */
export function statesOf({ mj, m, d }, { steps, keys, seconds }) {
  mj.mj_resetData(m, d);
  const states = [['qpos0', captureState(d)]];
  for (let k = 0; k < Math.min(m.nkey, keys); k++) {
    mj.mj_resetDataKeyframe(m, d, k);
    states.push([`key ${k}`, captureState(d)]);
  }
  mj.mj_resetData(m, d);
  const control = controlLaw(m);
  const end = performance.now() + 1000 * seconds;
  for (let k = 0; k < Math.max(...steps) && performance.now() < end; k++) {
    control(d, k * m.opt.timestep);
    mj.mj_step(m, d);
    if (steps.includes(k + 1)) states.push([`step ${k + 1}`, captureState(d)]);
  }
  return states;
}

function captureState(d) {
  return { time: d.time, arrays: stateFields.map((name) => [name, d[name].slice()]) };
}

function forwardFrom(sides, state) {
  for (const side of sides) {
    setState(side, state);
    side.mj.mj_forward(side.m, side.d);
  }
}

/** Resets, then sets a state of `statesOf`. */
export function setState({ mj, m, d }, state) {
  mj.mj_resetData(m, d);
  d.time = state.time;
  for (const [name, values] of state.arrays) if (values.length > 0) d[name].set(values);
}

/** Contacts in both engines from a state: how many, and their differences in distance, position, frame and geoms. */
function compareContacts(sides, state) {
  forwardFrom(sides, state);
  const [theirs, ours] = sides.map(({ d }) => d.contact);
  const n = theirs.size();
  let error = n === ours.size() ? 0 : Infinity;
  for (let i = 0; i < n && error < Infinity; i++) {
    const [a, b] = [theirs.get(i), ours.get(i)];
    const numbers = ({ dist, pos, frame, geom1, geom2 }) => [dist, ...pos, ...frame, geom1, geom2];
    error = Math.max(error, compareNumbers(numbers(b), numbers(a)).error);
    a.delete();
  }
  theirs.delete();
  return { n, error };
}

/** One forward pass in each engine from a state, and the largest difference. `failure` is `rows`, `qacc` or undefined. */
function compareAt(sides, state) {
  forwardFrom(sides, state);
  const [theirs, ours] = sides.map(({ d }) => d);
  if (theirs.ncon !== ours.ncon || theirs.nefc !== ours.nefc) {
    const [a, b] = [theirs, ours].map(({ ncon, nefc }) => `${ncon} contacts, ${nefc} rows`);
    return { failure: 'rows', field: `${a} official, ${b} ours`, error: Infinity };
  }
  const rows = worstRow(theirs, ours);
  const qacc = compareNumbers(ours.qacc, theirs.qacc, { floor: Math.max(1, largest(theirs.qacc_smooth)) }).error;
  const iterations = [theirs, ours].map((d) => d.solver_niter[0]);
  if (!(rows.error <= tolerances.rows)) return { failure: 'rows', ...rows };
  if (!(qacc <= tolerances.qacc)) return { failure: 'qacc', field: 'qacc', error: qacc, iterations };
  return { rows: rows.error, qacc };
}

function worstRow(theirs, ours) {
  let worst = { field: '', error: 0 };
  const note = (field, scale) => {
    const { error } = compareNumbers(ours[field], theirs[field], scale);
    if (error > worst.error) worst = { field, error };
  };
  if (theirs.nefc === 0) return worst;
  for (const field of byField) note(field, { floor: 1e-2 });
  for (const field of byElement) note(field, { each: 1e-12 });
  // only dual solvers compute it
  if (theirs.nA > 0) note('efc_AR', { floor: 1e-2 });
  return worst;
}
