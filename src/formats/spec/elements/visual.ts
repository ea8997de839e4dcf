/** <visual>: MuJoCo's mjVisual, for viewers. */

class VisualGlobal {
  cameraid = -1;
  orthographic = 0;
  fovy = 45;
  ipd = 0.068;
  azimuth = 90;
  elevation = -45;
  linewidth = 1;
  glow = 0.3;
  realtime = 1;
  offwidth = 640;
  offheight = 480;
  ellipsoidinertia = 0;
  bvactive = 0;
}

class VisualQuality {
  shadowsize = 4096;
  offsamples = 4;
  numslices = 28;
  numstacks = 16;
  numquads = 4;
}

class VisualHeadlight {
  ambient = [0.1, 0.1, 0.1];
  diffuse = [0.4, 0.4, 0.4];
  specular = [0.5, 0.5, 0.5];
  active = 1;
}

class VisualMap {
  stiffness = 100;
  stiffnessrot = 500;
  force = 0.005;
  torque = 0.1;
  alpha = 0.3;
  fogstart = 3;
  fogend = 10;
  znear = 0.01;
  zfar = 50;
  haze = 0.3;
  shadowclip = 1;
  shadowscale = 0.6;
  actuatortendon = 2;
}

class VisualScale {
  forcewidth = 0.1;
  contactwidth = 0.3;
  contactheight = 0.1;
  connect = 0.2;
  com = 0.4;
  camera = 0.3;
  light = 0.3;
  selectpoint = 0.2;
  jointlength = 1;
  jointwidth = 0.1;
  actuatorlength = 0.7;
  actuatorwidth = 0.2;
  framelength = 1;
  framewidth = 0.1;
  constraint = 0.1;
  slidercrank = 0.2;
  frustum = 10;
}

class VisualRgba {
  fog = [0, 0, 0, 1];
  haze = [1, 1, 1, 1];
  force = [1, 0.5, 0.5, 1];
  inertia = [0.8, 0.2, 0.2, 0.6];
  joint = [0.2, 0.6, 0.8, 1];
  actuator = [0.2, 0.25, 0.2, 1];
  actuatornegative = [0.2, 0.6, 0.9, 1];
  actuatorpositive = [0.9, 0.4, 0.2, 1];
  com = [0.9, 0.9, 0.9, 1];
  camera = [0.6, 0.9, 0.6, 1];
  light = [0.6, 0.6, 0.9, 1];
  selectpoint = [0.9, 0.9, 0.1, 1];
  connect = [0.2, 0.2, 0.8, 1];
  contactpoint = [0.9, 0.6, 0.2, 1];
  contactforce = [0.7, 0.9, 0.9, 1];
  contactfriction = [0.9, 0.8, 0.4, 1];
  contacttorque = [0.9, 0.7, 0.9, 1];
  contactgap = [0.5, 0.8, 0.9, 1];
  rangefinder = [1, 1, 0.1, 1];
  constraint = [0.9, 0, 0, 1];
  slidercrank = [0.5, 0.3, 0.8, 1];
  crankbroken = [0.9, 0, 0, 1];
  frustum = [1, 1, 0, 0.2];
  bv = [0, 1, 0, 0.5];
  bvactive = [1, 0, 0, 0.5];
}

export class VisualSettings {
  global = new VisualGlobal();
  quality = new VisualQuality();
  headlight = new VisualHeadlight();
  map = new VisualMap();
  scale = new VisualScale();
  rgba = new VisualRgba();
  /** names such as `map.znear` that are set in the file */
  authored = new Set<string>();
}
