/** Every sensor, in one table: its name, object, number of values and stage. The grammar, the reader, the writer and
 *  the compiler follow from it; the function that computes it is a case in `engine/sensor`. */

import { ObjType } from './enums/element.ts';
import { DataType, Stage } from './enums/sensor.ts';

export const SensorType = {
  TOUCH: 0,
  ACCELEROMETER: 1,
  VELOCIMETER: 2,
  GYRO: 3,
  FORCE: 4,
  TORQUE: 5,
  MAGNETOMETER: 6,
  RANGEFINDER: 7,
  CAMPROJECTION: 8,
  JOINTPOS: 9,
  JOINTVEL: 10,
  TENDONPOS: 11,
  TENDONVEL: 12,
  ACTUATORPOS: 13,
  ACTUATORVEL: 14,
  ACTUATORFRC: 15,
  JOINTACTFRC: 16,
  TENDONACTFRC: 17,
  BALLQUAT: 18,
  BALLANGVEL: 19,
  JOINTLIMITPOS: 20,
  JOINTLIMITVEL: 21,
  JOINTLIMITFRC: 22,
  TENDONLIMITPOS: 23,
  TENDONLIMITVEL: 24,
  TENDONLIMITFRC: 25,
  FRAMEPOS: 26,
  FRAMEQUAT: 27,
  FRAMEXAXIS: 28,
  FRAMEYAXIS: 29,
  FRAMEZAXIS: 30,
  FRAMELINVEL: 31,
  FRAMEANGVEL: 32,
  FRAMELINACC: 33,
  FRAMEANGACC: 34,
  SUBTREECOM: 35,
  SUBTREELINVEL: 36,
  SUBTREEANGMOM: 37,
  INSIDESITE: 38,
  GEOMDIST: 39,
  GEOMNORMAL: 40,
  GEOMFROMTO: 41,
  CONTACT: 42,
  E_POTENTIAL: 43,
  E_KINETIC: 44,
  CLOCK: 45,
  TACTILE: 46,
  PLUGIN: 47,
  USER: 48,
} as const;
export type SensorType = (typeof SensorType)[keyof typeof SensorType];

/** How MJCF refers to the object of a sensor.
 *  - `object`: one object, in an attribute named after its kind (`site="tip"`); no object if `objects` is UNKNOWN
 *  - `frame`: `objtype` and `objname`
 *  - `relative`: like `frame`, plus a reference frame in `reftype` and `refname`
 *  - `pair`: two geoms, or the geoms of two bodies
 *  - `own`: its own attributes; the grammar, reader, writer and compiler each have an entry for it */
export type SensorForm = 'object' | 'frame' | 'relative' | 'pair' | 'own';

/** Additional condition on its object: a joint with one degree of freedom, a ball joint, or one with limits. */
export type SensorNeed = 'scalar' | 'ball' | 'limited';

export interface SensorRow<F extends SensorForm = SensorForm, S extends Stage = Stage, D extends number = number> {
  readonly form: F;
  /** permitted kinds of objects; UNKNOWN: no object */
  readonly objects: readonly ObjType[];
  /** its element in MJCF */
  readonly tag: string;
  /** stage after which it can be computed; NONE: given in the sensor itself */
  readonly stage: S;
  /** number of values; 0: depends on its object or attributes */
  readonly dim: D;
  readonly measures: string;
  readonly datatype: DataType;
  readonly need: SensorNeed | undefined;
}

function row<const F extends SensorForm, const S extends Stage, const D extends number>(
  form: F,
  objects: readonly ObjType[],
  tag: string,
  stage: S,
  dim: D,
  measures: string,
  datatype: DataType = DataType.REAL,
  need?: SensorNeed,
): SensorRow<F, S, D> {
  return { form, objects, tag, stage, dim, measures, datatype, need };
}

