/** The body tree: bodies, frames and their elements. Field names and defaults are those of MuJoCo's mjSpec. */

import { AlignFree, GeomInertia, LimitedMode } from '../../../core/model/enums/spec.ts';
import {
  CamLightMode,
  CamOut,
  GeomType,
  JointType,
  LightType,
  Projection,
  SleepPolicy,
} from '../../../core/model/enums.ts';
import { type Orientation, TreeElement, undefinedVector } from './element.ts';
import type { PluginUse } from './plugin.ts';

/** A body. The world is a Body named `world` without a parent. */
export class Body extends TreeElement {
  parent: Body | null = null;
  /** default class of the contents, by its final name; '' if missing */
  childclass = '';
  pos = [0, 0, 0];
  quat = [1, 0, 0, 0];
  alt: Orientation | null = null;
  /** <inertial>; valid if `explicitinertial` */
  mass = 0;
  /** NaN first: no <inertial> */
  ipos = undefinedVector(3);
  iquat = [1, 0, 0, 0];
  ialt: Orientation | null = null;
  inertia = [0, 0, 0];
  /** xx yy zz xy xz yz; NaN first: not given */
  fullinertia = undefinedVector(6);
  /** the body has an <inertial> */
  explicitinertial = false;
  /** location of <inertial>, for errors */
  inertialLocation = this.location;
  mocap = false;
  gravcomp = 0;
  sleep: SleepPolicy = SleepPolicy.AUTO;
  /** 0: never treated as simple, 1: decided by the compiler */
  simple = 1;
  plugin: PluginUse | undefined;
  userdata: readonly number[] = [];

  // children, in the order of their ids
  bodies: Body[] = [];
  frames: Frame[] = [];
  joints: Joint[] = [];
  geoms: Geom[] = [];
  sites: Site[] = [];
  cameras: Camera[] = [];
  lights: Light[] = [];
}

/** A coordinate frame inside a body; the compiler folds it into the poses of the elements that name it as `frame`. */
export class Frame extends TreeElement {
  childclass = '';
  pos = [0, 0, 0];
  quat = [1, 0, 0, 0];
  alt: Orientation | null = null;
}

export class Joint extends TreeElement {
  type: JointType = JointType.HINGE;
  pos = [0, 0, 0];
  axis = [0, 0, 1];
  /** angles are in the unit of the compiler settings */
  ref = 0;
  /** of free joints */
  align: AlignFree = AlignFree.AUTO;
  stiffness = [0, 0, 0];
  springref = 0;
  springdamper = [0, 0];
  limited: LimitedMode = LimitedMode.AUTO;
  range = [0, 0];
  margin = 0;
  solref_limit = [0.02, 1];
  solimp_limit = [0.9, 0.95, 0.001, 0.5, 2];
  actfrclimited: LimitedMode = LimitedMode.AUTO;
  actfrcrange = [0, 0];
  armature = 0;
  damping = [0, 0, 0];
  frictionloss = 0;
  solref_friction = [0.02, 1];
  solimp_friction = [0.9, 0.95, 0.001, 0.5, 2];
  group = 0;
  actgravcomp = false;
  userdata: readonly number[] = [];
}

export class Geom extends TreeElement {
  type: GeomType = GeomType.SPHERE;
  pos = [0, 0, 0];
  quat = [1, 0, 0, 0];
  alt: Orientation | null = null;
  /** NaN first: not given */
  fromto = undefinedVector(6);
  size = [0, 0, 0];
  contype = 1;
  conaffinity = 1;
  condim = 3;
  priority = 0;
  friction = [1, 0.005, 0.0001];
  solmix = 1;
  solref = [0.02, 1];
  solimp = [0.9, 0.95, 0.001, 0.5, 2];
  margin = 0;
  gap = 0;
  surfacevel = [0, 0, 0, 0, 0, 0];
  adhesion = 0;
  /** NaN: missing, density is used */
  mass = Number.NaN;
  density = 1000;
  typeinertia: GeomInertia = GeomInertia.VOLUME;
  /** 0 or 1 */
  fluid_ellipsoid = 0;
  fluid_coefs = [0.5, 0.25, 1.5, 1, 1];
  material = '';
  rgba = [0.5, 0.5, 0.5, 1];
  group = 0;
  hfieldname = '';
  meshname = '';
  fitscale = 1;
  plugin: PluginUse | undefined;
  userdata: readonly number[] = [];
}

export class Site extends TreeElement {
  type: GeomType = GeomType.SPHERE;
  pos = [0, 0, 0];
  quat = [1, 0, 0, 0];
  alt: Orientation | null = null;
  /** NaN first: not given */
  fromto = undefinedVector(6);
  size = [0.005, 0.005, 0.005];
  material = '';
  group = 0;
  rgba = [0.5, 0.5, 0.5, 1];
  userdata: readonly number[] = [];
}

export class Camera extends TreeElement {
  pos = [0, 0, 0];
  quat = [1, 0, 0, 0];
  alt: Orientation | null = null;
  mode: CamLightMode = CamLightMode.FIXED;
  targetbody = '';
  proj: Projection = Projection.PERSPECTIVE;
  resolution = [1, 1];
  /** bits of CamOut */
  output: number = CamOut.RGB;
  fovy = 45;
  ipd = 0.068;
  intrinsic = [0, 0, 0, 0];
  sensor_size = [0, 0];
  focal_length = [0, 0];
  focal_pixel = [0, 0];
  principal_length = [0, 0];
  principal_pixel = [0, 0];
  userdata: readonly number[] = [];
}

export class Light extends TreeElement {
  pos = [0, 0, 0];
  dir = [0, 0, -1];
  mode: CamLightMode = CamLightMode.FIXED;
  targetbody = '';
  active = true;
  type: LightType = LightType.SPOT;
  texture = '';
  castshadow = true;
  bulbradius = 0.02;
  intensity = 0;
  range = 10;
  attenuation = [1, 0, 0];
  cutoff = 45;
  softness = 0.2;
  exponent = 10;
  ambient = [0, 0, 0];
  diffuse = [0.7, 0.7, 0.7];
  specular = [0.3, 0.3, 0.3];
}
