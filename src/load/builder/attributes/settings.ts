/** Attributes in `compiler`, `option`, `size`, `statistic`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Vector } from '../types.ts';

/** Settings of the compiler for the elements of this file. */
export interface CompilerAttributes {
  /** a given range makes its element limited */
  autolimits?: boolean;
  /** minimum mass of a moving body */
  boundmass?: number;
  /** minimum diagonal inertia of a moving body */
  boundinertia?: number;
  /** scale masses and inertias to this total; ignored if not positive */
  settotalmass?: number;
  /** repair inertias that break A + B >= C */
  balanceinertia?: boolean;
  /** ignore the directory part of file names */
  strippath?: boolean;
  /** only local is supported */
  coordinate?: 'local' | 'global';
  /** unit of angles in the file */
  angle?: 'radian' | 'degree';
  /** fit primitives to the bounding box of a mesh instead of its inertia box */
  fitaabb?: boolean;
  /** order of Euler angles: xyz rotate with the frame, XYZ are fixed */
  eulerseq?: string;
  /** directory of meshes */
  meshdir?: string;
  /** directory of textures */
  texturedir?: string;
  /** discard geoms and assets that are only visual */
  discardvisual?: boolean;
  /** accepted, without effect here */
  usethread?: boolean;
  /** merge bodies without joints into their parents */
  fusestatic?: boolean;
  /** infer inertias from geoms; auto: where <inertial> is missing */
  inertiafromgeom?: boolean | 'false' | 'true' | 'auto';
  /** range of geom groups used for inertias; 2 numbers */
  inertiagrouprange?: Vector;
  /** write <inertial> for all bodies when saving */
  saveinertial?: boolean;
  /** directory of meshes, height fields and textures */
  assetdir?: string;
  /** align free bodies with their inertial frames */
  alignfree?: boolean;
  /** how to resolve conflicting settings of an attached model */
  conflict?: 'warning' | 'merge' | 'error';
}

/** How the length ranges of actuators are computed. */
export interface CompilerLengthrangeAttributes {
  /** which actuators are processed */
  mode?: 'none' | 'muscle' | 'muscleuser' | 'all';
  /** keep ranges given in the model */
  useexisting?: boolean;
  /** use joint or tendon limits as range, if there are any */
  uselimit?: boolean;
  /** target acceleration of the pulling force */
  accel?: number;
  /** maximum pulling force; 0: no limit */
  maxforce?: number;
  /** time constant of the velocity damping */
  timeconst?: number;
  /** timestep of the simulation; 0: that of the model */
  timestep?: number;
  /** simulated time */
  inttotal?: number;
  /** final part of the simulation, in which lengths are measured */
  interval?: number;
  /** maximum variation for convergence, relative to the range */
  tolrange?: number;
}

/** Options of the simulation. */
export interface OptionAttributes {
  /** seconds per step */
  timestep?: number;
  /** ratio of frictional to normal impedance */
  impratio?: number;
  /** the solver stops below this relative improvement */
  tolerance?: number;
  /** tolerance of the line search */
  ls_tolerance?: number;
  /** tolerance of the noslip solver */
  noslip_tolerance?: number;
  /** tolerance of convex collision detection */
  ccd_tolerance?: number;
  /** velocity below which a tree may fall asleep */
  sleep_tolerance?: number;
  /** gravitational acceleration; 3 numbers */
  gravity?: Vector;
  /** velocity of the medium; 3 numbers */
  wind?: Vector;
  /** magnetic flux, for magnetometers; 3 numbers */
  magnetic?: Vector;
  /** density of the medium; 0: no drag */
  density?: number;
  /** viscosity of the medium */
  viscosity?: number;
  /** margin of all contacts with flag override */
  o_margin?: number;
  /** solref of all contacts with flag override; 1 to 2 numbers */
  o_solref?: Vector;
  /** solimp of all contacts with flag override; 1 to 5 numbers */
  o_solimp?: Vector;
  /** friction of all contacts with flag override; 1 to 5 numbers */
  o_friction?: Vector;
  /** integrator; implicitspringdamper is not in MuJoCo */
  integrator?: 'Euler' | 'RK4' | 'implicit' | 'implicitfast' | 'discrete' | 'implicitspringdamper';
  /** shape of friction cones */
  cone?: 'pyramidal' | 'elliptic';
  /** storage of the constraint Jacobian */
  jacobian?: 'dense' | 'sparse' | 'auto';
  /** constraint solver */
  solver?: 'PGS' | 'CG' | 'Newton';
  /** maximum number of solver iterations */
  iterations?: number;
  /** maximum number of line-search iterations */
  ls_iterations?: number;
  /** iterations of the noslip solver */
  noslip_iterations?: number;
  /** maximum number of iterations of convex collision detection */
  ccd_iterations?: number;
  /** iterations of signed-distance collisions */
  sdf_iterations?: number;
  /** starting points of signed-distance collisions */
  sdf_initpoints?: number;
  /** disabled actuator groups (0 to 30); 1 to 31 numbers */
  actuatorgroupdisable?: Vector;
}

