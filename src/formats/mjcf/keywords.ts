/** Keyword sets of MJCF attributes, and the corresponding members of MuJoCo's enums. */

import * as S from '../../core/model/enums/spec.ts';
import * as E from '../../core/model/enums.ts';

export type Keywords<V extends number = number> = ReadonlyMap<string, V>;

/** An enum, and the keyword of each of its members: a missing or unknown member does not compile. */
function keywords<M extends string, V extends number>(
  members: Readonly<Record<M, V>>,
  words: Readonly<Record<M, string>>,
): Keywords<V> {
  return some<M, V>(members, words);
}

/** Keywords for some members of an enum. */
function some<M extends string, V extends number>(
  members: Readonly<Record<M, V>>,
  words: Readonly<Partial<Record<M, string>>>,
): Keywords<V> {
  return new Map(Object.entries(words as Record<M, string>).map(([m, word]) => [word as string, members[m as M]]));
}

/** Keywords whose value is their index in the list. */
function inOrder(...words: string[]): Keywords {
  return new Map(words.map((word, i) => [word, i]));
}

export const BOOL = inOrder('false', 'true');
export const FALSE_AUTO = inOrder('false', 'auto');
export const ENABLE = inOrder('disable', 'enable');
export const COORDINATE = inOrder('local', 'global');
/** of the field `degree` */
export const ANGLE = inOrder('radian', 'degree');
/** of the field `fluid_ellipsoid` */
export const FLUID_SHAPE = inOrder('none', 'ellipsoid');

export const LIMITED = keywords(S.LimitedMode, { FALSE: 'false', TRUE: 'true', AUTO: 'auto' });
export const ALIGN_FREE = keywords(S.AlignFree, { FALSE: 'false', TRUE: 'true', AUTO: 'auto' });
export const INERTIA_FROM_GEOM = keywords(S.InertiaFromGeom, { FALSE: 'false', TRUE: 'true', AUTO: 'auto' });
export const CONFLICT = keywords(S.ConflictMode, { WARNING: 'warning', MERGE: 'merge', ERROR: 'error' });
export const LENGTH_RANGE_MODE = keywords(E.LengthRangeMode, {
  NONE: 'none',
  MUSCLE: 'muscle',
  MUSCLEUSER: 'muscleuser',
  ALL: 'all',
});

export const INTEGRATOR = keywords(E.Integrator, {
  EULER: 'Euler',
  RK4: 'RK4',
  IMPLICIT: 'implicit',
  IMPLICITFAST: 'implicitfast',
  DISCRETE: 'discrete',
  IMPLICITSPRINGDAMPER: 'implicitspringdamper',
});
export const CONE = keywords(E.Cone, { PYRAMIDAL: 'pyramidal', ELLIPTIC: 'elliptic' });
export const JACOBIAN = keywords(E.JacobianType, { DENSE: 'dense', SPARSE: 'sparse', AUTO: 'auto' });
export const SOLVER = keywords(E.Solver, { PGS: 'PGS', CG: 'CG', NEWTON: 'Newton' });
/** Flags that are on by default: bit in disableflags. */
export const DISABLE_FLAGS = keywords(E.Disable, {
  CONSTRAINT: 'constraint',
  EQUALITY: 'equality',
  FRICTIONLOSS: 'frictionloss',
  LIMIT: 'limit',
  CONTACT: 'contact',
  SPRING: 'spring',
  DAMPER: 'damper',
  GRAVITY: 'gravity',
  CLAMPCTRL: 'clampctrl',
  WARMSTART: 'warmstart',
  FILTERPARENT: 'filterparent',
  ACTUATION: 'actuation',
  REFSAFE: 'refsafe',
  SENSOR: 'sensor',
  MIDPHASE: 'midphase',
  EULERDAMP: 'eulerdamp',
  AUTORESET: 'autoreset',
  NATIVECCD: 'nativeccd',
  ISLAND: 'island',
  MULTICCD: 'multiccd',
});
/** Flags that are off by default: bit in enableflags. */
export const ENABLE_FLAGS = keywords(E.Enable, {
  OVERRIDE: 'override',
  ENERGY: 'energy',
  FWDINV: 'fwdinv',
  INVDISCRETE: 'invdiscrete',
  SLEEP: 'sleep',
  DIAGEXACT: 'diagexact',
});

