/** Elements that relate others: contact pairs, excludes, equalities, tendons. References are final names. */

import { LimitedMode } from '../../../core/model/enums/spec.ts';
import { EqType, ObjType, WrapType } from '../../../core/model/enums.ts';
import { SpecElement } from './element.ts';

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

export class Equality extends SpecElement {
  type: EqType = EqType.CONNECT;
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
  /** of both objects: body, site, joint, tendon or geom */
  objtype: ObjType = ObjType.UNKNOWN;
  solref = [0.02, 1];
  solimp = [0.9, 0.95, 0.001, 0.5, 2];
}

/** One step of a tendon's path. */
export class Wrap extends SpecElement {
  /** all geoms are SPHERE here: the compiler determines cylinders */
  type: WrapType = WrapType.NONE;
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
  limited: LimitedMode = LimitedMode.AUTO;
  /** MuJoCo's default is FALSE unless there is a range, see the compiler */
  actfrclimited: LimitedMode = LimitedMode.FALSE;
  range = [0, 0];
  actfrcrange = [0, 0];
  margin = 0;
  solref_limit = [0.02, 1];
  solimp_limit = [0.9, 0.95, 0.001, 0.5, 2];
  material = '';
  width = 0.003;
  rgba = [0.5, 0.5, 0.5, 1];
  group = 0;
  userdata: readonly number[] = [];
  path: Wrap[] = [];
}