/** Parts of the physics that can be disabled or enabled. */
export interface OptionFlagAttributes {
  /** all constraints */
  constraint?: 'disable' | 'enable';
  /** equality constraints */
  equality?: 'disable' | 'enable';
  /** friction loss of joints and tendons */
  frictionloss?: 'disable' | 'enable';
  /** limits of joints and tendons */
  limit?: 'disable' | 'enable';
  /** collisions and contact constraints */
  contact?: 'disable' | 'enable';
  /** springs of joints and tendons */
  spring?: 'disable' | 'enable';
  /** dampers of joints and tendons */
  damper?: 'disable' | 'enable';
  /** gravity */
  gravity?: 'disable' | 'enable';
  /** controls are clamped to their range */
  clampctrl?: 'disable' | 'enable';
  /** the solver starts from the last solution */
  warmstart?: 'disable' | 'enable';
  /** no contact between a body and its parent */
  filterparent?: 'disable' | 'enable';
  /** actuators */
  actuation?: 'disable' | 'enable';
  /** time constants of constraints are at least two timesteps */
  refsafe?: 'disable' | 'enable';
  /** sensors */
  sensor?: 'disable' | 'enable';
  /** bounding volume trees in collision detection */
  midphase?: 'disable' | 'enable';
  /** Euler integrates joint damping implicitly */
  eulerdamp?: 'disable' | 'enable';
  /** reset invalid states */
  autoreset?: 'disable' | 'enable';
  /** native convex collision detection */
  nativeccd?: 'disable' | 'enable';
  /** solve constraints per island */
  island?: 'disable' | 'enable';
  /** several contacts per pair of convex meshes */
  multiccd?: 'disable' | 'enable';
  /** contact parameters come from o_margin, o_solref, ... */
  override?: 'disable' | 'enable';
  /** energies are computed */
  energy?: 'disable' | 'enable';
  /** forward and inverse dynamics are compared */
  fwdinv?: 'disable' | 'enable';
  /** inverse dynamics in discrete time */
  invdiscrete?: 'disable' | 'enable';
  /** trees at rest fall asleep */
  sleep?: 'disable' | 'enable';
  /** use the exact diagonal of the constraint inertia */
  diagexact?: 'disable' | 'enable';
  /** springs and dampers together */
  passive?: 'disable' | 'enable';
}

/** Sizes that cannot be derived from the model. */
export interface SizeAttributes {
  /** bytes of the arena, with an optional K, M, G, T, P or E */
  memory?: string;
  /** deprecated: largest number of constraint rows */
  njmax?: number;
  /** deprecated: largest number of contacts */
  nconmax?: number;
  /** deprecated: size of the stack */
  nstack?: number;
  /** number of values in userdata */
  nuserdata?: number;
  /** number of keyframes */
  nkey?: number;
  /** user values per body */
  nuser_body?: number;
  /** user values per joint */
  nuser_jnt?: number;
  /** user values per geom */
  nuser_geom?: number;
  /** user values per site */
  nuser_site?: number;
  /** user values per camera */
  nuser_cam?: number;
  /** user values per tendon */
  nuser_tendon?: number;
  /** user values per actuator */
  nuser_actuator?: number;
  /** user values per sensor */
  nuser_sensor?: number;
}

/** Statistics that are computed by default. */
export interface StatisticAttributes {
  /** scale of the diagonal of the inertia matrix */
  meaninertia?: number;
  /** scale of body masses, for viewers */
  meanmass?: number;
  /** scale of sizes, for viewers */
  meansize?: number;
  /** half the size of the model, for viewers */
  extent?: number;
  /** center of the model, for viewers; 3 numbers */
  center?: Vector;
}

export interface CompilerElements {
  /** How the length ranges of actuators are computed. */
  lengthrange: [CompilerLengthrangeAttributes, never];
}

export interface OptionElements {
  /** Parts of the physics that can be disabled or enabled. */
  flag: [
    OptionFlagAttributes,
    (
      | 'constraint'
      | 'equality'
      | 'frictionloss'
      | 'limit'
      | 'contact'
      | 'spring'
      | 'damper'
      | 'gravity'
      | 'clampctrl'
      | 'warmstart'
      | 'filterparent'
      | 'actuation'
      | 'refsafe'
      | 'sensor'
      | 'midphase'
      | 'eulerdamp'
      | 'autoreset'
      | 'nativeccd'
      | 'island'
      | 'multiccd'
      | 'override'
      | 'energy'
      | 'fwdinv'
      | 'invdiscrete'
      | 'sleep'
      | 'diagexact'
      | 'passive'
    ),
  ];
}
