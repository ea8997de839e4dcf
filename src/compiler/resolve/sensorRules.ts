/** What each type of sensor may be attached to. */

import { DataType, GeomType, JointType, ObjType, SensorType } from '../../model/enums.ts';
import type { CameraNode, GeomNode, JointNode, Scene, SensorNode, TendonNode } from '../scene.ts';

const { BODY, XBODY, GEOM, SITE, CAMERA, JOINT, TENDON, ACTUATOR, MESH, UNKNOWN } = ObjType;
const FRAMES: readonly number[] = [BODY, XBODY, GEOM, SITE, CAMERA];
const S = SensorType;

/** Objects that a type of sensor accepts; types that are not listed have rules of their own. */
const ACCEPTS: Readonly<Record<number, readonly number[]>> = {
  [S.TOUCH]: [SITE],
  [S.ACCELEROMETER]: [SITE],
  [S.VELOCIMETER]: [SITE],
  [S.GYRO]: [SITE],
  [S.FORCE]: [SITE],
  [S.TORQUE]: [SITE],
  [S.MAGNETOMETER]: [SITE],
  [S.CAMPROJECTION]: [SITE],
  [S.RANGEFINDER]: [SITE, CAMERA],
  [S.JOINTPOS]: [JOINT],
  [S.JOINTVEL]: [JOINT],
  [S.JOINTACTFRC]: [JOINT],
  [S.BALLQUAT]: [JOINT],
  [S.BALLANGVEL]: [JOINT],
  [S.JOINTLIMITPOS]: [JOINT],
  [S.JOINTLIMITVEL]: [JOINT],
  [S.JOINTLIMITFRC]: [JOINT],
  [S.TENDONPOS]: [TENDON],
  [S.TENDONVEL]: [TENDON],
  [S.TENDONACTFRC]: [TENDON],
  [S.TENDONLIMITPOS]: [TENDON],
  [S.TENDONLIMITVEL]: [TENDON],
  [S.TENDONLIMITFRC]: [TENDON],
  [S.ACTUATORPOS]: [ACTUATOR],
  [S.ACTUATORVEL]: [ACTUATOR],
  [S.ACTUATORFRC]: [ACTUATOR],
  [S.FRAMEPOS]: FRAMES,
  [S.FRAMEQUAT]: FRAMES,
  [S.FRAMEXAXIS]: FRAMES,
  [S.FRAMEYAXIS]: FRAMES,
  [S.FRAMEZAXIS]: FRAMES,
  [S.FRAMELINVEL]: FRAMES,
  [S.FRAMEANGVEL]: FRAMES,
  [S.FRAMELINACC]: FRAMES,
  [S.FRAMEANGACC]: FRAMES,
  [S.SUBTREECOM]: [BODY],
  [S.SUBTREELINVEL]: [BODY],
  [S.SUBTREEANGMOM]: [BODY],
  [S.INSIDESITE]: FRAMES,
  [S.GEOMDIST]: [BODY, GEOM],
  [S.GEOMNORMAL]: [BODY, GEOM],
  [S.GEOMFROMTO]: [BODY, GEOM],
  [S.CONTACT]: [SITE, BODY, XBODY, GEOM, UNKNOWN],
  [S.TACTILE]: [MESH],
};

const WORDS: Readonly<Record<number, string>> = {
  [BODY]: 'body',
  [XBODY]: 'xbody',
  [GEOM]: 'geom',
  [SITE]: 'site',
  [CAMERA]: 'camera',
  [JOINT]: 'joint',
  [TENDON]: 'tendon',
  [ACTUATOR]: 'actuator',
  [MESH]: 'mesh',
};

