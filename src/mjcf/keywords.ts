/** Keyword sets of MJCF attributes and the integers they stand for, which are those of MuJoCo's enums. */

export type Keywords = ReadonlyMap<string, number>;

function keywords(table: Record<string, number>): Keywords {
  return new Map(Object.entries(table));
}

export const BOOL = keywords({ false: 0, true: 1 });
export const FALSE_TRUE_AUTO = keywords({ false: 0, true: 1, auto: 2 });
export const FALSE_AUTO = keywords({ false: 0, auto: 1 });
export const ENABLE = keywords({ disable: 0, enable: 1 });
export const COORDINATE = keywords({ local: 0, global: 1 });
export const ANGLE = keywords({ radian: 0, degree: 1 });
export const CONFLICT = keywords({ warning: 0, merge: 1, error: 2 });
export const LENGTH_RANGE_MODE = keywords({ none: 0, muscle: 1, muscleuser: 2, all: 3 });

export const INTEGRATOR = keywords({ Euler: 0, RK4: 1, implicit: 2, implicitfast: 3, implicitspringdamper: 4 });
export const CONE = keywords({ pyramidal: 0, elliptic: 1 });
export const JACOBIAN = keywords({ dense: 0, sparse: 1, auto: 2 });
export const SOLVER = keywords({ PGS: 0, CG: 1, Newton: 2 });

export const SLEEP = keywords({ auto: 0, never: 3, allowed: 4, init: 5 });
export const JOINT_TYPE = keywords({ free: 0, ball: 1, slide: 2, hinge: 3 });
export const GEOM_TYPE = keywords({
  plane: 0,
  hfield: 1,
  sphere: 2,
  capsule: 3,
  ellipsoid: 4,
  cylinder: 5,
  box: 6,
  mesh: 7,
  sdf: 8,
});
export const FLUID_SHAPE = keywords({ none: 0, ellipsoid: 1 });
export const PROJECTION = keywords({ perspective: 0, orthographic: 1 });
export const CAMLIGHT_MODE = keywords({ fixed: 0, track: 1, trackcom: 2, targetbody: 3, targetbodycom: 4 });
export const CAMERA_OUTPUT = keywords({ rgb: 1, depth: 2, distance: 4, normal: 8, segmentation: 16 });
export const LIGHT_TYPE = keywords({ spot: 0, directional: 1, point: 2, image: 3 });

export const TEXTURE_TYPE = keywords({ '2d': 0, cube: 1, skybox: 2 });
export const TEXTURE_ROLE = keywords({
  rgb: 1,
  occlusion: 2,
  roughness: 3,
  metallic: 4,
  normal: 5,
  opacity: 6,
  emissive: 7,
  rgba: 8,
  orm: 9,
});
export const COLORSPACE = keywords({ auto: 0, linear: 1, sRGB: 2 });
export const TEXTURE_BUILTIN = keywords({ none: 0, gradient: 1, checker: 2, flat: 3 });
export const TEXTURE_MARK = keywords({ none: 0, edge: 1, cross: 2, random: 3 });
export const MESH_INERTIA = keywords({ convex: 0, exact: 1, legacy: 2, shell: 3 });
export const MESH_BUILTIN = keywords({
  none: 0,
  sphere: 1,
  hemisphere: 2,
  cone: 3,
  supersphere: 4,
  supertorus: 5,
  wedge: 6,
  plate: 7,
});

export const DYNAMICS = keywords({
  none: 0,
  integrator: 1,
  filter: 2,
  filterexact: 3,
  muscle: 4,
  dcmotor: 5,
  pid: 6,
  user: 7,
});
export const GAIN = keywords({ fixed: 0, affine: 1, muscle: 2, dcmotor: 3, so3: 4, pid: 5, user: 6 });
export const BIAS = keywords({ none: 0, affine: 1, muscle: 2, dcmotor: 3, so3: 4, user: 5 });
export const INPUT_CHART = keywords({ expmap: 1, quat: 2 });
export const INPUT_BIT = keywords({ pos: 1, vel: 2, ff: 4, voltage: 8 });
export const INPUT_NONE = keywords({ none: 16 });
export const INTERPOLATION = keywords({ zoh: 0, linear: 1, cubic: 2 });

export const STAGE = keywords({ none: 0, pos: 1, vel: 2, acc: 3 });
export const DATA_TYPE = keywords({ real: 0, positive: 1, axis: 2, quaternion: 3 });
export const FRAME_OBJECT = keywords({ body: 1, xbody: 2, geom: 5, site: 6, camera: 7 });
export const CONTACT_DATA = keywords({ found: 0, force: 1, torque: 2, dist: 3, pos: 4, normal: 5, tangent: 6 });
export const RAY_DATA = keywords({ dist: 0, dir: 1, origin: 2, point: 3, normal: 4, depth: 5 });
export const REDUCE = keywords({ none: 0, mindist: 1, maxforce: 2, netforce: 3 });

/** mjtObj by the names that tuples and user sensors use. */
export const OBJECT_TYPE = keywords({
  body: 1,
  xbody: 2,
  joint: 3,
  dof: 4,
  geom: 5,
  site: 6,
  camera: 7,
  light: 8,
  flex: 9,
  mesh: 10,
  skin: 11,
  hfield: 12,
  texture: 13,
  material: 14,
  pair: 15,
  exclude: 16,
  equality: 17,
  tendon: 18,
  actuator: 19,
  sensor: 20,
  numeric: 21,
  text: 22,
  tuple: 23,
  key: 24,
  plugin: 25,
  frame: 100,
});

export const COMPOSITE_TYPE = keywords({ particle: 0, grid: 1, rope: 2, loop: 3, cable: 4, cloth: 5 });
export const FLEXCOMP_TYPE = keywords({
  grid: 0,
  box: 1,
  cylinder: 2,
  ellipsoid: 3,
  square: 4,
  disc: 5,
  circle: 6,
  mesh: 7,
  gmsh: 8,
  direct: 9,
});
export const FLEXCOMP_DOF = keywords({ full: 0, radial: 1, trilinear: 2, quadratic: 3, '2d': 4 });
export const FLEX_SELF = keywords({ none: 0, narrow: 1, bvh: 2, sap: 3, auto: 4 });
export const ELASTIC_2D = keywords({ none: 0, bend: 1, stretch: 2, both: 3 });
export const FLEX_EQUALITY = keywords({ false: 0, true: 1, vert: 2, strain: 3 });

/** Keyword of a value, for writing. */
export function keywordOf(table: Keywords, value: number): string {
  for (const [keyword, number] of table) if (number === value) return keyword;
  return '';
}
