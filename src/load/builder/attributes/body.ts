/** Attributes in `worldbody`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** A rigid body. */
export interface BodyAttributes {
  /** name */
  name?: string;
  /** default class of the contents */
  childclass?: Ref;
  /** position; 3 numbers */
  pos?: Vector;
  /** orientation: quaternion; 4 numbers */
  quat?: Vector;
  /** orientation: axis and angle; 4 numbers */
  axisangle?: Vector;
  /** orientation: x and y axes; 6 numbers */
  xyaxes?: Vector;
  /** orientation: z axis, smallest rotation; 3 numbers */
  zaxis?: Vector;
  /** orientation: three rotations in the order of eulerseq; 3 numbers */
  euler?: Vector;
  /** whether user code sets its pose */
  mocap?: boolean;
  /** fraction of the weight that is compensated */
  gravcomp?: number;
  /** sleep policy of its tree */
  sleep?: 'auto' | 'never' | 'allowed' | 'init';
  /** whether it may be treated as simple */
  simple?: 'false' | 'auto';
  /** user-defined values; any count of numbers */
  user?: Vector;
}

/** A coordinate frame; resolved during compilation. */
export interface FrameAttributes {
  /** name */
  name?: string;
  /** default class of the contents */
  childclass?: Ref;
  /** position; 3 numbers */
  pos?: Vector;
  /** orientation: quaternion; 4 numbers */
  quat?: Vector;
  /** orientation: axis and angle; 4 numbers */
  axisangle?: Vector;
  /** orientation: x and y axes; 6 numbers */
  xyaxes?: Vector;
  /** orientation: z axis, smallest rotation; 3 numbers */
  zaxis?: Vector;
  /** orientation: three rotations in the order of eulerseq; 3 numbers */
  euler?: Vector;
}

/** A shape for collision, inertia and rendering. */
export interface GeomAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** shape */
  type?: 'plane' | 'hfield' | 'sphere' | 'capsule' | 'ellipsoid' | 'cylinder' | 'box' | 'mesh' | 'sdf';
  /** contact bits */
  contype?: number;
  /** contact bits accepted */
  conaffinity?: number;
  /** contact dimensions: 1, 3, 4 or 6 */
  condim?: number;
  /** group */
  group?: number;
  /** the geom with the higher priority determines contact parameters */
  priority?: number;
  /** size, depending on the shape; 1 to 3 numbers */
  size?: Vector;
  /** material */
  material?: Ref;
  /** sliding, torsional and rolling friction; 1 to 3 numbers */
  friction?: Vector;
  /** mass; replaces density */
  mass?: number;
  /** density */
  density?: number;
  /** distribute mass over the surface */
  shellinertia?: boolean | 'false' | 'true';
  /** weight for mixing contact parameters */
  solmix?: number;
  /** solver reference of contacts; 1 to 2 numbers */
  solref?: Vector;
  /** solver impedance of contacts; 1 to 5 numbers */
  solimp?: Vector;
  /** distance below which contacts are detected */
  margin?: number;
  /** additional distance in which contacts are detected but exert no force */
  gap?: number;
  /** velocity of the surface, linear and angular; 1 to 6 numbers */
  surfacevel?: Vector;
  /** adhesion force of contacts */
  adhesion?: number;
  /** end points; replaces position, orientation and length; 6 numbers */
  fromto?: Vector;
  /** position; 3 numbers */
  pos?: Vector;
  /** orientation: quaternion; 4 numbers */
  quat?: Vector;
  /** orientation: axis and angle; 4 numbers */
  axisangle?: Vector;
  /** orientation: x and y axes; 6 numbers */
  xyaxes?: Vector;
  /** orientation: z axis, smallest rotation; 3 numbers */
  zaxis?: Vector;
  /** orientation: three rotations in the order of eulerseq; 3 numbers */
  euler?: Vector;
  /** height field */
  hfield?: Ref;
  /** mesh, as shape or to fit a primitive to */
  mesh?: Ref;
  /** scale of a fitted primitive */
  fitscale?: number;
  /** color; 4 numbers */
  rgba?: Vector;
  /** fluid model */
  fluidshape?: 'none' | 'ellipsoid';
  /** coefficients of the fluid model; 1 to 5 numbers */
  fluidcoef?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
}

