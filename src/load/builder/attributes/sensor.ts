/** Attributes in `sensor`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** Attributes of most elements in <sensor>. */
export interface SensorBase {
  /** name */
  name?: string;
  /** number of samples in the history buffer */
  nsample?: number;
  /** interpolation between samples */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay */
  delay?: number;
  /** period and phase of sampling; 1 to 2 numbers */
  interval?: Vector;
  /** maximum magnitude; 0: no limit */
  cutoff?: number;
  /** standard deviation of noise; stored, not applied */
  noise?: number;
  /** user-defined values; any count of numbers */
  user?: Vector;
}

/** Measures: sum of contact forces within a site. */
export interface SensorTouchAttributes extends SensorBase {
  /** the site */
  site: Ref;
}

/** Measures: distance along the z axis of a site, or through the pixels of a camera. */
export interface SensorRangefinderAttributes extends SensorBase {
  /** the site */
  site?: Ref;
  /** the camera */
  camera?: Ref;
  /** reported fields, in this order */
  data?: string;
}

/** Measures: pixel at which a camera sees a site. */
export interface SensorCamprojectionAttributes extends SensorBase {
  /** the site */
  site: Ref;
  /** the camera */
  camera: Ref;
}

/** Measures: value of a joint. */
export interface SensorJointposAttributes extends SensorBase {
  /** the joint */
  joint: Ref;
}

/** Measures: length of a tendon. */
export interface SensorTendonposAttributes extends SensorBase {
  /** the tendon */
  tendon: Ref;
}

/** Measures: length of an actuator. */
export interface SensorActuatorposAttributes extends SensorBase {
  /** the actuator */
  actuator: Ref;
}

/** Measures: position of a frame. */
export interface SensorFrameposAttributes extends SensorBase {
  /** kind of object */
  objtype: 'body' | 'xbody' | 'geom' | 'site' | 'camera';
  /** the object */
  objname: Ref;
  /** kind of the frame of reference */
  reftype?: 'body' | 'xbody' | 'geom' | 'site' | 'camera';
  /** the frame of reference */
  refname?: Ref;
}

/** Measures: linear acceleration of a frame. */
export interface SensorFramelinaccAttributes extends SensorBase {
  /** kind of object */
  objtype: 'body' | 'xbody' | 'geom' | 'site' | 'camera';
  /** the object */
  objname: Ref;
}

/** Measures: center of mass of a subtree. */
export interface SensorSubtreecomAttributes extends SensorBase {
  /** the body */
  body: Ref;
}

/** Measures: whether an object is inside a site. */
export interface SensorInsidesiteAttributes extends SensorBase {
  /** the site */
  site: Ref;
  /** kind of object */
  objtype: 'body' | 'xbody' | 'geom' | 'site' | 'camera';
  /** the object */
  objname: Ref;
}

/** Measures: distance between two geoms. */
export interface SensorDistanceAttributes extends SensorBase {
  /** first geom */
  geom1?: Ref;
  /** second geom */
  geom2?: Ref;
  /** first body: its nearest geom */
  body1?: Ref;
  /** second body: its nearest geom */
  body2?: Ref;
}

/** Measures: matching contacts. */
export interface SensorContactAttributes extends SensorBase {
  /** first geom */
  geom1?: Ref;
  /** second geom */
  geom2?: Ref;
  /** first body: its nearest geom */
  body1?: Ref;
  /** second body: its nearest geom */
  body2?: Ref;
  /** first subtree */
  subtree1?: Ref;
  /** second subtree */
  subtree2?: Ref;
  /** contacts inside this site */
  site?: Ref;
  /** number of contacts reported */
  num?: number;
  /** reported fields, in this order */
  data?: string;
  /** selection of the reported contacts */
  reduce?: 'none' | 'mindist' | 'maxforce' | 'netforce';
}

/** Measures: potential energy. */
export interface SensorE_potentialAttributes extends SensorBase {}

/** Measures: penetration at the vertices of a mesh. */
export interface SensorTactileAttributes {
  /** name */
  name?: string;
  /** the geom */
  geom: Ref;
  /** the mesh of taxels */
  mesh: Ref;
  /** number of samples in the history buffer */
  nsample?: number;
  /** interpolation between samples */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay */
  delay?: number;
  /** period and phase of sampling; 1 to 2 numbers */
  interval?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
}

/** Measures: sensor computed by a user function. */
export interface SensorUserAttributes {
  /** name */
  name?: string;
  /** kind of object */
  objtype?: string;
  /** the object */
  objname?: Ref;
  /** kind of data */
  datatype?: 'real' | 'positive' | 'axis' | 'quaternion';
  /** stage after which it is computed */
  needstage?: 'none' | 'pos' | 'vel' | 'acc';
  /** dimension */
  dim: number;
  /** maximum magnitude; 0: no limit */
  cutoff?: number;
  /** standard deviation of noise; stored, not applied */
  noise?: number;
  /** user-defined values; any count of numbers */
  user?: Vector;
}

