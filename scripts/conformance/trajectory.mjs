// Free-running trajectories in both engines under one control law. Where the official engine does not reproduce itself after a perturbation
// of 1e-10 the motion is chaotic, and statistics over the run are compared instead.
import { compareNumbers, distance, largest } from '../../test/support/oracle/difference.mjs';
import { controlLaw } from './models.mjs';

export const tolerances = { state: 1e-6, statistics: 0.02 };

const ENERGY = 1 << 1;
const CONTACTS = [5, 6, 7];
const PYRAMIDAL = 6;
const NUDGE = 1e-10;

/** Compares a run of `steps`, limited to `seconds` per engine. `sides`: `{ mj, m, d }`, the official engine first. */
export function compareTrajectory(sides, { steps = 500, seconds = 30 } = {}) {
  const official = run(sides[0], steps, seconds);
  const n = official.states.length;
  const ours = run(sides[1], n, Infinity);
  const error = stateError(official.states, ours.states);
  const result = { steps: n, error: error.worst, contacts: official.contacts };
  if (error.worst <= tolerances.state) return { ...result, verdict: 'same' };
  const nudged = run(sides[0], n, Infinity, NUDGE);
  const own = stateError(official.states, nudged.states);
  const statistics = compareStatistics(official.statistics, ours.statistics);
  const spread = compareStatistics(official.statistics, nudged.statistics);
  const verdict = own.worst > 0.1 * tolerances.state ? 'chaotic' : 'differs';
  return { ...result, verdict, first: error.first, growth: error.growth, own: own.worst, statistics, spread };
}

/** States and statistics of a run. */
function run({ mj, m, d }, steps, seconds, nudge = 0) {
  m.opt.enableflags |= ENERGY;
  mj.mj_resetData(m, d);
  const control = controlLaw(m);
  const { qvel } = d;
  for (let i = 0; i < qvel.length; i++) qvel[i] += Math.sin(12.9898 * (i + 1)) > 0 ? nudge : -nudge;
  const end = performance.now() + 1000 * seconds;
  const states = [];
  const sums = { energy: 0, penetration: 0, force: 0 };
  let contacts = 0;
  while (states.length < steps && performance.now() < end) {
    control(d, states.length * m.opt.timestep);
    mj.mj_step(m, d);
    states.push({ qpos: d.qpos.slice(), qvel: d.qvel.slice() });
    contacts += d.ncon;
    addStatistics(sums, d);
  }
  const mean = Object.entries(sums).map(([name, sum]) => [name, sum / states.length]);
  return { states, contacts: contacts / states.length, statistics: Object.fromEntries(mean) };
}

/** Energy, penetration and normal force of all contacts. */
function addStatistics(sums, d) {
  sums.energy += d.energy[0] + d.energy[1];
  if (d.nefc === 0) return;
  const { efc_type: type, efc_id: id, efc_pos: pos, efc_margin: margin, efc_force: force } = d;
  for (let e = 0; e < d.nefc; e++) {
    if (!CONTACTS.includes(type[e])) continue;
    const first = e === 0 || id[e - 1] !== id[e] || type[e - 1] !== type[e];
    if (first) sums.penetration += Math.max(0, margin[e] - pos[e]);
    if (first || type[e] === PYRAMIDAL) sums.force += force[e];
  }
}

/** Largest difference over the run, relative to the scales so far; the first step beyond the tolerance; and the error after 1, 10, 100, ...
 *  steps. */
function stateError(a, b) {
  const scale = { qpos: 1, qvel: 1 };
  let worst = 0;
  let first;
  const growth = [];
  for (let k = 0; k < a.length; k++) {
    for (const name of ['qpos', 'qvel']) {
      scale[name] = Math.max(scale[name], largest(a[k][name]));
      worst = Math.max(worst, compareNumbers(b[k][name], a[k][name], { floor: scale[name] }).error);
    }
    if (first === undefined && !(worst <= tolerances.state)) first = k + 1;
    if ([1, 10, 30, 100, 200, 300, 400, 500].includes(k + 1)) growth.push([k + 1, worst]);
  }
  return { worst, first, growth };
}

/** Relative differences between means. */
function compareStatistics(a, b) {
  const relative = (name) => {
    const scale = largest([a[name], b[name]]);
    return scale < 1e-9 ? distance(a[name], b[name]) : distance(a[name], b[name]) / scale;
  };
  return Object.fromEntries(Object.keys(a).map((name) => [name, relative(name)]));
}