/** A point of interest with a shape. */
export interface SiteAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** shape */
  type?: 'plane' | 'hfield' | 'sphere' | 'capsule' | 'ellipsoid' | 'cylinder' | 'box' | 'mesh' | 'sdf';
  /** group */
  group?: number;
  /** position; 3 numbers */
  pos?: Vector;
  /** orientation: quaternion; 4 numbers */
  quat?: Vector;
  /** orientation: axis and angle; 4 numbers */
  axisangle?: Vector;
  /** orientation: x and y axes; 6 numbers */
  xyaxes?: Vector;
  /** orientation: z axis, smallest rotation; 3 numbers */
  zaxis?: Vector;
  /** orientation: three rotations in the order of eulerseq; 3 numbers */
  euler?: Vector;
  /** material */
  material?: Ref;
  /** size, depending on the shape; 1 to 3 numbers */
  size?: Vector;
  /** end points; replaces position, orientation and length; 6 numbers */
  fromto?: Vector;
  /** color; 4 numbers */
  rgba?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
}

/** A camera. */
export interface CameraAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** projection */
  projection?: 'perspective' | 'orthographic';
  /** vertical field of view */
  fovy?: number;
  /** interpupillary distance */
  ipd?: number;
  /** resolution in pixels: width and height; 2 numbers */
  resolution?: Vector;
  /** rendered outputs */
  output?: string;
  /** position; 3 numbers */
  pos?: Vector;
  /** orientation: quaternion; 4 numbers */
  quat?: Vector;
  /** orientation: axis and angle; 4 numbers */
  axisangle?: Vector;
  /** orientation: x and y axes; 6 numbers */
  xyaxes?: Vector;
  /** orientation: z axis, smallest rotation; 3 numbers */
  zaxis?: Vector;
  /** orientation: three rotations in the order of eulerseq; 3 numbers */
  euler?: Vector;
  /** tracking mode */
  mode?: 'fixed' | 'track' | 'trackcom' | 'targetbody' | 'targetbodycom';
  /** target body */
  target?: Ref;
  /** focal length; 2 numbers */
  focal?: Vector;
  /** focal length in pixels; 2 numbers */
  focalpixel?: Vector;
  /** principal point; 2 numbers */
  principal?: Vector;
  /** principal point in pixels; 2 numbers */
  principalpixel?: Vector;
  /** size of the sensor; replaces fovy; 2 numbers */
  sensorsize?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
}

/** A light. */
export interface LightAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** old form of type */
  directional?: boolean;
  /** type of light */
  type?: 'spot' | 'directional' | 'point' | 'image';
  /** whether it casts shadows */
  castshadow?: boolean;
  /** whether it is on */
  active?: boolean;
  /** position; 3 numbers */
  pos?: Vector;
  /** direction; 3 numbers */
  dir?: Vector;
  /** radius of the bulb, for soft shadows */
  bulbradius?: number;
  /** intensity */
  intensity?: number;
  /** reach */
  range?: number;
  /** constant, linear and quadratic attenuation; 3 numbers */
  attenuation?: Vector;
  /** angle of a spotlight, in degrees */
  cutoff?: number;
  /** softness of the edge */
  softness?: number;
  /** spotlight exponent */
  exponent?: number;
  /** ambient color; 3 numbers */
  ambient?: Vector;
  /** diffuse color; 3 numbers */
  diffuse?: Vector;
  /** specular color; 3 numbers */
  specular?: Vector;
  /** tracking mode */
  mode?: 'fixed' | 'track' | 'trackcom' | 'targetbody' | 'targetbodycom';
  /** target body */
  target?: Ref;
  /** texture of image lights */
  texture?: Ref;
}

/** Degrees of freedom between a body and its parent. */
export interface JointAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** type of joint */
  type?: 'free' | 'ball' | 'slide' | 'hinge';
  /** group, for viewers */
  group?: number;
  /** anchor in the body frame; 3 numbers */
  pos?: Vector;
  /** axis of slide and hinge; 3 numbers */
  axis?: Vector;
  /** time constant and damping ratio; replaces stiffness and damping; 2 numbers */
  springdamper?: Vector;
  /** whether range applies */
  limited?: boolean | 'false' | 'true' | 'auto';
  /** whether actuatorfrcrange applies */
  actuatorfrclimited?: boolean | 'false' | 'true' | 'auto';
  /** solver reference of limits; 1 to 2 numbers */
  solreflimit?: Vector;
  /** solver impedance of limits; 1 to 5 numbers */
  solimplimit?: Vector;
  /** solver reference of friction loss; 1 to 2 numbers */
  solreffriction?: Vector;
  /** solver impedance of friction loss; 1 to 5 numbers */
  solimpfriction?: Vector;
  /** spring stiffness, with polynomial coefficients; 1 to 3 numbers */
  stiffness?: Vector;
  /** limits; 2 numbers */
  range?: Vector;
  /** bounds of the total actuator force; 2 numbers */
  actuatorfrcrange?: Vector;
  /** gravity compensation counts as actuator force */
  actuatorgravcomp?: boolean;
  /** distance at which a limit becomes active */
  margin?: number;
  /** value in the reference configuration */
  ref?: number;
  /** value at which the spring is at rest */
  springref?: number;
  /** inertia added to the diagonal */
  armature?: number;
  /** damping, with polynomial coefficients; 1 to 3 numbers */
  damping?: Vector;
  /** dry friction */
  frictionloss?: number;
  /** user-defined values; any count of numbers */
  user?: Vector;
}

