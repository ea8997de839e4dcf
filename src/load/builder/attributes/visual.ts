/** Attributes in `visual`. Made from the grammar by scripts/specTypes.mjs. */

import type { Vector } from '../types.ts';

/** The view as a whole. */
export interface VisualGlobalAttributes {
  /** first camera; -1: free camera */
  cameraid?: number;
  /** the free camera shows no perspective */
  orthographic?: boolean;
  /** vertical field of view of the free camera */
  fovy?: number;
  /** distance between the eyes */
  ipd?: number;
  /** first azimuth of the free camera, in degrees */
  azimuth?: number;
  /** first elevation of the free camera, in degrees */
  elevation?: number;
  /** width of lines */
  linewidth?: number;
  /** glow of the selected body */
  glow?: number;
  /** width of the offscreen picture */
  offwidth?: number;
  /** height of the offscreen picture */
  offheight?: number;
  /** speed of the simulation relative to real time */
  realtime?: number;
  /** inertias are drawn as ellipsoids instead of boxes */
  ellipsoidinertia?: boolean;
  /** active bounding volumes are marked */
  bvactive?: boolean;
}

/** Quality of drawing. */
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

/** The light at the camera. */
export interface VisualHeadlightAttributes {
  /** ambient colour; 3 numbers */
  ambient?: Vector;
  /** diffuse colour; 3 numbers */
  diffuse?: Vector;
  /** specular colour; 3 numbers */
  specular?: Vector;
  /** whether it shines */
  active?: number;
}

/** How quantities become lengths and strengths. */
export interface VisualMapAttributes {
  /** of the mouse spring */
  stiffness?: number;
  /** of the mouse spring when turning */
  stiffnessrot?: number;
  /** length of forces */
  force?: number;
  /** length of torques */
  torque?: number;
  /** transparency of bodies */
  alpha?: number;
  /** begin of fog, in extents */
  fogstart?: number;
  /** end of fog, in extents */
  fogend?: number;
  /** near plane, in extents */
  znear?: number;
  /** far plane, in extents */
  zfar?: number;
  /** part of the skybox that is hazy */
  haze?: number;
  /** reach of shadows, in extents */
  shadowclip?: number;
  /** part of a spotlight that casts shadows */
  shadowscale?: number;
  /** widening of tendons that are actuated */
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
  /** size of centres of mass */
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

/** Colours of decorations. */
export interface VisualRgbaAttributes {
  /** colour of fog; 4 numbers */
  fog?: Vector;
  /** colour of haze; 4 numbers */
  haze?: Vector;
  /** colour of forces; 4 numbers */
  force?: Vector;
  /** colour of inertias; 4 numbers */
  inertia?: Vector;
  /** colour of joints; 4 numbers */
  joint?: Vector;
  /** colour of actuators at rest; 4 numbers */
  actuator?: Vector;
  /** colour of actuators with negative control; 4 numbers */
  actuatornegative?: Vector;
  /** colour of actuators with positive control; 4 numbers */
  actuatorpositive?: Vector;
  /** colour of centres of mass; 4 numbers */
  com?: Vector;
  /** colour of cameras; 4 numbers */
  camera?: Vector;
  /** colour of lights; 4 numbers */
  light?: Vector;
  /** colour of the selected point; 4 numbers */
  selectpoint?: Vector;
  /** colour of lines between bodies; 4 numbers */
  connect?: Vector;
  /** colour of contacts; 4 numbers */
  contactpoint?: Vector;
  /** colour of contact forces; 4 numbers */
  contactforce?: Vector;
  /** colour of friction forces; 4 numbers */
  contactfriction?: Vector;
  /** colour of contact torques; 4 numbers */
  contacttorque?: Vector;
  /** colour of contacts inside the gap; 4 numbers */
  contactgap?: Vector;
  /** colour of rangefinders; 4 numbers */
  rangefinder?: Vector;
  /** colour of violated constraints; 4 numbers */
  constraint?: Vector;
  /** colour of slider-cranks; 4 numbers */
  slidercrank?: Vector;
  /** colour of slider-cranks that cannot close; 4 numbers */
  crankbroken?: Vector;
  /** colour of camera frusta; 4 numbers */
  frustum?: Vector;
  /** colour of bounding volumes; 4 numbers */
  bv?: Vector;
  /** colour of active bounding volumes; 4 numbers */
  bvactive?: Vector;
}

export interface VisualElements {
  /** The view as a whole. */
  global: [VisualGlobalAttributes, never];
  /** Quality of drawing. */
  quality: [VisualQualityAttributes, never];
  /** The light at the camera. */
  headlight: [VisualHeadlightAttributes, never];
  /** How quantities become lengths and strengths. */
  map: [VisualMapAttributes, never];
  /** Sizes of decorations, in mean sizes. */
  scale: [VisualScaleAttributes, never];
  /** Colours of decorations. */
  rgba: [VisualRgbaAttributes, never];
}
