/** Attributes in `contact`, `equality`, `tendon`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** A contact pair with its own parameters. */
export interface ContactPairAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** first geom */
  geom1?: Ref;
  /** second geom */
  geom2?: Ref;
  /** contact dimensions */
  condim?: number;
  /** friction: two sliding, torsional, two rolling; 1 to 5 numbers */
  friction?: Vector;
  /** reference; 1 to 2 numbers */
  solref?: Vector;
  /** solver reference of friction; 1 to 2 numbers */
  solreffriction?: Vector;
  /** impedance; 1 to 5 numbers */
  solimp?: Vector;
  /** additional distance in which contacts exert no force */
  gap?: number;
  /** distance below which contacts are detected */
  margin?: number;
  /** adhesion force of contacts */
  adhesion?: number;
}

/** Two bodies that never collide. */
export interface ContactExcludeAttributes {
  /** name */
  name?: string;
  /** first body */
  body1: Ref;
  /** second body */
  body2: Ref;
}

/** Attributes of most elements in <equality>. */
export interface EqualityBase {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** whether it is initially active */
  active?: boolean;
  /** reference; 1 to 2 numbers */
  solref?: Vector;
  /** impedance; 1 to 5 numbers */
  solimp?: Vector;
}

/** Keeps a point of two bodies together. */
export interface EqualityConnectAttributes extends EqualityBase {
  /** first body */
  body1?: Ref;
  /** second body (default: the world) */
  body2?: Ref;
  /** the point, in the frame of body1; 3 numbers */
  anchor?: Vector;
  /** first site */
  site1?: Ref;
  /** second site */
  site2?: Ref;
}

/** Keeps the relative pose of two bodies. */
export interface EqualityWeldAttributes extends EqualityBase {
  /** first body */
  body1?: Ref;
  /** second body (default: the world) */
  body2?: Ref;
  /** pose of body2 in body1; zero quaternion: the initial pose; 7 numbers */
  relpose?: Vector;
  /** point at which torques are taken, in the frame of body2; 3 numbers */
  anchor?: Vector;
  /** first site */
  site1?: Ref;
  /** second site */
  site2?: Ref;
  /** weight of rotation */
  torquescale?: number;
}

/** Couples two joints, or fixes one. */
export interface EqualityJointAttributes extends EqualityBase {
  /** first joint */
  joint1: Ref;
  /** second joint */
  joint2?: Ref;
  /** coefficients of the coupling polynomial; 1 to 5 numbers */
  polycoef?: Vector;
}

/** Couples two tendons, or fixes one. */
export interface EqualityTendonAttributes extends EqualityBase {
  /** first tendon */
  tendon1: Ref;
  /** second tendon */
  tendon2?: Ref;
  /** coefficients of the coupling polynomial; 1 to 5 numbers */
  polycoef?: Vector;
}

/** Keeps the distance of two geoms; not in MuJoCo. */
export interface EqualityDistanceAttributes extends EqualityBase {
  /** first geom */
  geom1: Ref;
  /** second geom */
  geom2: Ref;
  /** the distance (default: the initial distance) */
  distance?: number;
}

/** Keeps the lengths of all edges. */
export interface EqualityFlexAttributes extends EqualityBase {
  /** the flex */
  flex: Ref;
}

/** Keeps the strain of cells. */
export interface EqualityFlexstrainAttributes extends EqualityBase {
  /** the flex */
  flex: Ref;
  /** the cell; 3 numbers */
  cell?: Vector;
}

/** A tendon through sites and around geoms. */
export interface TendonSpatialAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** group */
  group?: number;
  /** whether range applies */
  limited?: boolean | 'false' | 'true' | 'auto';
  /** limits of the length; 2 numbers */
  range?: Vector;
  /** solver reference of limits; 1 to 2 numbers */
  solreflimit?: Vector;
  /** solver impedance of limits; 1 to 5 numbers */
  solimplimit?: Vector;
  /** solver reference of friction loss; 1 to 2 numbers */
  solreffriction?: Vector;
  /** solver impedance of friction loss; 1 to 5 numbers */
  solimpfriction?: Vector;
  /** dry friction */
  frictionloss?: number;
  /** length, or range of lengths, without spring force; 1 to 2 numbers */
  springlength?: Vector;
  /** distance at which a limit becomes active */
  margin?: number;
  /** spring stiffness, with polynomial coefficients; 1 to 3 numbers */
  stiffness?: Vector;
  /** damping, with polynomial coefficients; 1 to 3 numbers */
  damping?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
  /** whether actuatorfrcrange applies */
  actuatorfrclimited?: boolean | 'false' | 'true' | 'auto';
  /** bounds of the total actuator force; 2 numbers */
  actuatorfrcrange?: Vector;
  /** inertia of the tendon length */
  armature?: number;
  /** width */
  width?: number;
  /** material */
  material?: Ref;
  /** color; 4 numbers */
  rgba?: Vector;
}

