/** Enums of object types, joints, geoms, flexes, equalities, tendons and actuators. */

export const ObjType = {
  UNKNOWN: 0,
  BODY: 1,
  XBODY: 2,
  JOINT: 3,
  DOF: 4,
  GEOM: 5,
  SITE: 6,
  CAMERA: 7,
  LIGHT: 8,
  FLEX: 9,
  MESH: 10,
  SKIN: 11,
  HFIELD: 12,
  TEXTURE: 13,
  MATERIAL: 14,
  PAIR: 15,
  EXCLUDE: 16,
  EQUALITY: 17,
  TENDON: 18,
  ACTUATOR: 19,
  SENSOR: 20,
  NUMERIC: 21,
  TEXT: 22,
  TUPLE: 23,
  KEY: 24,
  PLUGIN: 25,
  FRAME: 100,
  DEFAULT: 101,
  MODEL: 102,
} as const;
export type ObjType = (typeof ObjType)[keyof typeof ObjType];

export const JointType = {
  FREE: 0,
  BALL: 1,
  SLIDE: 2,
  HINGE: 3,
} as const;
export type JointType = (typeof JointType)[keyof typeof JointType];

export const GeomType = {
  PLANE: 0,
  HFIELD: 1,
  SPHERE: 2,
  CAPSULE: 3,
  ELLIPSOID: 4,
  CYLINDER: 5,
  BOX: 6,
  MESH: 7,
  SDF: 8,
  ARROW: 100,
  ARROW1: 101,
  ARROW2: 102,
  LINE: 103,
  LINEBOX: 104,
  FLEX: 105,
  SKIN: 106,
  LABEL: 107,
  TRIANGLE: 108,
  NONE: 1001,
} as const;
export type GeomType = (typeof GeomType)[keyof typeof GeomType];
/** Types of geoms that a Model can have; the others are only drawn by viewers. */
export type ShapeType = (typeof GeomType)[
  | 'PLANE'
  | 'HFIELD'
  | 'SPHERE'
  | 'CAPSULE'
  | 'ELLIPSOID'
  | 'CYLINDER'
  | 'BOX'
  | 'MESH'
  | 'SDF'];

export const SameFrame = {
  NONE: 0,
  BODY: 1,
  INERTIA: 2,
  BODYROT: 3,
  INERTIAROT: 4,
} as const;
export type SameFrame = (typeof SameFrame)[keyof typeof SameFrame];

export const EqType = {
  CONNECT: 0,
  WELD: 1,
  JOINT: 2,
  TENDON: 3,
  FLEX: 4,
  FLEXVERT: 5,
  FLEXSTRAIN: 6,
  DISTANCE: 7,
} as const;
export type EqType = (typeof EqType)[keyof typeof EqType];

export const WrapType = {
  NONE: 0,
  JOINT: 1,
  PULLEY: 2,
  SITE: 3,
  SPHERE: 4,
  CYLINDER: 5,
} as const;
export type WrapType = (typeof WrapType)[keyof typeof WrapType];

export const SleepPolicy = {
  AUTO: 0,
  AUTO_NEVER: 1,
  AUTO_ALLOWED: 2,
  NEVER: 3,
  ALLOWED: 4,
  INIT: 5,
} as const;
export type SleepPolicy = (typeof SleepPolicy)[keyof typeof SleepPolicy];

/** Self-collision mode of a flex. */
export const FlexSelf = {
  NONE: 0,
  NARROW: 1,
  BVH: 2,
  SAP: 3,
  AUTO: 4,
} as const;
export type FlexSelf = (typeof FlexSelf)[keyof typeof FlexSelf];
