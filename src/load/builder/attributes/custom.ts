/** Attributes in `custom`, `keyframe`. Made from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** Named numbers. */
export interface CustomNumericAttributes {
  /** name */
  name: string;
  /** how many; the rest is zero */
  size?: number;
  /** the numbers; any count of numbers */
  data?: Vector;
}

/** Named text. */
export interface CustomTextAttributes {
  /** name */
  name: string;
  /** the text */
  data: string;
}

/** Named list of objects. */
export interface CustomTupleAttributes {
  /** name */
  name: string;
}

/** An object of a tuple. */
export interface CustomTupleElementAttributes {
  /** kind of object */
  objtype:
    | 'body'
    | 'xbody'
    | 'joint'
    | 'dof'
    | 'geom'
    | 'site'
    | 'camera'
    | 'light'
    | 'flex'
    | 'mesh'
    | 'skin'
    | 'hfield'
    | 'texture'
    | 'material'
    | 'pair'
    | 'exclude'
    | 'equality'
    | 'tendon'
    | 'actuator'
    | 'sensor'
    | 'numeric'
    | 'text'
    | 'tuple'
    | 'key'
    | 'plugin'
    | 'frame';
  /** the object */
  objname: Ref;
  /** a number */
  prm?: number;
}

/** A state. */
export interface KeyframeKeyAttributes {
  /** name */
  name?: string;
  /** time */
  time?: number;
  /** positions; any count of numbers */
  qpos?: Vector;
  /** velocities; any count of numbers */
  qvel?: Vector;
  /** activations; any count of numbers */
  act?: Vector;
  /** positions of mocap bodies; any count of numbers */
  mpos?: Vector;
  /** orientations of mocap bodies; any count of numbers */
  mquat?: Vector;
  /** controls; any count of numbers */
  ctrl?: Vector;
}

export interface CustomTupleElements {
  /** An object of a tuple. */
  element: [CustomTupleElementAttributes, 'objtype' | 'objname' | 'prm'];
}

export interface CustomElements {
  /** Named numbers. */
  numeric: [CustomNumericAttributes, 'size' | 'data'];
  /** Named text. */
  text: [CustomTextAttributes, never];
  /** Named list of objects. */
  tuple: [CustomTupleAttributes, never];
}

export interface KeyframeElements {
  /** A state. */
  key: [KeyframeKeyAttributes, never];
}
