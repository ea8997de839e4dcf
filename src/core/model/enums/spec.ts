/** Enums of the specification: the compiler resolves them, and no field of a Model contains them. */

/** Values of `limited`, `ctrllimited` etc.; AUTO: limited if there is a range. */
export const LimitedMode = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;
export type LimitedMode = (typeof LimitedMode)[keyof typeof LimitedMode];

/** Whether the inertial frame of a free body becomes its body frame; AUTO: as the compiler settings say. */
export const AlignFree = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;
export type AlignFree = (typeof AlignFree)[keyof typeof AlignFree];

/** Whether inertias come from geoms; AUTO: if there is no <inertial>. */
export const InertiaFromGeom = {
  FALSE: 0,
  TRUE: 1,
  AUTO: 2,
} as const;
export type InertiaFromGeom = (typeof InertiaFromGeom)[keyof typeof InertiaFromGeom];

/** Resolution of different settings of two models on attaching. */
export const ConflictMode = {
  WARNING: 0,
  MERGE: 1,
  ERROR: 2,
} as const;
export type ConflictMode = (typeof ConflictMode)[keyof typeof ConflictMode];

/** Representation of an orientation. The compiler converts all of them to quaternions. */
export const OrientationType = {
  QUAT: 0,
  AXISANGLE: 1,
  XYAXES: 2,
  ZAXIS: 3,
  EULER: 4,
} as const;
export type OrientationType = (typeof OrientationType)[keyof typeof OrientationType];

/** Distribution of the mass of a geom: in its volume or on its surface. */
export const GeomInertia = {
  VOLUME: 0,
  SHELL: 1,
} as const;
export type GeomInertia = (typeof GeomInertia)[keyof typeof GeomInertia];

/** Distribution of the mass of a mesh. */
export const MeshInertia = {
  CONVEX: 0,
  EXACT: 1,
  LEGACY: 2,
  SHELL: 3,
} as const;
export type MeshInertia = (typeof MeshInertia)[keyof typeof MeshInertia];

/** Built-in meshes. */
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

/** Built-in textures. */
export const TextureBuiltin = {
  NONE: 0,
  GRADIENT: 1,
  CHECKER: 2,
  FLAT: 3,
} as const;
export type TextureBuiltin = (typeof TextureBuiltin)[keyof typeof TextureBuiltin];

/** Marks drawn on a built-in texture. */
export const TextureMark = {
  NONE: 0,
  EDGE: 1,
  CROSS: 2,
  RANDOM: 3,
} as const;
export type TextureMark = (typeof TextureMark)[keyof typeof TextureMark];

/** Source of the points of a flexcomp. */
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

/** Degrees of freedom of the points of a flexcomp. */
export const FlexcompDof = {
  FULL: 0,
  RADIAL: 1,
  TRILINEAR: 2,
  QUADRATIC: 3,
  '2D': 4,
} as const;
export type FlexcompDof = (typeof FlexcompDof)[keyof typeof FlexcompDof];

/** Elastic deformations of a shell. */
export const Elastic2D = {
  NONE: 0,
  BEND: 1,
  STRETCH: 2,
  BOTH: 3,
} as const;
export type Elastic2D = (typeof Elastic2D)[keyof typeof Elastic2D];

/** Equality constraints created by a flexcomp. */
export const FlexEquality = {
  NONE: 0,
  EDGE: 1,
  VERT: 2,
  STRAIN: 3,
} as const;
export type FlexEquality = (typeof FlexEquality)[keyof typeof FlexEquality];