const { BODY, XBODY, GEOM, SITE, CAMERA, MESH, UNKNOWN } = ObjType;
const { NONE, POS, VEL, ACC } = Stage;
const { REAL, POSITIVE, AXIS, QUATERNION } = DataType;
const NOTHING: readonly ObjType[] = [UNKNOWN];
const ANYTHING: readonly ObjType[] = Object.values(ObjType);
const JOINT: readonly ObjType[] = [ObjType.JOINT];
const TENDON: readonly ObjType[] = [ObjType.TENDON];
const ACTUATOR: readonly ObjType[] = [ObjType.ACTUATOR];
/** Objects with a position and an orientation. */
export const FRAMES: readonly ObjType[] = [BODY, XBODY, GEOM, SITE, CAMERA];

export const SENSORS = {
  TOUCH: row('object', [SITE], 'touch', ACC, 1, 'sum of contact forces within a site', POSITIVE),
  ACCELEROMETER: row('object', [SITE], 'accelerometer', ACC, 3, 'linear acceleration, in the site frame'),
  VELOCIMETER: row('object', [SITE], 'velocimeter', VEL, 3, 'linear velocity, in the site frame'),
  GYRO: row('object', [SITE], 'gyro', VEL, 3, 'angular velocity, in the site frame'),
  FORCE: row('object', [SITE], 'force', ACC, 3, 'force between the body of the site and its parent'),
  TORQUE: row('object', [SITE], 'torque', ACC, 3, 'torque between the body of the site and its parent'),
  MAGNETOMETER: row('object', [SITE], 'magnetometer', POS, 3, 'magnetic flux, in the site frame'),
  RANGEFINDER: row(
    'own',
    [SITE, CAMERA],
    'rangefinder',
    POS,
    0,
    'distance along the z axis of a site, or through the pixels of a camera',
  ),
  CAMPROJECTION: row('own', [SITE], 'camprojection', POS, 2, 'pixel at which a camera sees a site'),
  JOINTPOS: row('object', JOINT, 'jointpos', POS, 1, 'value of a joint', REAL, 'scalar'),
  JOINTVEL: row('object', JOINT, 'jointvel', VEL, 1, 'velocity of a joint', REAL, 'scalar'),
  TENDONPOS: row('object', TENDON, 'tendonpos', POS, 1, 'length of a tendon'),
  TENDONVEL: row('object', TENDON, 'tendonvel', VEL, 1, 'velocity of a tendon'),
  ACTUATORPOS: row('object', ACTUATOR, 'actuatorpos', POS, 0, 'length of an actuator'),
  ACTUATORVEL: row('object', ACTUATOR, 'actuatorvel', VEL, 0, 'velocity of an actuator'),
  ACTUATORFRC: row('object', ACTUATOR, 'actuatorfrc', ACC, 0, 'force of an actuator'),
  JOINTACTFRC: row('object', JOINT, 'jointactuatorfrc', ACC, 1, 'actuator force on a joint', REAL, 'scalar'),
  TENDONACTFRC: row('object', TENDON, 'tendonactuatorfrc', ACC, 1, 'actuator force on a tendon'),
  BALLQUAT: row('object', JOINT, 'ballquat', POS, 4, 'orientation of a ball joint', QUATERNION, 'ball'),
  BALLANGVEL: row('object', JOINT, 'ballangvel', VEL, 3, 'angular velocity of a ball joint', REAL, 'ball'),
  JOINTLIMITPOS: row('object', JOINT, 'jointlimitpos', POS, 1, 'distance to the limit of a joint', REAL, 'limited'),
  JOINTLIMITVEL: row('object', JOINT, 'jointlimitvel', VEL, 1, 'velocity at the limit of a joint', REAL, 'limited'),
  JOINTLIMITFRC: row('object', JOINT, 'jointlimitfrc', ACC, 1, 'force at the limit of a joint', REAL, 'limited'),
  TENDONLIMITPOS: row('object', TENDON, 'tendonlimitpos', POS, 1, 'distance to the limit of a tendon', REAL, 'limited'),
  TENDONLIMITVEL: row('object', TENDON, 'tendonlimitvel', VEL, 1, 'velocity at the limit of a tendon', REAL, 'limited'),
  TENDONLIMITFRC: row('object', TENDON, 'tendonlimitfrc', ACC, 1, 'force at the limit of a tendon', REAL, 'limited'),
  FRAMEPOS: row('relative', FRAMES, 'framepos', POS, 3, 'position of a frame'),
  FRAMEQUAT: row('relative', FRAMES, 'framequat', POS, 4, 'orientation of a frame', QUATERNION),
  FRAMEXAXIS: row('relative', FRAMES, 'framexaxis', POS, 3, 'x axis of a frame', AXIS),
  FRAMEYAXIS: row('relative', FRAMES, 'frameyaxis', POS, 3, 'y axis of a frame', AXIS),
  FRAMEZAXIS: row('relative', FRAMES, 'framezaxis', POS, 3, 'z axis of a frame', AXIS),
  FRAMELINVEL: row('relative', FRAMES, 'framelinvel', VEL, 3, 'linear velocity of a frame'),
  FRAMEANGVEL: row('relative', FRAMES, 'frameangvel', VEL, 3, 'angular velocity of a frame'),
  FRAMELINACC: row('frame', FRAMES, 'framelinacc', ACC, 3, 'linear acceleration of a frame'),
  FRAMEANGACC: row('frame', FRAMES, 'frameangacc', ACC, 3, 'angular acceleration of a frame'),
  SUBTREECOM: row('object', [BODY], 'subtreecom', POS, 3, 'center of mass of a subtree'),
  SUBTREELINVEL: row('object', [BODY], 'subtreelinvel', VEL, 3, 'linear velocity of a subtree'),
  SUBTREEANGMOM: row('object', [BODY], 'subtreeangmom', VEL, 3, 'angular momentum of a subtree'),
  INSIDESITE: row('own', FRAMES, 'insidesite', POS, 1, 'whether an object is inside a site', POSITIVE),
  GEOMDIST: row('pair', [BODY, GEOM], 'distance', POS, 1, 'distance between two geoms'),
  GEOMNORMAL: row('pair', [BODY, GEOM], 'normal', POS, 3, 'normal between two geoms', AXIS),
  GEOMFROMTO: row('pair', [BODY, GEOM], 'fromto', POS, 6, 'segment between two geoms'),
  CONTACT: row('own', [SITE, BODY, XBODY, GEOM, UNKNOWN], 'contact', ACC, 0, 'matching contacts'),
  E_POTENTIAL: row('object', NOTHING, 'e_potential', POS, 1, 'potential energy'),
  E_KINETIC: row('object', NOTHING, 'e_kinetic', POS, 1, 'kinetic energy'),
  CLOCK: row('object', NOTHING, 'clock', POS, 1, 'time'),
  TACTILE: row('own', [MESH], 'tactile', ACC, 0, 'penetration at the vertices of a mesh'),
  PLUGIN: row('own', ANYTHING, 'plugin', NONE, 0, 'sensor computed by a plugin'),
  USER: row('own', ANYTHING, 'user', NONE, 0, 'sensor computed by a user function'),
} satisfies Record<keyof typeof SensorType, SensorRow>;

export type SensorName = keyof typeof SENSORS;

/** Names of the sensors whose row is of a kind, such as `{ form: 'own' }`. */
export type SensorNameOf<R extends Partial<SensorRow>> = {
  [N in SensorName]: (typeof SENSORS)[N] extends R ? N : never;
}[SensorName];

/** Types of the sensors that are computed at a stage. */
export type SensorAt<S extends Stage> = (typeof SensorType)[SensorNameOf<{ stage: S }>];
export type PosSensor = SensorAt<typeof Stage.POS>;
export type VelSensor = SensorAt<typeof Stage.VEL>;
export type AccSensor = SensorAt<typeof Stage.ACC>;

const NAMES = new Map(Object.entries(SensorType).map(([name, type]) => [type, name as SensorName]));

/** Name of a type of sensor. */
export function sensorName(type: SensorType): SensorName {
  return NAMES.get(type)!;
}

/** Row of a type of sensor. */
export function sensorRow(type: SensorType): SensorRow {
  return SENSORS[sensorName(type)];
}
