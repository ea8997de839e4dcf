import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable, EqType, ObjType, SensorType, SleepState, TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';

/*  Whether an object is awake, asleep or static, which follows from the bodies or trees that it acts on. */

/** True if some tree sleeps, so that constraints must be filtered. */
export function someAsleep(m: Model, d: Data): boolean {
  return (m.opt.enableflags & Enable.SLEEP) !== 0 && d.ntree_awake < m.ntree;
}

/** State of a tendon: that of the one or two trees it connects; a tendon over more than two trees never sleeps. */
export function tendonState(m: Model, d: Data, i: int): int {
  const { tendon_treenum, tendon_treeid } = m;
  const { tree_awake } = d;
  const trees = tendon_treenum[i];
  if (trees === 0) return SleepState.STATIC;
  if (trees > 2) return SleepState.AWAKE;
  if (tree_awake[tendon_treeid[2 * i]] !== 0) return SleepState.AWAKE;
  if (trees === 2 && tree_awake[tendon_treeid[2 * i + 1]] !== 0) return SleepState.AWAKE;
  return SleepState.ASLEEP;
}

/** State of an actuator: that of the target of its transmission. */
export function actuatorState(m: Model, d: Data, i: int): int {
  const { actuator_trntype, actuator_trnid } = m;
  const id = actuator_trnid[2 * i];
  const second = actuator_trnid[2 * i + 1];
  const type = actuator_trntype[i] as TrnType;
  switch (type) {
    case TrnType.JOINT:
    case TrnType.JOINTINPARENT:
      return sleepState(m, d, ObjType.JOINT, id);
    case TrnType.SLIDERCRANK:
      return eitherSite(m, d, id, second);
    case TrnType.TENDON:
      return tendonState(m, d, id);
    case TrnType.SITE:
      return sleepState(m, d, ObjType.SITE, id);
    case TrnType.SO3:
      return second === -1 ? sleepState(m, d, ObjType.JOINT, id) : eitherSite(m, d, id, second);
    case TrnType.BODY:
      return sleepState(m, d, ObjType.BODY, id);
    case TrnType.UNDEFINED:
      break;
    default:
      unreachable(type);
  }
  return SleepState.AWAKE;
}

/** Awake if one of two sites is awake. */
function eitherSite(m: Model, d: Data, i: int, j: int): int {
  const awake =
    sleepState(m, d, ObjType.SITE, i) === SleepState.AWAKE || sleepState(m, d, ObjType.SITE, j) === SleepState.AWAKE;
  return awake ? SleepState.AWAKE : SleepState.ASLEEP;
}

/** State of an equality, awake or asleep: it sleeps if neither side is awake. */
export function equalityState(m: Model, d: Data, i: int): int {
  const awake = sideAwake(m, d, i, m.eq_obj1id[i]) || sideAwake(m, d, i, m.eq_obj2id[i]);
  return awake ? SleepState.AWAKE : SleepState.ASLEEP;
}

function sideAwake(m: Model, d: Data, i: int, id: int): boolean {
  const { eq_type, eq_objtype } = m;
  if (id < 0) return false;
  const type = eq_type[i];
  if (isFlexEquality(type)) return sleepState(m, d, ObjType.FLEX, id) === SleepState.AWAKE;
  const object = type === EqType.JOINT ? ObjType.JOINT : type === EqType.TENDON ? ObjType.TENDON : eq_objtype[i];
  return sleepState(m, d, object, id) === SleepState.AWAKE;
}

/** True if an equality constrains a flex. */
export function isFlexEquality(type: int): boolean {
  return type === EqType.FLEX || type === EqType.FLEXVERT || type === EqType.FLEXSTRAIN;
}

/** Index of the body of the first vertex or node of flex f that can move; -1 if none can. */
function firstMover(m: Model, f: int): int {
  const { flex_interp, flex_nodeadr, flex_nodenum, flex_nodebodyid, body_treeid } = m;
  const { flex_vertadr, flex_vertnum, flex_vertbodyid } = m;
  if (flex_interp[f] !== 0) {
    for (let n = flex_nodeadr[f]; n < flex_nodeadr[f] + flex_nodenum[f]; n++) {
      if (body_treeid[flex_nodebodyid[n]] >= 0) return flex_nodebodyid[n];
    }
    return -1;
  }
  for (let v = flex_vertadr[f]; v < flex_vertadr[f] + flex_vertnum[f]; v++) {
    if (body_treeid[flex_vertbodyid[v]] >= 0) return flex_vertbodyid[v];
  }
  return -1;
}