export const SLEEP = some(E.SleepPolicy, { AUTO: 'auto', NEVER: 'never', ALLOWED: 'allowed', INIT: 'init' });
export const JOINT_TYPE = keywords(E.JointType, { FREE: 'free', BALL: 'ball', SLIDE: 'slide', HINGE: 'hinge' });
export const GEOM_TYPE = some(E.GeomType, {
  PLANE: 'plane',
  HFIELD: 'hfield',
  SPHERE: 'sphere',
  CAPSULE: 'capsule',
  ELLIPSOID: 'ellipsoid',
  CYLINDER: 'cylinder',
  BOX: 'box',
  MESH: 'mesh',
  SDF: 'sdf',
});
export const GEOM_INERTIA = keywords(S.GeomInertia, { VOLUME: 'false', SHELL: 'true' });
export const PROJECTION = keywords(E.Projection, { PERSPECTIVE: 'perspective', ORTHOGRAPHIC: 'orthographic' });
export const CAMLIGHT_MODE = keywords(E.CamLightMode, {
  FIXED: 'fixed',
  TRACK: 'track',
  TRACKCOM: 'trackcom',
  TARGETBODY: 'targetbody',
  TARGETBODYCOM: 'targetbodycom',
});
export const CAMERA_OUTPUT = keywords(E.CamOut, {
  RGB: 'rgb',
  DEPTH: 'depth',
  DIST: 'distance',
  NORMAL: 'normal',
  SEG: 'segmentation',
});
export const LIGHT_TYPE = keywords(E.LightType, {
  SPOT: 'spot',
  DIRECTIONAL: 'directional',
  POINT: 'point',
  IMAGE: 'image',
});

export const TEXTURE_TYPE = keywords(E.TextureType, { '2D': '2d', CUBE: 'cube', SKYBOX: 'skybox' });
export const TEXTURE_ROLE = some(E.TextureRole, {
  RGB: 'rgb',
  OCCLUSION: 'occlusion',
  ROUGHNESS: 'roughness',
  METALLIC: 'metallic',
  NORMAL: 'normal',
  OPACITY: 'opacity',
  EMISSIVE: 'emissive',
  RGBA: 'rgba',
  ORM: 'orm',
});
export const COLORSPACE = keywords(E.ColorSpace, { AUTO: 'auto', LINEAR: 'linear', SRGB: 'sRGB' });
export const TEXTURE_BUILTIN = keywords(S.TextureBuiltin, {
  NONE: 'none',
  GRADIENT: 'gradient',
  CHECKER: 'checker',
  FLAT: 'flat',
});
export const TEXTURE_MARK = keywords(S.TextureMark, { NONE: 'none', EDGE: 'edge', CROSS: 'cross', RANDOM: 'random' });
export const MESH_INERTIA = keywords(S.MeshInertia, {
  CONVEX: 'convex',
  EXACT: 'exact',
  LEGACY: 'legacy',
  SHELL: 'shell',
});
export const MESH_BUILTIN = keywords(S.MeshBuiltin, {
  NONE: 'none',
  SPHERE: 'sphere',
  HEMISPHERE: 'hemisphere',
  CONE: 'cone',
  SUPERSPHERE: 'supersphere',
  SUPERTORUS: 'supertorus',
  WEDGE: 'wedge',
  PLATE: 'plate',
});

export const DYNAMICS = keywords(E.DynType, {
  NONE: 'none',
  INTEGRATOR: 'integrator',
  FILTER: 'filter',
  FILTEREXACT: 'filterexact',
  MUSCLE: 'muscle',
  DCMOTOR: 'dcmotor',
  PID: 'pid',
  USER: 'user',
});
export const GAIN = keywords(E.GainType, {
  FIXED: 'fixed',
  AFFINE: 'affine',
  MUSCLE: 'muscle',
  DCMOTOR: 'dcmotor',
  SO3: 'so3',
  PID: 'pid',
  USER: 'user',
});
export const BIAS = keywords(E.BiasType, {
  NONE: 'none',
  AFFINE: 'affine',
  MUSCLE: 'muscle',
  DCMOTOR: 'dcmotor',
  SO3: 'so3',
  USER: 'user',
});
export const INPUT_CHART = keywords(E.CtrlChart, { EXPMAP: 'expmap', QUAT: 'quat' });
export const INPUT_BIT = some(E.CtrlInput, { POS: 'pos', VEL: 'vel', FF: 'ff', VOLTAGE: 'voltage' });
export const INPUT_NONE = some(E.CtrlInput, { NONE: 'none' });
export const INTERPOLATION = keywords(E.Interpolation, { ZOH: 'zoh', LINEAR: 'linear', CUBIC: 'cubic' });

