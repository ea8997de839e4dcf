/** Enums of sensors; sensor types are in their table, `model/sensors.ts`. */

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

/** Contacts that a contact sensor reports if there are more than its slots. */
export const ContactReduction = {
  NONE: 0,
  MINDIST: 1,
  MAXFORCE: 2,
  NETFORCE: 3,
} as const;
export type ContactReduction = (typeof ContactReduction)[keyof typeof ContactReduction];

/** Interpolation of a history between its samples; ZOH holds the last value. */
export const Interpolation = {
  ZOH: 0,
  LINEAR: 1,
  CUBIC: 2,
} as const;
export type Interpolation = (typeof Interpolation)[keyof typeof Interpolation];
