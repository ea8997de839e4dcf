/** Sensors and their data. */

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

export const Stage = {
  NONE: 0,
  POS: 1,
  VEL: 2,
  ACC: 3,
} as const;
export type Stage = (typeof Stage)[keyof typeof Stage];

export const DataType = {
  REAL: 0,
  POSITIVE: 1,
  AXIS: 2,
  QUATERNION: 3,
} as const;
export type DataType = (typeof DataType)[keyof typeof DataType];

export const ConDataField = {
  FOUND: 0,
  FORCE: 1,
  TORQUE: 2,
  DIST: 3,
  POS: 4,
  NORMAL: 5,
  TANGENT: 6,
} as const;
export type ConDataField = (typeof ConDataField)[keyof typeof ConDataField];

export const RayDataField = {
  DIST: 0,
  DIR: 1,
  ORIGIN: 2,
  POINT: 3,
  NORMAL: 4,
  DEPTH: 5,
} as const;
export type RayDataField = (typeof RayDataField)[keyof typeof RayDataField];
