/** MuJoCo's enumerations, with its integer values. */

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

export const Projection = {
  PERSPECTIVE: 0,
  ORTHOGRAPHIC: 1,
} as const;
export type Projection = (typeof Projection)[keyof typeof Projection];

export const CamLightMode = {
  FIXED: 0,
  TRACK: 1,
  TRACKCOM: 2,
  TARGETBODY: 3,
  TARGETBODYCOM: 4,
} as const;
export type CamLightMode = (typeof CamLightMode)[keyof typeof CamLightMode];

export const LightType = {
  SPOT: 0,
  DIRECTIONAL: 1,
  POINT: 2,
  IMAGE: 3,
} as const;
export type LightType = (typeof LightType)[keyof typeof LightType];

export const TextureType = {
  '2D': 0,
  CUBE: 1,
  SKYBOX: 2,
} as const;
export type TextureType = (typeof TextureType)[keyof typeof TextureType];

export const TextureRole = {
  USER: 0,
  RGB: 1,
  OCCLUSION: 2,
  ROUGHNESS: 3,
  METALLIC: 4,
  NORMAL: 5,
  OPACITY: 6,
  EMISSIVE: 7,
  RGBA: 8,
  ORM: 9,
} as const;
export type TextureRole = (typeof TextureRole)[keyof typeof TextureRole];

export const ColorSpace = {
  AUTO: 0,
  LINEAR: 1,
  SRGB: 2,
} as const;
export type ColorSpace = (typeof ColorSpace)[keyof typeof ColorSpace];

export const Integrator = {
  EULER: 0,
  RK4: 1,
  IMPLICIT: 2,
  IMPLICITFAST: 3,
  IMPLICITSPRINGDAMPER: 4,
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

export const CamOut = {
  RGB: 1,
  DEPTH: 2,
  DIST: 4,
  NORMAL: 8,
  SEG: 16,
} as const;
export type CamOut = (typeof CamOut)[keyof typeof CamOut];

export const SameFrame = {
  NONE: 0,
  BODY: 1,
  INERTIA: 2,
  BODYROT: 3,
  INERTIAROT: 4,
} as const;
export type SameFrame = (typeof SameFrame)[keyof typeof SameFrame];

export const SleepPolicy = {
  AUTO: 0,
  AUTO_NEVER: 1,
  AUTO_ALLOWED: 2,
  NEVER: 3,
  ALLOWED: 4,
  INIT: 5,
} as const;
export type SleepPolicy = (typeof SleepPolicy)[keyof typeof SleepPolicy];

export const LengthRangeMode = {
  NONE: 0,
  MUSCLE: 1,
  MUSCLEUSER: 2,
  ALL: 3,
} as const;
export type LengthRangeMode = (typeof LengthRangeMode)[keyof typeof LengthRangeMode];

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
