/** Enums of a `Data`: state components, constraint types, warnings, timers, sleep states. */

export const StateBit = {
  TIME: 1,
  QPOS: 2,
  QVEL: 4,
  ACT: 8,
  HISTORY: 16,
  WARMSTART: 32,
  CTRL: 64,
  QFRC_APPLIED: 128,
  XFRC_APPLIED: 256,
  EQ_ACTIVE: 512,
  MOCAP_POS: 1024,
  MOCAP_QUAT: 2048,
  USERDATA: 4096,
  PLUGIN: 8192,
  PHYSICS: 30,
  FULLPHYSICS: 8223,
  USER: 8128,
  INTEGRATION: 16383,
} as const;
export type StateBit = (typeof StateBit)[keyof typeof StateBit];

export const ConstraintType = {
  EQUALITY: 0,
  FRICTION_DOF: 1,
  FRICTION_TENDON: 2,
  LIMIT_JOINT: 3,
  LIMIT_TENDON: 4,
  CONTACT_FRICTIONLESS: 5,
  CONTACT_PYRAMIDAL: 6,
  CONTACT_ELLIPTIC: 7,
} as const;
export type ConstraintType = (typeof ConstraintType)[keyof typeof ConstraintType];

export const ConstraintState = {
  SATISFIED: 0,
  QUADRATIC: 1,
  LINEARNEG: 2,
  LINEARPOS: 3,
  CONE: 4,
} as const;
export type ConstraintState = (typeof ConstraintState)[keyof typeof ConstraintState];

export const Warning = {
  INERTIA: 0,
  CONTACTFULL: 1,
  CNSTRFULL: 2,
  BADQPOS: 3,
  BADQVEL: 4,
  BADQACC: 5,
  BADCTRL: 6,
} as const;
export type Warning = (typeof Warning)[keyof typeof Warning];

export const Timer = {
  STEP: 0,
  FORWARD: 1,
  INVERSE: 2,
  POSITION: 3,
  VELOCITY: 4,
  ACTUATION: 5,
  CONSTRAINT: 6,
  ADVANCE: 7,
  POS_KINEMATICS: 8,
  POS_INERTIA: 9,
  POS_COLLISION: 10,
  POS_MAKE: 11,
  POS_PROJECT: 12,
  COL_BROAD: 13,
  COL_NARROW: 14,
} as const;
export type Timer = (typeof Timer)[keyof typeof Timer];

export const SleepState = {
  STATIC: -1,
  ASLEEP: 0,
  AWAKE: 1,
} as const;
export type SleepState = (typeof SleepState)[keyof typeof SleepState];
