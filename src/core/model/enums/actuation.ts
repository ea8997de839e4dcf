/** Actuators: transmission, dynamics, gain, bias, inputs. */

export const TrnType = {
  JOINT: 0,
  JOINTINPARENT: 1,
  SLIDERCRANK: 2,
  TENDON: 3,
  SITE: 4,
  BODY: 5,
  SO3: 6,
  UNDEFINED: 1000,
} as const;
export type TrnType = (typeof TrnType)[keyof typeof TrnType];

export const DynType = {
  NONE: 0,
  INTEGRATOR: 1,
  FILTER: 2,
  FILTEREXACT: 3,
  MUSCLE: 4,
  DCMOTOR: 5,
  PID: 6,
  USER: 7,
} as const;
export type DynType = (typeof DynType)[keyof typeof DynType];

export const GainType = {
  FIXED: 0,
  AFFINE: 1,
  MUSCLE: 2,
  DCMOTOR: 3,
  SO3: 4,
  PID: 5,
  USER: 6,
} as const;
export type GainType = (typeof GainType)[keyof typeof GainType];

export const BiasType = {
  NONE: 0,
  AFFINE: 1,
  MUSCLE: 2,
  DCMOTOR: 3,
  SO3: 4,
  USER: 5,
} as const;
export type BiasType = (typeof BiasType)[keyof typeof BiasType];

export const CtrlChart = {
  EXPMAP: 1,
  QUAT: 2,
} as const;
export type CtrlChart = (typeof CtrlChart)[keyof typeof CtrlChart];

export const CtrlInput = {
  POS: 1,
  VEL: 2,
  FF: 4,
  VOLTAGE: 8,
  NONE: 16,
} as const;
export type CtrlInput = (typeof CtrlInput)[keyof typeof CtrlInput];

export const LengthRangeMode = {
  NONE: 0,
  MUSCLE: 1,
  MUSCLEUSER: 2,
  ALL: 3,
} as const;
export type LengthRangeMode = (typeof LengthRangeMode)[keyof typeof LengthRangeMode];
