/** Choices that are made before there is a Model: the compiler settles them, and no field of a Model holds one. */

/** Of `limited`, `ctrllimited` and the like; AUTO is decided by the presence of a range. */
export const LimitedMode = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;
export type LimitedMode = (typeof LimitedMode)[keyof typeof LimitedMode];

/** Whether a free body takes its inertial frame as body frame; AUTO is decided by the compiler settings. */
export const AlignFree = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;
export type AlignFree = (typeof AlignFree)[keyof typeof AlignFree];

/** Whether inertias come from geoms; AUTO: where there is no <inertial>. */
export const InertiaFromGeom = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;
export type InertiaFromGeom = (typeof InertiaFromGeom)[keyof typeof InertiaFromGeom];

/** What attaching does when the settings of two models differ. */
export const ConflictMode = {
  WARNING: 0,
  MERGE: 1,
  ERROR: 2,
} as const;
export type ConflictMode = (typeof ConflictMode)[keyof typeof ConflictMode];

/** The way an orientation was given. The compiler turns all of them into a quaternion. */
export const OrientationType = {
  QUAT: 0,
  AXISANGLE: 1,
  XYAXES: 2,
  ZAXIS: 3,
  EULER: 4,
} as const;
export type OrientationType = (typeof OrientationType)[keyof typeof OrientationType];

/** Where the mass of a geom sits. */
export const GeomInertia = {
  VOLUME: 0,
  SHELL: 1,
} as const;
export type GeomInertia = (typeof GeomInertia)[keyof typeof GeomInertia];

/** How mass is spread over a mesh. */
export const MeshInertia = {
  CONVEX: 0,
  EXACT: 1,
  LEGACY: 2,
  SHELL: 3,
} as const;
export type MeshInertia = (typeof MeshInertia)[keyof typeof MeshInertia];

/** Meshes that need no file. */
export const MeshBuiltin = {
  NONE: 0,
  SPHERE: 1,
  HEMISPHERE: 2,
  CONE: 3,
  SUPERSPHERE: 4,
  SUPERTORUS: 5,
  WEDGE: 6,
  PLATE: 7,
} as const;
export type MeshBuiltin = (typeof MeshBuiltin)[keyof typeof MeshBuiltin];

/** Textures that need no file. */
export const TextureBuiltin = {
  NONE: 0,
  GRADIENT: 1,
  CHECKER: 2,
  FLAT: 3,
} as const;
export type TextureBuiltin = (typeof TextureBuiltin)[keyof typeof TextureBuiltin];

/** Marks on top of a built-in texture. */
export const TextureMark = {
  NONE: 0,
  EDGE: 1,
  CROSS: 2,
  RANDOM: 3,
} as const;
export type TextureMark = (typeof TextureMark)[keyof typeof TextureMark];

/** Where the points of a flexcomp come from. */
export const FlexcompType = {
  GRID: 0,
  BOX: 1,
  CYLINDER: 2,
  ELLIPSOID: 3,
  SQUARE: 4,
  DISC: 5,
  CIRCLE: 6,
  MESH: 7,
  GMSH: 8,
  DIRECT: 9,
} as const;
export type FlexcompType = (typeof FlexcompType)[keyof typeof FlexcompType];

/** What moves the points of a flexcomp. */
export const FlexcompDof = {
  FULL: 0,
  RADIAL: 1,
  TRILINEAR: 2,
  QUADRATIC: 3,
  '2D': 4,
} as const;
export type FlexcompDof = (typeof FlexcompDof)[keyof typeof FlexcompDof];

/** Which deformations of a shell are elastic. */
export const Elastic2D = {
  NONE: 0,
  BEND: 1,
  STRETCH: 2,
  BOTH: 3,
} as const;
export type Elastic2D = (typeof Elastic2D)[keyof typeof Elastic2D];

/** Equality constraints that come with a flexcomp. */
export const FlexEquality = {
  NONE: 0,
  EDGE: 1,
  VERT: 2,
  STRAIN: 3,
} as const;
export type FlexEquality = (typeof FlexEquality)[keyof typeof FlexEquality];
