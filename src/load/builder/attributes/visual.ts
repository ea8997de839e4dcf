/** Attributes in `visual`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Vector } from '../types.ts';

/** Global view settings. */
export interface VisualGlobalAttributes {
  /** initial camera; -1: free camera */
  cameraid?: number;
  /** whether the free camera is orthographic */
  orthographic?: boolean;
  /** vertical field of view of the free camera */
  fovy?: number;
  /** interpupillary distance */
  ipd?: number;
  /** initial azimuth of the free camera, in degrees */
  azimuth?: number;
  /** initial elevation of the free camera, in degrees */
  elevation?: number;
  /** width of lines */
  linewidth?: number;
  /** glow of the selected body */
  glow?: number;
  /** width of offscreen images */
  offwidth?: number;
  /** height of offscreen images */
  offheight?: number;
  /** speed of the simulation relative to real time */
  realtime?: number;
  /** draw inertias as ellipsoids instead of boxes */
  ellipsoidinertia?: boolean;
  /** highlight active bounding volumes */
  bvactive?: boolean;
}

/** Rendering quality. */
export interface VisualQualityAttributes {
  /** size of the shadow map */
  shadowsize?: number;
  /** samples per pixel offscreen */
  offsamples?: number;
  /** slices of round shapes */
  numslices?: number;
  /** stacks of round shapes */
  numstacks?: number;
  /** quads of a box side */
  numquads?: number;
}

/** The headlight at the camera. */
export interface VisualHeadlightAttributes {
  /** ambient color; 3 numbers */
  ambient?: Vector;
  /** diffuse color; 3 numbers */
  diffuse?: Vector;
  /** specular color; 3 numbers */
  specular?: Vector;
  /** whether it is on */
  active?: number;
}

/** Mapping of quantities to lengths and intensities. */
export interface VisualMapAttributes {
  /** stiffness of the mouse spring */
  stiffness?: number;
  /** rotational stiffness of the mouse spring */
  stiffnessrot?: number;
  /** length of force arrows */
  force?: number;
  /** length of torque arrows */
  torque?: number;
  /** transparency of bodies */
  alpha?: number;
  /** start of fog, in extents */
  fogstart?: number;
  /** end of fog, in extents */
  fogend?: number;
  /** near plane, in extents */
  znear?: number;
  /** far plane, in extents */
  zfar?: number;
  /** hazy fraction of the skybox */
  haze?: number;
  /** range of shadows, in extents */
  shadowclip?: number;
  /** fraction of a spotlight that casts shadows */
  shadowscale?: number;
  /** width factor of actuated tendons */
  actuatortendon?: number;
}

/** Sizes of decorations, in mean sizes. */
export interface VisualScaleAttributes {
  /** width of force arrows */
  forcewidth?: number;
  /** width of contacts */
  contactwidth?: number;
  /** height of contacts */
  contactheight?: number;
  /** width of the lines between bodies */
  connect?: number;
  /** size of centers of mass */
  com?: number;
  /** size of cameras */
  camera?: number;
  /** size of lights */
  light?: number;
  /** size of the selected point */
  selectpoint?: number;
  /** length of joint axes */
  jointlength?: number;
  /** width of joint axes */
  jointwidth?: number;
  /** length of actuators */
  actuatorlength?: number;
  /** width of actuators */
  actuatorwidth?: number;
  /** length of frame axes */
  framelength?: number;
  /** width of frame axes */
  framewidth?: number;
  /** width of violated constraints */
  constraint?: number;
  /** width of slider-cranks */
  slidercrank?: number;
  /** depth of camera frusta */
  frustum?: number;
}

/** Colors of decorations. */
export interface VisualRgbaAttributes {
  /** color of fog; 4 numbers */
  fog?: Vector;
  /** color of haze; 4 numbers */
  haze?: Vector;
  /** color of forces; 4 numbers */
  force?: Vector;
  /** color of inertias; 4 numbers */
  inertia?: Vector;
  /** color of joints; 4 numbers */
  joint?: Vector;
  /** color of actuators at rest; 4 numbers */
  actuator?: Vector;
  /** color of actuators with negative control; 4 numbers */
  actuatornegative?: Vector;
  /** color of actuators with positive control; 4 numbers */
  actuatorpositive?: Vector;
  /** color of centers of mass; 4 numbers */
  com?: Vector;
  /** color of cameras; 4 numbers */
  camera?: Vector;
  /** color of lights; 4 numbers */
  light?: Vector;
  /** color of the selected point; 4 numbers */
  selectpoint?: Vector;
  /** color of lines between bodies; 4 numbers */
  connect?: Vector;
  /** color of contacts; 4 numbers */
  contactpoint?: Vector;
  /** color of contact forces; 4 numbers */
  contactforce?: Vector;
  /** color of friction forces; 4 numbers */
  contactfriction?: Vector;
  /** color of contact torques; 4 numbers */
  contacttorque?: Vector;
  /** color of contacts inside the gap; 4 numbers */
  contactgap?: Vector;
  /** color of rangefinders; 4 numbers */
  rangefinder?: Vector;
  /** color of violated constraints; 4 numbers */
  constraint?: Vector;
  /** color of slider-cranks; 4 numbers */
  slidercrank?: Vector;
  /** color of slider-cranks that cannot close; 4 numbers */
  crankbroken?: Vector;
  /** color of camera frusta; 4 numbers */
  frustum?: Vector;
  /** color of bounding volumes; 4 numbers */
  bv?: Vector;
  /** color of active bounding volumes; 4 numbers */
  bvactive?: Vector;
}

export interface VisualElements {
  /** Global view settings. */
  global: [VisualGlobalAttributes, never];
  /** Rendering quality. */
  quality: [VisualQualityAttributes, never];
  /** The headlight at the camera. */
  headlight: [VisualHeadlightAttributes, never];
  /** Mapping of quantities to lengths and intensities. */
  map: [VisualMapAttributes, never];
  /** Sizes of decorations, in mean sizes. */
  scale: [VisualScaleAttributes, never];
  /** Colors of decorations. */
  rgba: [VisualRgbaAttributes, never];
}