/** State of a flex: all its movable bodies sleep together. */
export function flexState(m: Model, d: Data, f: int): int {
  const body = firstMover(m, f);
  return body < 0 ? SleepState.STATIC : d.body_awake[body];
}

/** State of a sensor, awake or asleep: it sleeps if neither its object nor its reference is awake. */
export function sensorState(m: Model, d: Data, i: int): int {
  const { sensor_type, sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  const type = sensor_type[i];
  const objtype = sensor_objtype[i];
  const reftype = sensor_reftype[i];
  if (type === SensorType.USER || type === SensorType.PLUGIN || type === SensorType.RANGEFINDER) {
    return SleepState.AWAKE;
  }
  // a site of a contact sensor is only a volume
  if (type === SensorType.CONTACT && (objtype === ObjType.SITE || reftype === ObjType.SITE)) return SleepState.AWAKE;
  if (objtype === ObjType.UNKNOWN && reftype === ObjType.UNKNOWN) return SleepState.AWAKE;
  const object = sleepState(m, d, objtype, sensor_objid[i]);
  const reference = sleepState(m, d, reftype, sensor_refid[i]);
  if (objtype === ObjType.UNKNOWN) return reference === SleepState.ASLEEP ? SleepState.ASLEEP : SleepState.AWAKE;
  if (reftype === ObjType.UNKNOWN) return object === SleepState.ASLEEP ? SleepState.ASLEEP : SleepState.AWAKE;
  return object === SleepState.AWAKE || reference === SleepState.AWAKE ? SleepState.AWAKE : SleepState.ASLEEP;
}

/** State of an object by its type and id; objects without a body count as awake. */
function sleepState(m: Model, d: Data, type: int, i: int): int {
  const { body_awake } = d;
  switch (type) {
    case ObjType.BODY:
    case ObjType.XBODY:
      return body_awake[i];
    case ObjType.JOINT:
      return body_awake[m.jnt_bodyid[i]];
    case ObjType.DOF:
      return body_awake[m.dof_bodyid[i]];
    case ObjType.GEOM:
      return body_awake[m.geom_bodyid[i]];
    case ObjType.SITE:
      return body_awake[m.site_bodyid[i]];
    case ObjType.CAMERA:
      return body_awake[m.cam_bodyid[i]];
    case ObjType.LIGHT:
      return body_awake[m.light_bodyid[i]];
    case ObjType.EQUALITY:
      return equalityState(m, d, i);
    case ObjType.TENDON:
      return tendonState(m, d, i);
    case ObjType.ACTUATOR:
      return actuatorState(m, d, i);
    case ObjType.SENSOR:
      return sensorState(m, d, i);
    case ObjType.FLEX:
      return flexState(m, d, i);
    default:
      return SleepState.AWAKE;
  }
}

/** Body of one side of contact i: that of the geom, or one of the bodies of the flex. Called for each contact of a
 *  step.
 *  @inline */
export function contactBody(m: Model, d: Data, i: int, side: int): int {
  const geom = d.contact_geom[2 * i + side];
  return geom >= 0 ? m.geom_bodyid[geom] : flexBody(m, d, 2 * i + side);
}

/** Body that represents a flex in a contact: that of the vertex, of the first vertex of the element, or of the first
 *  node. */
function flexBody(m: Model, d: Data, k: int): int {
  const { flex_interp, flex_nodebodyid, flex_nodeadr, flex_vertbodyid, flex_vertadr } = m;
  const { flex_dim, flex_elem, flex_elemdataadr } = m;
  const { contact_flex, contact_elem, contact_vert } = d;
  const f = contact_flex[k];
  if (flex_interp[f] !== 0) return flex_nodebodyid[flex_nodeadr[f]];
  if (contact_vert[k] >= 0) return flex_vertbodyid[flex_vertadr[f] + contact_vert[k]];
  return flex_vertbodyid[flex_vertadr[f] + flex_elem[flex_elemdataadr[f] + contact_elem[k] * (flex_dim[f] + 1)]];
}