/** A free joint that ignores defaults. */
export interface FreejointAttributes {
  /** name */
  name?: string;
  /** group, for viewers */
  group?: number;
  /** align the body with its inertial frame */
  align?: boolean | 'false' | 'true' | 'auto';
}

/** A flex together with its bodies. */
export interface FlexcompAttributes {
  /** name */
  name: string;
  /** type */
  type?: 'grid' | 'box' | 'cylinder' | 'ellipsoid' | 'square' | 'disc' | 'circle' | 'mesh' | 'gmsh' | 'direct';
  /** group */
  group?: number;
  /** dimension */
  dim?: number;
  /** degrees of freedom */
  dof?: 'full' | 'radial' | 'trilinear' | 'quadratic' | '2d';
  /** points per axis; 3 numbers */
  count?: Vector;
  /** cells per axis; 3 numbers */
  cellcount?: Vector;
  /** distance between points; 3 numbers */
  spacing?: Vector;
  /** radius around elements */
  radius?: number;
  /** create a single rigid body */
  rigid?: boolean;
  /** mass */
  mass?: number;
  /** size of the inertia boxes */
  inertiabox?: number;
  /** scale; 3 numbers */
  scale?: Vector;
  /** mesh file */
  file?: string;
  /** points; any count of numbers */
  point?: Vector;
  /** elements; any count of numbers */
  element?: Vector;
  /** texture coordinates; any count of numbers */
  texcoord?: Vector;
  /** material */
  material?: Ref;
  /** color; 4 numbers */
  rgba?: Vector;
  /** flat shading */
  flatskin?: boolean;
  /** position; 3 numbers */
  pos?: Vector;
  /** orientation: quaternion; 4 numbers */
  quat?: Vector;
  /** orientation: axis and angle; 4 numbers */
  axisangle?: Vector;
  /** orientation: x and y axes; 6 numbers */
  xyaxes?: Vector;
  /** orientation: z axis, smallest rotation; 3 numbers */
  zaxis?: Vector;
  /** orientation: three rotations in the order of eulerseq; 3 numbers */
  euler?: Vector;
  /** interior point of volumes; 3 numbers */
  origin?: Vector;
}

/** Mass and inertia of a body. */
export interface InertialAttributes {
  /** center of mass; 3 numbers */
  pos: Vector;
  /** mass */
  mass: number;
  /** principal moments; 3 numbers */
  diaginertia?: Vector;
  /** orientation: quaternion; 4 numbers */
  quat?: Vector;
  /** orientation: axis and angle; 4 numbers */
  axisangle?: Vector;
  /** orientation: x and y axes; 6 numbers */
  xyaxes?: Vector;
  /** orientation: z axis, smallest rotation; 3 numbers */
  zaxis?: Vector;
  /** orientation: three rotations in the order of eulerseq; 3 numbers */
  euler?: Vector;
  /** xx yy zz xy xz yz; 6 numbers */
  fullinertia?: Vector;
}

export interface WorldbodyElements {
  /** A rigid body. */
  body: [BodyAttributes, 'childclass' | 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A coordinate frame; resolved during compilation. */
  frame: [FrameAttributes, 'childclass' | 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A shape for collision, inertia and rendering. */
  geom: [GeomAttributes, 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A point of interest with a shape. */
  site: [SiteAttributes, 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A camera. */
  camera: [CameraAttributes, 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A light. */
  light: [LightAttributes, 'directional' | 'type'];
  /** Degrees of freedom between a body and its parent. */
  joint: [JointAttributes, never];
  /** A free joint that ignores defaults. */
  freejoint: [FreejointAttributes, never];
  /** A flex together with its bodies. */
  flexcomp: [FlexcompAttributes, 'file' | 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** Mass and inertia of a body. */
  inertial: [InertialAttributes, 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
}
