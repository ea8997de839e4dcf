/** Type of data, stage and number of values of every sensor, by mjtSensor. A dim of 0 depends on the sensor's object. */

import { DataType, SensorType, Stage } from '../../model/enums.ts';

export interface SensorKind {
  datatype: number;
  stage: number;
  dim: number;
}

const { REAL, POSITIVE, AXIS, QUATERNION } = DataType;
const { POS, VEL, ACC } = Stage;

function kind(stage: number, dim: number, datatype: number = REAL): SensorKind {
  return { datatype, stage, dim };
}

export const SENSOR_KINDS: Readonly<Record<number, SensorKind>> = {
  [SensorType.TOUCH]: kind(ACC, 1, POSITIVE),
  [SensorType.ACCELEROMETER]: kind(ACC, 3),
  [SensorType.VELOCIMETER]: kind(VEL, 3),
  [SensorType.GYRO]: kind(VEL, 3),
  [SensorType.FORCE]: kind(ACC, 3),
  [SensorType.TORQUE]: kind(ACC, 3),
  [SensorType.MAGNETOMETER]: kind(POS, 3),
  [SensorType.RANGEFINDER]: kind(POS, 0),
  [SensorType.CAMPROJECTION]: kind(POS, 2),
  [SensorType.JOINTPOS]: kind(POS, 1),
  [SensorType.JOINTVEL]: kind(VEL, 1),
  [SensorType.TENDONPOS]: kind(POS, 1),
  [SensorType.TENDONVEL]: kind(VEL, 1),
  [SensorType.ACTUATORPOS]: kind(POS, 0),
  [SensorType.ACTUATORVEL]: kind(VEL, 0),
  [SensorType.ACTUATORFRC]: kind(ACC, 0),
  [SensorType.JOINTACTFRC]: kind(ACC, 1),
  [SensorType.TENDONACTFRC]: kind(ACC, 1),
  [SensorType.BALLQUAT]: kind(POS, 4, QUATERNION),
  [SensorType.BALLANGVEL]: kind(VEL, 3),
  [SensorType.JOINTLIMITPOS]: kind(POS, 1),
  [SensorType.JOINTLIMITVEL]: kind(VEL, 1),
  [SensorType.JOINTLIMITFRC]: kind(ACC, 1),
  [SensorType.TENDONLIMITPOS]: kind(POS, 1),
  [SensorType.TENDONLIMITVEL]: kind(VEL, 1),
  [SensorType.TENDONLIMITFRC]: kind(ACC, 1),
  [SensorType.FRAMEPOS]: kind(POS, 3),
  [SensorType.FRAMEQUAT]: kind(POS, 4, QUATERNION),
  [SensorType.FRAMEXAXIS]: kind(POS, 3, AXIS),
  [SensorType.FRAMEYAXIS]: kind(POS, 3, AXIS),
  [SensorType.FRAMEZAXIS]: kind(POS, 3, AXIS),
  [SensorType.FRAMELINVEL]: kind(VEL, 3),
  [SensorType.FRAMEANGVEL]: kind(VEL, 3),
  [SensorType.FRAMELINACC]: kind(ACC, 3),
  [SensorType.FRAMEANGACC]: kind(ACC, 3),
  [SensorType.SUBTREECOM]: kind(POS, 3),
  [SensorType.SUBTREELINVEL]: kind(VEL, 3),
  [SensorType.SUBTREEANGMOM]: kind(VEL, 3),
  [SensorType.INSIDESITE]: kind(POS, 1, POSITIVE),
  [SensorType.GEOMDIST]: kind(POS, 1),
  [SensorType.GEOMNORMAL]: kind(POS, 3, AXIS),
  [SensorType.GEOMFROMTO]: kind(POS, 6),
  [SensorType.CONTACT]: kind(ACC, 0),
  [SensorType.E_POTENTIAL]: kind(POS, 1),
  [SensorType.E_KINETIC]: kind(POS, 1),
  [SensorType.CLOCK]: kind(POS, 1),
  [SensorType.TACTILE]: kind(ACC, 0),
  [SensorType.USER]: kind(ACC, 0),
};
