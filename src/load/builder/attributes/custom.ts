/** Attributes in `custom`, `keyframe`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** A named list of numbers. */
export interface CustomNumericAttributes {
  /** name */
  name: string;
  /** length; missing values are zero */
  size?: number;
  /** the numbers; any count of numbers */
  data?: Vector;
}

/** A named string. */
export interface CustomTextAttributes {
  /** name */
  name: string;
  /** the string */
  data: string;
}

/** A named list of objects. */
export interface CustomTupleAttributes {
  /** name */
  name: string;
}

/** An entry of a tuple. */
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
  /** An entry of a tuple. */
  element: [CustomTupleElementAttributes, 'objtype' | 'objname' | 'prm'];
}

export interface CustomElements {
  /** A named list of numbers. */
  numeric: [CustomNumericAttributes, 'size' | 'data'];
  /** A named string. */
  text: [CustomTextAttributes, never];
  /** A named list of objects. */
  tuple: [CustomTupleAttributes, never];
}

export interface KeyframeElements {
  /** A state. */
  key: [KeyframeKeyAttributes, never];
}