/** false when the sensor cannot be computed at all. */
export function checkSensorObjects(scene: Scene, node: SensorNode): boolean {
  const { spec } = node;
  const accepted = ACCEPTS[spec.type];
  if (accepted && !accepted.includes(spec.objtype)) {
    const words = accepted.map((type) => WORDS[type]).filter(Boolean);
    scene.report.problem(spec, undefined, `the sensor must be attached to a ${words.join(', ')}`);
    return false;
  }
  const problem = rule(node);
  if (problem === undefined) return true;
  scene.report.problem(spec, undefined, problem);
  return false;
}

/** Words for what is wrong, beyond the type of the object. */
function rule(node: SensorNode): string | undefined {
  const { spec } = node;
  switch (spec.type) {
    case S.CAMPROJECTION: {
      const resolution = (node.ref as CameraNode | null)?.spec.resolution;
      return resolution?.[0] && resolution[1] ? undefined : 'the camera needs a resolution';
    }
    case S.JOINTPOS:
    case S.JOINTVEL:
    case S.JOINTACTFRC:
      return isScalar(node) ? undefined : 'the joint must be a hinge or a slide';
    case S.BALLQUAT:
    case S.BALLANGVEL:
      return (node.obj as JointNode).type === JointType.BALL ? undefined : 'the joint must be a ball joint';
    case S.JOINTLIMITPOS:
    case S.JOINTLIMITVEL:
    case S.JOINTLIMITFRC:
      return (node.obj as JointNode).limited ? undefined : 'the joint has no limits';
    case S.TENDONLIMITPOS:
    case S.TENDONLIMITVEL:
    case S.TENDONLIMITFRC:
      return (node.obj as TendonNode).limited ? undefined : 'the tendon has no limits';
    case S.INSIDESITE:
      return spec.reftype === SITE ? undefined : 'the reference must be a site';
    case S.GEOMDIST:
    case S.GEOMNORMAL:
    case S.GEOMFROMTO:
      return distanceRule(node);
    case S.TACTILE:
      return spec.reftype === GEOM ? undefined : 'the sensor needs a geom';
    case S.RANGEFINDER:
      return fieldsRule(spec.intprm[0], 6);
    case S.CONTACT:
      return contactRule(node);
    case S.USER:
      return userRule(node);
    default:
      return undefined;
  }
}

function isScalar({ obj }: SensorNode): boolean {
  const { type } = obj as JointNode;
  return type === JointType.HINGE || type === JointType.SLIDE;
}

function distanceRule({ spec, obj, ref }: SensorNode): string | undefined {
  if (spec.reftype !== BODY && spec.reftype !== GEOM) return 'the second object must be a body or a geom';
  if (spec.objtype === spec.reftype && obj === ref) return 'the two objects must differ';
  const hfield = (type: number, node: unknown) => type === GEOM && (node as GeomNode).spec.type === GeomType.HFIELD;
  if (hfield(spec.objtype, obj) || hfield(spec.reftype, ref)) return 'distances to height fields are not computed';
  return undefined;
}

function contactRule({ spec }: SensorNode): string | undefined {
  const second: readonly number[] = [BODY, XBODY, GEOM, UNKNOWN];
  if (!second.includes(spec.reftype)) return 'the second object must be a body or a geom';
  const fields = fieldsRule(spec.intprm[0], 7);
  if (fields) return fields;
  if (spec.intprm[1] < 0 || spec.intprm[1] > 3) return `unknown reduction ${spec.intprm[1]}`;
  return spec.intprm[2] > 0 ? undefined : `num must be positive, found ${spec.intprm[2]}`;
}

function fieldsRule(bits: number, n: number): string | undefined {
  return bits > 0 && bits < 1 << n ? undefined : 'at least one known data field must be chosen';
}

function userRule(node: SensorNode): string | undefined {
  const { dim } = node.spec;
  if (dim < 0) return `dim cannot be negative, found ${dim}`;
  if (node.datatype === DataType.AXIS && dim !== 3) return `an axis has 3 numbers, found dim ${dim}`;
  if (node.datatype === DataType.QUATERNION && dim !== 4) return `a quaternion has 4 numbers, found dim ${dim}`;
  return undefined;
}
