/** Distance of a state from the states whose step has no derivative. */

import { forwardSkip } from '../engine/forward.ts';
import { isPyramidal } from '../engine/tree/settings.ts';
import { MINVAL } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { ConstraintState, ConstraintType, JointType, Stage } from '../model/enums.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { scratchDataLike } from './scratchData.ts';
import { refineConstraintSolution } from './transition.ts';

/** Distances to the nearest switch. */
export interface SwitchDistance {
  /** Change of the residual J a - aref of a constraint row that switches its force on or off, from sticking to
   *  slipping, or to its friction limit, relative to the accelerations in it: 0 at the switch, infinite without
   *  rows. */
  relativeMargin: number;
  /** Name of that row, such as `contact 3`. */
  row: string;
  /** Distance, in meters or radians, of a limit or contact from where it becomes active or inactive. Contacts that
   *  collision detection does not find are ignored: a margin with a gap of the same size includes them before they
   *  touch. */
  gap: number;
  /** Name of that limit or contact, such as `limit of joint 2`. */
  pair: string;
}

/** Distance of the state of the `Data`, which is not changed, from the next switch of a contact, limit or cone.
 *  Derivatives are valid up to there; differences with larger nudges mix both sides.
 *
 *  @example
 *  const { relativeMargin, gap } = distanceToSwitch(m, d);
 *  console.log(relativeMargin > 0.01 && gap > 1e-4); */
export function distanceToSwitch(m: Model, d: Data): SwitchDistance {
  const t = scratchDataLike(m, checkFits('distanceToSwitch', m, d));
  forwardSkip(m, t, Stage.NONE, true);
  refineConstraintSolution(m, t);
  const found = { relativeMargin: Number.POSITIVE_INFINITY, row: '', gap: Number.POSITIVE_INFINITY, pair: '' };
  nearestRow(m, t, found);
  nearestLimit(m, t, found);
  for (let c = 0; c < t.ncon; c++)
    nearer(found, Math.abs(t.contact_dist[c] - t.contact_includemargin[c]), `contact ${c}`);
  return found;
}

function nearer(found: SwitchDistance, gap: number, pair: string): void {
  if (gap < found.gap) Object.assign(found, { gap, pair });
}

/** Name of the constraint that a row belongs to. */
const OWNER: Record<number, string> = {
  [ConstraintType.FRICTION_DOF]: 'friction of dof',
  [ConstraintType.FRICTION_TENDON]: 'friction of tendon',
  [ConstraintType.LIMIT_JOINT]: 'limit of joint',
  [ConstraintType.LIMIT_TENDON]: 'limit of tendon',
  [ConstraintType.CONTACT_FRICTIONLESS]: 'contact',
  [ConstraintType.CONTACT_PYRAMIDAL]: 'contact',
  [ConstraintType.CONTACT_ELLIPTIC]: 'contact',
};

function nearestRow(m: Model, t: Data, found: SwitchDistance): void {
  for (let e = t.ne; e < t.nefc; e++) {
    const type = t.efc_type[e];
    const cone = type === ConstraintType.CONTACT_ELLIPTIC && !isPyramidal(m);
    const relativeMargin = cone ? coneMargin(t, e) : rowMargin(t, e);
    if (relativeMargin < found.relativeMargin)
      Object.assign(found, { relativeMargin, row: `${OWNER[type]} ${t.efc_id[e]}` });
    if (cone) e += t.contact_dim[t.efc_id[e]] - 1;
  }
}

/** A single row: a one-sided force begins where the residual is 0; friction ends where it is R f. */
function rowMargin(t: Data, e: number): number {
  const x = t.work_jar[e];
  const scale = Math.max(MINVAL, Math.abs(t.efc_aref[e]), Math.abs(x + t.efc_aref[e]));
  const ends = t.efc_type[e] === ConstraintType.FRICTION_DOF || t.efc_type[e] === ConstraintType.FRICTION_TENDON;
  return Math.abs(Math.abs(x) - (ends ? t.efc_R[e] * t.efc_frictionloss[e] : 0)) / scale;
}

/** An elliptic contact: distance, as a sine, from the cone of zero force (N = mu T) and from the cone of sticking (mu N
 *  = -T). */
function coneMargin(t: Data, e: number): number {
  const con = t.efc_id[e];
  const mu = t.contact_mu[con];
  const N = mu * t.work_jar[e];
  let TT = 0;
  for (let k = 1; k < t.contact_dim[con]; k++) TT += (t.work_jar[e + k] * t.contact_friction[5 * con + k - 1]) ** 2;
  const T = Math.sqrt(TT);
  const scale = Math.max(MINVAL, Math.hypot(N, T) * Math.hypot(1, mu));
  const [top, bottom] = [Math.abs(N - mu * T) / scale, Math.abs(mu * N + T) / scale];
  if (t.efc_state[e] === ConstraintState.SATISFIED) return top;
  return t.efc_state[e] === ConstraintState.QUADRATIC ? bottom : Math.min(top, bottom);
}

/** Limits of slides, hinges and tendons. */
function nearestLimit(m: Model, t: Data, found: SwitchDistance): void {
  for (let j = 0; j < m.njnt; j++) {
    if (!m.jnt_limited[j] || (m.jnt_type[j] !== JointType.SLIDE && m.jnt_type[j] !== JointType.HINGE)) continue;
    limitGap(found, t.qpos[m.jnt_qposadr[j]], m.jnt_range, j, m.jnt_margin[j], `limit of joint ${j}`);
  }
  for (let k = 0; k < m.ntendon; k++) {
    if (m.tendon_limited[k])
      limitGap(found, t.ten_length[k], m.tendon_range, k, m.tendon_margin[k], `limit of tendon ${k}`);
  }
}

function limitGap(
  found: SwitchDistance,
  x: number,
  range: Float64Array,
  k: number,
  margin: number,
  name: string,
): void {
  nearer(found, Math.abs(x - range[2 * k] - margin), name);
  nearer(found, Math.abs(range[2 * k + 1] - x - margin), name);
}