export const STAGE = keywords(E.Stage, { NONE: 'none', POS: 'pos', VEL: 'vel', ACC: 'acc' });
export const DATA_TYPE = keywords(E.DataType, {
  REAL: 'real',
  POSITIVE: 'positive',
  AXIS: 'axis',
  QUATERNION: 'quaternion',
});
export const FRAME_OBJECT = some(E.ObjType, {
  BODY: 'body',
  XBODY: 'xbody',
  GEOM: 'geom',
  SITE: 'site',
  CAMERA: 'camera',
});
export const CONTACT_DATA = keywords(E.ConDataField, {
  FOUND: 'found',
  FORCE: 'force',
  TORQUE: 'torque',
  DIST: 'dist',
  POS: 'pos',
  NORMAL: 'normal',
  TANGENT: 'tangent',
});
export const RAY_DATA = keywords(E.RayDataField, {
  DIST: 'dist',
  DIR: 'dir',
  ORIGIN: 'origin',
  POINT: 'point',
  NORMAL: 'normal',
  DEPTH: 'depth',
});
export const REDUCE = keywords(E.ContactReduction, {
  NONE: 'none',
  MINDIST: 'mindist',
  MAXFORCE: 'maxforce',
  NETFORCE: 'netforce',
});

/** Kinds of objects, by the names in tuples and user sensors. */
export const OBJECT_TYPE = some(E.ObjType, {
  BODY: 'body',
  XBODY: 'xbody',
  JOINT: 'joint',
  DOF: 'dof',
  GEOM: 'geom',
  SITE: 'site',
  CAMERA: 'camera',
  LIGHT: 'light',
  FLEX: 'flex',
  MESH: 'mesh',
  SKIN: 'skin',
  HFIELD: 'hfield',
  TEXTURE: 'texture',
  MATERIAL: 'material',
  PAIR: 'pair',
  EXCLUDE: 'exclude',
  EQUALITY: 'equality',
  TENDON: 'tendon',
  ACTUATOR: 'actuator',
  SENSOR: 'sensor',
  NUMERIC: 'numeric',
  TEXT: 'text',
  TUPLE: 'tuple',
  KEY: 'key',
  PLUGIN: 'plugin',
  FRAME: 'frame',
});

// of composites only cables remain: the other words are recognized for an error message
export const COMPOSITE_TYPE = inOrder('particle', 'grid', 'rope', 'loop', 'cable', 'cloth');
export const COMPOSITE_JOINT = inOrder('main');
export const FLEXCOMP_TYPE = keywords(S.FlexcompType, {
  GRID: 'grid',
  BOX: 'box',
  CYLINDER: 'cylinder',
  ELLIPSOID: 'ellipsoid',
  SQUARE: 'square',
  DISC: 'disc',
  CIRCLE: 'circle',
  MESH: 'mesh',
  GMSH: 'gmsh',
  DIRECT: 'direct',
});
export const FLEXCOMP_DOF = keywords(S.FlexcompDof, {
  FULL: 'full',
  RADIAL: 'radial',
  TRILINEAR: 'trilinear',
  QUADRATIC: 'quadratic',
  '2D': '2d',
});
export const FLEX_SELF = keywords(E.FlexSelf, {
  NONE: 'none',
  NARROW: 'narrow',
  BVH: 'bvh',
  SAP: 'sap',
  AUTO: 'auto',
});
export const ELASTIC_2D = keywords(S.Elastic2D, { NONE: 'none', BEND: 'bend', STRETCH: 'stretch', BOTH: 'both' });
export const FLEX_EQUALITY = keywords(S.FlexEquality, { NONE: 'false', EDGE: 'true', VERT: 'vert', STRAIN: 'strain' });

/** Keyword of a value, for writing. */
export function keywordOf(table: Keywords, value: number): string {
  for (const [keyword, number] of table) if (number === value) return keyword;
  return '';
}
