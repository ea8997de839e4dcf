/** Attributes in `worldbody`. Made from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** A rigid body. */
export interface BodyAttributes {
  /** name */
  name?: string;
  /** default class of what is inside */
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
  /** moved from outside */
  mocap?: boolean;
  /** part of the weight that is compensated */
  gravcomp?: number;
  /** whether its tree may sleep */
  sleep?: 'auto' | 'never' | 'allowed' | 'init';
  /** whether it may be treated as simple */
  simple?: 'false' | 'auto';
  /** numbers of your own; any count of numbers */
  user?: Vector;
}

/** A coordinate frame; vanishes when compiled. */
export interface FrameAttributes {
  /** name */
  name?: string;
  /** default class of what is inside */
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

/** A shape, for collisions, for inertia and for the eye. */
export interface GeomAttributes {
  /** name */
  name?: string;
  /** default class to start from */
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
  /** the higher one decides contact parameters */
  priority?: number;
  /** size, as the shape needs it; 1 to 3 numbers */
  size?: Vector;
  /** material */
  material?: Ref;
  /** sliding, torsional and rolling friction; 1 to 3 numbers */
  friction?: Vector;
  /** mass; replaces density */
  mass?: number;
  /** density */
  density?: number;
  /** mass sits on the surface */
  shellinertia?: boolean | 'false' | 'true';
  /** weight when parameters are mixed */
  solmix?: number;
  /** reference of contacts; 1 to 2 numbers */
  solref?: Vector;
  /** impedance of contacts; 1 to 5 numbers */
  solimp?: Vector;
  /** distance at which contacts begin */
  margin?: number;
  /** further distance in which contacts are found but exert no force */
  gap?: number;
  /** velocity of the surface, linear and angular; 1 to 6 numbers */
  surfacevel?: Vector;
  /** force that holds contacts together */
  adhesion?: number;
  /** both ends; replaces position, orientation and length; 6 numbers */
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
  /** mesh, as shape or to be fitted by a primitive */
  mesh?: Ref;
  /** scale of a fitted primitive */
  fitscale?: number;
  /** colour; 4 numbers */
  rgba?: Vector;
  /** fluid model */
  fluidshape?: 'none' | 'ellipsoid';
  /** coefficients of the fluid model; 1 to 5 numbers */
  fluidcoef?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
}

/** A point of interest with a shape. */
export interface SiteAttributes {
  /** name */
  name?: string;
  /** default class to start from */
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
  /** size, as the shape needs it; 1 to 3 numbers */
  size?: Vector;
  /** both ends; replaces position, orientation and length; 6 numbers */
  fromto?: Vector;
  /** colour; 4 numbers */
  rgba?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
}

/** A camera. */
export interface CameraAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** projection */
  projection?: 'perspective' | 'orthographic';
  /** vertical field of view */
  fovy?: number;
  /** distance between the eyes */
  ipd?: number;
  /** pixels, width and height; 2 numbers */
  resolution?: Vector;
  /** kinds of pictures */
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
  /** how it moves */
  mode?: 'fixed' | 'track' | 'trackcom' | 'targetbody' | 'targetbodycom';
  /** body it looks at */
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
  /** numbers of your own; any count of numbers */
  user?: Vector;
}

/** A light. */
export interface LightAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** older form of type */
  directional?: boolean;
  /** kind of light */
  type?: 'spot' | 'directional' | 'point' | 'image';
  /** whether it casts shadows */
  castshadow?: boolean;
  /** whether it shines */
  active?: boolean;
  /** position; 3 numbers */
  pos?: Vector;
  /** direction; 3 numbers */
  dir?: Vector;
  /** radius, for soft shadows */
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
  /** focus of a spotlight */
  exponent?: number;
  /** ambient colour; 3 numbers */
  ambient?: Vector;
  /** diffuse colour; 3 numbers */
  diffuse?: Vector;
  /** specular colour; 3 numbers */
  specular?: Vector;
  /** how it moves */
  mode?: 'fixed' | 'track' | 'trackcom' | 'targetbody' | 'targetbodycom';
  /** body it follows */
  target?: Ref;
  /** texture of image lights */
  texture?: Ref;
}

/** Freedom between a body and its parent. */
export interface JointAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** kind of freedom */
  type?: 'free' | 'ball' | 'slide' | 'hinge';
  /** group, for viewers */
  group?: number;
  /** anchor in the body frame; 3 numbers */
  pos?: Vector;
  /** axis of slide and hinge; 3 numbers */
  axis?: Vector;
  /** time constant and damping ratio; replaces stiffness and damping; 2 numbers */
  springdamper?: Vector;
  /** whether range counts */
  limited?: boolean | 'false' | 'true' | 'auto';
  /** whether actuatorfrcrange counts */
  actuatorfrclimited?: boolean | 'false' | 'true' | 'auto';
  /** reference of limits; 1 to 2 numbers */
  solreflimit?: Vector;
  /** impedance of limits; 1 to 5 numbers */
  solimplimit?: Vector;
  /** reference of friction loss; 1 to 2 numbers */
  solreffriction?: Vector;
  /** impedance of friction loss; 1 to 5 numbers */
  solimpfriction?: Vector;
  /** spring, with higher powers; 1 to 3 numbers */
  stiffness?: Vector;
  /** limits; 2 numbers */
  range?: Vector;
  /** bounds of the total actuator force; 2 numbers */
  actuatorfrcrange?: Vector;
  /** gravity compensation counts as actuator force */
  actuatorgravcomp?: boolean;
  /** distance at which a limit becomes active */
  margin?: number;
  /** value in the pose of the file */
  ref?: number;
  /** value at which the spring is relaxed */
  springref?: number;
  /** inertia added to the diagonal */
  armature?: number;
  /** damping, with higher powers; 1 to 3 numbers */
  damping?: Vector;
  /** dry friction */
  frictionloss?: number;
  /** numbers of your own; any count of numbers */
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

/** A flex with its bodies. */
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
  /** distance of points; 3 numbers */
  spacing?: Vector;
  /** radius around elements */
  radius?: number;
  /** one rigid body */
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
  /** colour; 4 numbers */
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
  /** origin of volumes; 3 numbers */
  origin?: Vector;
}

/** Mass and inertia of a body. */
export interface InertialAttributes {
  /** centre of mass; 3 numbers */
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
  /** A coordinate frame; vanishes when compiled. */
  frame: [FrameAttributes, 'childclass' | 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A shape, for collisions, for inertia and for the eye. */
  geom: [GeomAttributes, 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A point of interest with a shape. */
  site: [SiteAttributes, 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A camera. */
  camera: [CameraAttributes, 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** A light. */
  light: [LightAttributes, 'directional' | 'type'];
  /** Freedom between a body and its parent. */
  joint: [JointAttributes, never];
  /** A free joint that ignores defaults. */
  freejoint: [FreejointAttributes, never];
  /** A flex with its bodies. */
  flexcomp: [FlexcompAttributes, 'file' | 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
  /** Mass and inertia of a body. */
  inertial: [InertialAttributes, 'axisangle' | 'xyaxes' | 'zaxis' | 'euler'];
}
