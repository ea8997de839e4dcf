/** Options of a Model: flags, integrators, solvers. */

export const Disable = {
  CONSTRAINT: 1,
  EQUALITY: 2,
  FRICTIONLOSS: 4,
  LIMIT: 8,
  CONTACT: 16,
  SPRING: 32,
  DAMPER: 64,
  GRAVITY: 128,
  CLAMPCTRL: 256,
  WARMSTART: 512,
  FILTERPARENT: 1024,
  ACTUATION: 2048,
  REFSAFE: 4096,
  SENSOR: 8192,
  MIDPHASE: 16384,
  EULERDAMP: 32768,
  AUTORESET: 65536,
  NATIVECCD: 131072,
  ISLAND: 262144,
  MULTICCD: 524288,
} as const;
export type Disable = (typeof Disable)[keyof typeof Disable];

export const Enable = {
  OVERRIDE: 1,
  ENERGY: 2,
  FWDINV: 4,
  INVDISCRETE: 8,
  SLEEP: 16,
  DIAGEXACT: 32,
} as const;
export type Enable = (typeof Enable)[keyof typeof Enable];

export const Integrator = {
  EULER: 0,
  RK4: 1,
  IMPLICIT: 2,
  IMPLICITFAST: 3,
  DISCRETE: 4,
  /** ours; MuJoCo numbers its integrators from 0 */
  IMPLICITSPRINGDAMPER: 1000,
} as const;
export type Integrator = (typeof Integrator)[keyof typeof Integrator];

export const Cone = {
  PYRAMIDAL: 0,
  ELLIPTIC: 1,
} as const;
export type Cone = (typeof Cone)[keyof typeof Cone];

export const JacobianType = {
  DENSE: 0,
  SPARSE: 1,
  AUTO: 2,
} as const;
export type JacobianType = (typeof JacobianType)[keyof typeof JacobianType];

export const Solver = {
  PGS: 0,
  CG: 1,
  NEWTON: 2,
} as const;
export type Solver = (typeof Solver)[keyof typeof Solver];
