/** Attributes in `contact`, `equality`, `tendon`. Made from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** Contact between two geoms, with parameters of its own. */
export interface ContactPairAttributes {
  /** name */
  name?: string;
  /** default class to start from */
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
  /** reference of friction; 1 to 2 numbers */
  solreffriction?: Vector;
  /** impedance; 1 to 5 numbers */
  solimp?: Vector;
  /** distance in which contacts exert no force yet */
  gap?: number;
  /** distance at which contacts begin */
  margin?: number;
  /** force that holds contacts together */
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

/** What most elements in <equality> have. */
export interface EqualityBase {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** whether it holds at the start */
  active?: boolean;
  /** reference; 1 to 2 numbers */
  solref?: Vector;
  /** impedance; 1 to 5 numbers */
  solimp?: Vector;
}

/** Two bodies share a point. */
export interface EqualityConnectAttributes extends EqualityBase {
  /** first body */
  body1?: Ref;
  /** second body; the world */
  body2?: Ref;
  /** the point, in the frame of body1; 3 numbers */
  anchor?: Vector;
  /** first site */
  site1?: Ref;
  /** second site */
  site2?: Ref;
}

/** Two bodies keep their relative pose. */
export interface EqualityWeldAttributes extends EqualityBase {
  /** first body */
  body1?: Ref;
  /** second body; the world */
  body2?: Ref;
  /** pose of body2 in body1; zero quaternion: that of the model; 7 numbers */
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
  /** polynomial that couples them; 1 to 5 numbers */
  polycoef?: Vector;
}

/** Couples two tendons, or fixes one. */
export interface EqualityTendonAttributes extends EqualityBase {
  /** first tendon */
  tendon1: Ref;
  /** second tendon */
  tendon2?: Ref;
  /** polynomial that couples them; 1 to 5 numbers */
  polycoef?: Vector;
}

/** Two geoms keep their distance; an addition of ours. */
export interface EqualityDistanceAttributes extends EqualityBase {
  /** first geom */
  geom1: Ref;
  /** second geom */
  geom2: Ref;
  /** the distance; that of the model when left out */
  distance?: number;
}

/** Edges keep their lengths. */
export interface EqualityFlexAttributes extends EqualityBase {
  /** the flex */
  flex: Ref;
}

/** Cells keep their strain. */
export interface EqualityFlexstrainAttributes extends EqualityBase {
  /** the flex */
  flex: Ref;
  /** the cell; 3 numbers */
  cell?: Vector;
}

/** A tendon along sites and around geoms. */
export interface TendonSpatialAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** group */
  group?: number;
  /** whether range counts */
  limited?: boolean | 'false' | 'true' | 'auto';
  /** limits of the length; 2 numbers */
  range?: Vector;
  /** reference of limits; 1 to 2 numbers */
  solreflimit?: Vector;
  /** impedance of limits; 1 to 5 numbers */
  solimplimit?: Vector;
  /** reference of friction loss; 1 to 2 numbers */
  solreffriction?: Vector;
  /** impedance of friction loss; 1 to 5 numbers */
  solimpfriction?: Vector;
  /** dry friction */
  frictionloss?: number;
  /** length, or range of lengths, without spring force; 1 to 2 numbers */
  springlength?: Vector;
  /** distance at which a limit becomes active */
  margin?: number;
  /** spring, with higher powers; 1 to 3 numbers */
  stiffness?: Vector;
  /** damping, with higher powers; 1 to 3 numbers */
  damping?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
  /** whether actuatorfrcrange counts */
  actuatorfrclimited?: boolean | 'false' | 'true' | 'auto';
  /** bounds of the total actuator force; 2 numbers */
  actuatorfrcrange?: Vector;
  /** inertia of the length */
  armature?: number;
  /** width */
  width?: number;
  /** material */
  material?: Ref;
  /** colour; 4 numbers */
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

/** Starts a branch whose length is divided. */
export interface TendonSpatialPulleyAttributes {
  /** the divisor */
  divisor: number;
}

/** A tendon whose length is a sum of joint values. */
export interface TendonFixedAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** group */
  group?: number;
  /** whether range counts */
  limited?: boolean | 'false' | 'true' | 'auto';
  /** limits of the length; 2 numbers */
  range?: Vector;
  /** reference of limits; 1 to 2 numbers */
  solreflimit?: Vector;
  /** impedance of limits; 1 to 5 numbers */
  solimplimit?: Vector;
  /** reference of friction loss; 1 to 2 numbers */
  solreffriction?: Vector;
  /** impedance of friction loss; 1 to 5 numbers */
  solimpfriction?: Vector;
  /** dry friction */
  frictionloss?: number;
  /** length, or range of lengths, without spring force; 1 to 2 numbers */
  springlength?: Vector;
  /** distance at which a limit becomes active */
  margin?: number;
  /** spring, with higher powers; 1 to 3 numbers */
  stiffness?: Vector;
  /** damping, with higher powers; 1 to 3 numbers */
  damping?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
  /** whether actuatorfrcrange counts */
  actuatorfrclimited?: boolean | 'false' | 'true' | 'auto';
  /** bounds of the total actuator force; 2 numbers */
  actuatorfrcrange?: Vector;
  /** inertia of the length */
  armature?: number;
}

/** A joint that contributes to the length. */
export interface TendonFixedJointAttributes {
  /** the joint */
  joint: Ref;
  /** its factor */
  coef: number;
}

export interface ContactElements {
  /** Contact between two geoms, with parameters of its own. */
  pair: [ContactPairAttributes, never];
  /** Two bodies that never collide. */
  exclude: [ContactExcludeAttributes, never];
}

export interface EqualityElements {
  /** Two bodies share a point. */
  connect: [EqualityConnectAttributes, 'body1' | 'body2' | 'anchor' | 'site1' | 'site2'];
  /** Two bodies keep their relative pose. */
  weld: [EqualityWeldAttributes, 'body1' | 'body2' | 'relpose' | 'anchor' | 'site1' | 'site2' | 'torquescale'];
  /** Couples two joints, or fixes one. */
  joint: [EqualityJointAttributes, 'joint1' | 'joint2' | 'polycoef'];
  /** Couples two tendons, or fixes one. */
  tendon: [EqualityTendonAttributes, 'tendon1' | 'tendon2' | 'polycoef'];
  /** Two geoms keep their distance; an addition of ours. */
  distance: [EqualityDistanceAttributes, 'geom1' | 'geom2' | 'distance'];
  /** Edges keep their lengths. */
  flex: [EqualityFlexAttributes, 'flex'];
  /** Vertices keep their distances. */
  flexvert: [EqualityFlexAttributes, 'flex'];
  /** Cells keep their strain. */
  flexstrain: [EqualityFlexstrainAttributes, 'flex' | 'cell'];
}

export interface TendonSpatialElements {
  /** A point on the path. */
  site: [TendonSpatialSiteAttributes, 'site'];
  /** A sphere or cylinder the path wraps around. */
  geom: [TendonSpatialGeomAttributes, 'geom' | 'sidesite'];
  /** Starts a branch whose length is divided. */
  pulley: [TendonSpatialPulleyAttributes, 'divisor'];
}

export interface TendonFixedElements {
  /** A joint that contributes to the length. */
  joint: [TendonFixedJointAttributes, 'joint' | 'coef'];
}

export interface TendonElements {
  /** A tendon along sites and around geoms. */
  spatial: [TendonSpatialAttributes, 'springlength'];
  /** A tendon whose length is a sum of joint values. */
  fixed: [TendonFixedAttributes, 'springlength'];
}