export interface SensorElements {
  /** Measures: sum of contact forces within a site. */
  touch: [SensorTouchAttributes, never];
  /** Measures: linear acceleration, in the site frame. */
  accelerometer: [SensorTouchAttributes, never];
  /** Measures: linear velocity, in the site frame. */
  velocimeter: [SensorTouchAttributes, never];
  /** Measures: angular velocity, in the site frame. */
  gyro: [SensorTouchAttributes, never];
  /** Measures: force between the body of the site and its parent. */
  force: [SensorTouchAttributes, never];
  /** Measures: torque between the body of the site and its parent. */
  torque: [SensorTouchAttributes, never];
  /** Measures: magnetic flux, in the site frame. */
  magnetometer: [SensorTouchAttributes, never];
  /** Measures: distance along the z axis of a site, or through the pixels of a camera. */
  rangefinder: [SensorRangefinderAttributes, 'site' | 'camera' | 'data'];
  /** Measures: pixel at which a camera sees a site. */
  camprojection: [SensorCamprojectionAttributes, never];
  /** Measures: value of a joint. */
  jointpos: [SensorJointposAttributes, never];
  /** Measures: velocity of a joint. */
  jointvel: [SensorJointposAttributes, never];
  /** Measures: length of a tendon. */
  tendonpos: [SensorTendonposAttributes, never];
  /** Measures: velocity of a tendon. */
  tendonvel: [SensorTendonposAttributes, never];
  /** Measures: length of an actuator. */
  actuatorpos: [SensorActuatorposAttributes, never];
  /** Measures: velocity of an actuator. */
  actuatorvel: [SensorActuatorposAttributes, never];
  /** Measures: force of an actuator. */
  actuatorfrc: [SensorActuatorposAttributes, never];
  /** Measures: actuator force on a joint. */
  jointactuatorfrc: [SensorJointposAttributes, never];
  /** Measures: actuator force on a tendon. */
  tendonactuatorfrc: [SensorTendonposAttributes, never];
  /** Measures: orientation of a ball joint. */
  ballquat: [SensorJointposAttributes, never];
  /** Measures: angular velocity of a ball joint. */
  ballangvel: [SensorJointposAttributes, never];
  /** Measures: distance to the limit of a joint. */
  jointlimitpos: [SensorJointposAttributes, never];
  /** Measures: velocity at the limit of a joint. */
  jointlimitvel: [SensorJointposAttributes, never];
  /** Measures: force at the limit of a joint. */
  jointlimitfrc: [SensorJointposAttributes, never];
  /** Measures: distance to the limit of a tendon. */
  tendonlimitpos: [SensorTendonposAttributes, never];
  /** Measures: velocity at the limit of a tendon. */
  tendonlimitvel: [SensorTendonposAttributes, never];
  /** Measures: force at the limit of a tendon. */
  tendonlimitfrc: [SensorTendonposAttributes, never];
  /** Measures: position of a frame. */
  framepos: [SensorFrameposAttributes, never];
  /** Measures: orientation of a frame. */
  framequat: [SensorFrameposAttributes, never];
  /** Measures: x axis of a frame. */
  framexaxis: [SensorFrameposAttributes, never];
  /** Measures: y axis of a frame. */
  frameyaxis: [SensorFrameposAttributes, never];
  /** Measures: z axis of a frame. */
  framezaxis: [SensorFrameposAttributes, never];
  /** Measures: linear velocity of a frame. */
  framelinvel: [SensorFrameposAttributes, never];
  /** Measures: angular velocity of a frame. */
  frameangvel: [SensorFrameposAttributes, never];
  /** Measures: linear acceleration of a frame. */
  framelinacc: [SensorFramelinaccAttributes, never];
  /** Measures: angular acceleration of a frame. */
  frameangacc: [SensorFramelinaccAttributes, never];
  /** Measures: center of mass of a subtree. */
  subtreecom: [SensorSubtreecomAttributes, never];
  /** Measures: linear velocity of a subtree. */
  subtreelinvel: [SensorSubtreecomAttributes, never];
  /** Measures: angular momentum of a subtree. */
  subtreeangmom: [SensorSubtreecomAttributes, never];
  /** Measures: whether an object is inside a site. */
  insidesite: [SensorInsidesiteAttributes, never];
  /** Measures: distance between two geoms. */
  distance: [SensorDistanceAttributes, 'geom1' | 'geom2' | 'body1' | 'body2'];
  /** Measures: normal between two geoms. */
  normal: [SensorDistanceAttributes, 'geom1' | 'geom2' | 'body1' | 'body2'];
  /** Measures: segment between two geoms. */
  fromto: [SensorDistanceAttributes, 'geom1' | 'geom2' | 'body1' | 'body2'];
  /** Measures: matching contacts. */
  contact: [
    SensorContactAttributes,
    'geom1' | 'geom2' | 'body1' | 'body2' | 'subtree1' | 'subtree2' | 'site' | 'num' | 'data' | 'reduce',
  ];
  /** Measures: potential energy. */
  e_potential: [SensorE_potentialAttributes, never];
  /** Measures: kinetic energy. */
  e_kinetic: [SensorE_potentialAttributes, never];
  /** Measures: time. */
  clock: [SensorE_potentialAttributes, never];
  /** Measures: penetration at the vertices of a mesh. */
  tactile: [SensorTactileAttributes, 'geom' | 'mesh'];
  /** Measures: sensor computed by a user function. */
  user: [SensorUserAttributes, 'objtype'];
}
