/** Elements that relate others: contact pairs, excludes, equalities, tendons. References are by final name. */

import { LimitedMode, SpecElement } from './element.ts';

export class Pair extends SpecElement {
  geomname1 = '';
  geomname2 = '';
  condim = 3;
  solref = [0.02, 1];
  /** 0 0: same as solref */
  solreffriction = [0, 0];
  solimp = [0.9, 0.95, 0.001, 0.5, 2];
  margin = 0;
  gap = 0;
  adhesion = 0;
  friction = [1, 1, 0.005, 0.0001, 0.0001];
}

export class Exclude extends SpecElement {
  bodyname1 = '';
  bodyname2 = '';
}

/** mjtEq of the equalities we know. */
export const EqualityKind = { CONNECT: 0, WELD: 1, JOINT: 2, TENDON: 3, DISTANCE: 7 } as const;

export class Equality extends SpecElement {
  /** mjtEq: 0 connect, 1 weld, 2 joint, 3 tendon, 7 distance (ours) */
  type = 0;
  /** 11 numbers laid out as eq_data:
   *  connect  0-2 anchor (body semantics)
   *  weld     0-2 anchor, 3-9 relpose (pos, quat), 10 torquescale
   *  joint, tendon  0-4 polycoef
   *  distance 0 distance between the geoms, NaN: distance at qpos0 */
  data = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1];
  active = true;
  name1 = '';
  /** '' when there is no second object */
  name2 = '';
  /** mjtObj of both: 1 body, 6 site, 3 joint, 18 tendon, 5 geom */
  objtype = 0;
  solref = [0.02, 1];
  solimp = [0.9, 0.95, 0.001, 0.5, 2];
}

/** One step of a tendon's path. */
export class Wrap extends SpecElement {
  /** mjtWrap: 1 joint, 2 pulley, 3 site, 4 sphere; geoms are 4, the compiler finds whether it is a cylinder */
  type = 0;
  /** joint, site or geom wrapped */
  objname = '';
  /** side site of a geom, '' when none */
  sidesite = '';
  /** coefficient of a joint, divisor of a pulley */
  prm = 0;
}

export class Tendon extends SpecElement {
  spatial = true;
  stiffness = [0, 0, 0];
  /** -1 -1: length at qpos_spring */
  springlength = [-1, -1];
  damping = [0, 0, 0];
  frictionloss = 0;
  solref_friction = [0.02, 1];
  solimp_friction = [0.9, 0.95, 0.001, 0.5, 2];
  armature = 0;
  /** LimitedMode */
  limited: number = LimitedMode.AUTO;
  /** LimitedMode; MuJoCo's default here is FALSE unless a range decides, see the compiler */
  actfrclimited: number = LimitedMode.FALSE;
  range = [0, 0];
  actfrcrange = [0, 0];
  margin = 0;
  solref_limit = [0.02, 1];
  solimp_limit = [0.9, 0.95, 0.001, 0.5, 2];
  material = '';
  width = 0.003;
  rgba = [0.5, 0.5, 0.5, 1];
  group = 0;
  userdata: number[] = [];
  path: Wrap[] = [];
}