/** A point on the path. */
export interface TendonSpatialSiteAttributes {
  /** the site */
  site: Ref;
}

/** A sphere or cylinder the path wraps around. */
export interface TendonSpatialGeomAttributes {
  /** the geom */
  geom: Ref;
  /** side on which the path passes */
  sidesite?: Ref;
}

/** Starts a branch with divided length. */
export interface TendonSpatialPulleyAttributes {
  /** the divisor */
  divisor: number;
}

/** A tendon whose length is a linear combination of joint positions. */
export interface TendonFixedAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** group */
  group?: number;
  /** whether range applies */
  limited?: boolean | 'false' | 'true' | 'auto';
  /** limits of the length; 2 numbers */
  range?: Vector;
  /** solver reference of limits; 1 to 2 numbers */
  solreflimit?: Vector;
  /** solver impedance of limits; 1 to 5 numbers */
  solimplimit?: Vector;
  /** solver reference of friction loss; 1 to 2 numbers */
  solreffriction?: Vector;
  /** solver impedance of friction loss; 1 to 5 numbers */
  solimpfriction?: Vector;
  /** dry friction */
  frictionloss?: number;
  /** length, or range of lengths, without spring force; 1 to 2 numbers */
  springlength?: Vector;
  /** distance at which a limit becomes active */
  margin?: number;
  /** spring stiffness, with polynomial coefficients; 1 to 3 numbers */
  stiffness?: Vector;
  /** damping, with polynomial coefficients; 1 to 3 numbers */
  damping?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
  /** whether actuatorfrcrange applies */
  actuatorfrclimited?: boolean | 'false' | 'true' | 'auto';
  /** bounds of the total actuator force; 2 numbers */
  actuatorfrcrange?: Vector;
  /** inertia of the tendon length */
  armature?: number;
}

/** A joint of a fixed tendon. */
export interface TendonFixedJointAttributes {
  /** the joint */
  joint: Ref;
  /** coefficient of the joint */
  coef: number;
}

export interface ContactElements {
  /** A contact pair with its own parameters. */
  pair: [ContactPairAttributes, never];
  /** Two bodies that never collide. */
  exclude: [ContactExcludeAttributes, never];
}

export interface EqualityElements {
  /** Keeps a point of two bodies together. */
  connect: [EqualityConnectAttributes, 'body1' | 'body2' | 'anchor' | 'site1' | 'site2'];
  /** Keeps the relative pose of two bodies. */
  weld: [EqualityWeldAttributes, 'body1' | 'body2' | 'relpose' | 'anchor' | 'site1' | 'site2' | 'torquescale'];
  /** Couples two joints, or fixes one. */
  joint: [EqualityJointAttributes, 'joint1' | 'joint2' | 'polycoef'];
  /** Couples two tendons, or fixes one. */
  tendon: [EqualityTendonAttributes, 'tendon1' | 'tendon2' | 'polycoef'];
  /** Keeps the distance of two geoms; not in MuJoCo. */
  distance: [EqualityDistanceAttributes, 'geom1' | 'geom2' | 'distance'];
  /** Keeps the lengths of all edges. */
  flex: [EqualityFlexAttributes, 'flex'];
  /** Keeps the distances of vertices. */
  flexvert: [EqualityFlexAttributes, 'flex'];
  /** Keeps the strain of cells. */
  flexstrain: [EqualityFlexstrainAttributes, 'flex' | 'cell'];
}

export interface TendonSpatialElements {
  /** A point on the path. */
  site: [TendonSpatialSiteAttributes, 'site'];
  /** A sphere or cylinder the path wraps around. */
  geom: [TendonSpatialGeomAttributes, 'geom' | 'sidesite'];
  /** Starts a branch with divided length. */
  pulley: [TendonSpatialPulleyAttributes, 'divisor'];
}

export interface TendonFixedElements {
  /** A joint of a fixed tendon. */
  joint: [TendonFixedJointAttributes, 'joint' | 'coef'];
}

export interface TendonElements {
  /** A tendon through sites and around geoms. */
  spatial: [TendonSpatialAttributes, 'springlength'];
  /** A tendon whose length is a linear combination of joint positions. */
  fixed: [TendonFixedAttributes, 'springlength'];
}
