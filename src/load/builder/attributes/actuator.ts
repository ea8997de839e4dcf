/** Attributes in `actuator`. Made from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** What most elements in <actuator> have. */
export interface ActuatorBase {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** group; groups can be switched off */
  group?: number;
  /** samples of control that are kept */
  nsample?: number;
  /** how samples are interpolated */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
  /** whether ctrlrange counts */
  ctrllimited?: boolean | 'false' | 'true' | 'auto';
  /** whether forcerange counts */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** range of the length; 2 numbers */
  lengthrange?: Vector;
  /** scale of length and force; 1 to 6 numbers */
  gear?: Vector;
  /** damping of the transmission, with higher powers; 1 to 3 numbers */
  damping?: Vector;
  /** inertia of the transmission */
  armature?: number;
  /** length of the crank rod */
  cranklength?: number;
  /** target: a joint */
  joint?: Ref;
  /** target: a joint, in the frame of the parent */
  jointinparent?: Ref;
  /** target: a tendon */
  tendon?: Ref;
  /** site of the slider */
  slidersite?: Ref;
  /** target: site of the crank */
  cranksite?: Ref;
  /** target: a site */
  site?: Ref;
  /** site that the target is measured from */
  refsite?: Ref;
}

/** An actuator in its general form. */
export interface ActuatorGeneralAttributes extends ActuatorBase {
  /** whether actrange counts */
  actlimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the activation; 2 numbers */
  actrange?: Vector;
  /** target: contacts of a body */
  body?: Ref;
  /** number of activations; -1: as dyntype needs */
  actdim?: number;
  /** which controls there are */
  input?: string;
  /** range of the velocity setpoint; 2 numbers */
  velrange?: Vector;
  /** range of the feedforward; 2 numbers */
  ffrange?: Vector;
  /** kind of activation dynamics */
  dyntype?: 'none' | 'integrator' | 'filter' | 'filterexact' | 'muscle' | 'dcmotor' | 'pid' | 'user';
  /** kind of gain */
  gaintype?: 'fixed' | 'affine' | 'muscle' | 'dcmotor' | 'so3' | 'pid' | 'user';
  /** kind of bias */
  biastype?: 'none' | 'affine' | 'muscle' | 'dcmotor' | 'so3' | 'user';
  /** parameters of the dynamics; 1 to 10 numbers */
  dynprm?: Vector;
  /** parameters of the gain; 1 to 10 numbers */
  gainprm?: Vector;
  /** parameters of the bias; 1 to 10 numbers */
  biasprm?: Vector;
  /** force from the next activation */
  actearly?: boolean;
}

/** Force equals control. */
export interface ActuatorMotorAttributes extends ActuatorBase {}

/** Position servo. */
export interface ActuatorPositionAttributes extends ActuatorBase {
  /** take the range of the target, times this */
  inheritrange?: number;
  /** position gain */
  kp?: number;
  /** velocity gain */
  kv?: number;
  /** damping ratio; replaces kv */
  dampratio?: number;
  /** time constant of a filter; 0: none */
  timeconst?: number;
}

/** Velocity servo. */
export interface ActuatorVelocityAttributes extends ActuatorBase {
  /** velocity gain */
  kv?: number;
}

/** Position servo on the integral of the control. */
export interface ActuatorIntvelocityAttributes extends ActuatorBase {
  /** whether actrange counts */
  actlimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the activation; 2 numbers */
  actrange?: Vector;
  /** take the range of the target, times this */
  inheritrange?: number;
  /** position gain */
  kp?: number;
  /** velocity gain */
  kv?: number;
  /** damping ratio; replaces kv */
  dampratio?: number;
}

/** Servo on a rotation. */
export interface ActuatorOrientationAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** group; groups can be switched off */
  group?: number;
  /** samples of control that are kept */
  nsample?: number;
  /** how samples are interpolated */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
  /** whether forcerange counts */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** target: a joint */
  joint?: Ref;
  /** target: a site */
  site?: Ref;
  /** site that the target is measured from */
  refsite?: Ref;
  /** position gain */
  kp?: number;
  /** velocity gain */
  kv?: number;
  /** damping ratio; replaces kv */
  dampratio?: number;
  /** which controls there are */
  input?: string;
}

/** Servo with integral term. */
export interface ActuatorPidAttributes extends ActuatorBase {
  /** range of the position setpoint; 2 numbers */
  posrange?: Vector;
  /** range of the velocity setpoint; 2 numbers */
  velrange?: Vector;
  /** range of the feedforward; 2 numbers */
  ffrange?: Vector;
  /** take the range of the target, times this */
  inheritrange?: number;
  /** position gain */
  kp?: number;
  /** velocity gain */
  kv?: number;
  /** damping ratio; replaces kv */
  dampratio?: number;
  /** integral gain */
  ki?: number;
  /** bound of the integral */
  imax?: number;
  /** fastest change of the setpoint */
  slewmax?: number;
  /** which controls there are */
  input?: string;
}

/** Damping set by control. */
export interface ActuatorDamperAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** group; groups can be switched off */
  group?: number;
  /** samples of control that are kept */
  nsample?: number;
  /** how samples are interpolated */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
  /** whether forcerange counts */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** range of the length; 2 numbers */
  lengthrange?: Vector;
  /** scale of length and force; 1 to 6 numbers */
  gear?: Vector;
  /** damping of the transmission, with higher powers; 1 to 3 numbers */
  damping?: Vector;
  /** inertia of the transmission */
  armature?: number;
  /** length of the crank rod */
  cranklength?: number;
  /** target: a joint */
  joint?: Ref;
  /** target: a joint, in the frame of the parent */
  jointinparent?: Ref;
  /** target: a tendon */
  tendon?: Ref;
  /** site of the slider */
  slidersite?: Ref;
  /** target: site of the crank */
  cranksite?: Ref;
  /** target: a site */
  site?: Ref;
  /** site that the target is measured from */
  refsite?: Ref;
  /** velocity gain */
  kv?: number;
}

/** Pneumatic or hydraulic cylinder. */
export interface ActuatorCylinderAttributes extends ActuatorBase {
  /** time constant */
  timeconst?: number;
  /** area */
  area?: number;
  /** diameter; replaces area */
  diameter?: number;
  /** bias parameters; 3 numbers */
  bias?: Vector;
}

/** Muscle. */
export interface ActuatorMuscleAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** group; groups can be switched off */
  group?: number;
  /** samples of control that are kept */
  nsample?: number;
  /** how samples are interpolated */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
  /** whether ctrlrange counts */
  ctrllimited?: boolean | 'false' | 'true' | 'auto';
  /** whether forcerange counts */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** range of the length; 2 numbers */
  lengthrange?: Vector;
  /** scale of length and force; 1 to 6 numbers */
  gear?: Vector;
  /** damping of the transmission, with higher powers; 1 to 3 numbers */
  damping?: Vector;
  /** inertia of the transmission */
  armature?: number;
  /** length of the crank rod */
  cranklength?: number;
  /** target: a joint */
  joint?: Ref;
  /** target: a joint, in the frame of the parent */
  jointinparent?: Ref;
  /** target: a tendon */
  tendon?: Ref;
  /** site of the slider */
  slidersite?: Ref;
  /** target: site of the crank */
  cranksite?: Ref;
  /** time constants of activation and deactivation; 2 numbers */
  timeconst?: Vector;
  /** width of the transition between them */
  tausmooth?: number;
  /** operating range of lengths; 2 numbers */
  range?: Vector;
  /** peak force; negative: from scale */
  force?: number;
  /** peak force over acceleration */
  scale?: number;
  /** shortest length */
  lmin?: number;
  /** longest length */
  lmax?: number;
  /** fastest shortening */
  vmax?: number;
  /** passive force at lmax */
  fpmax?: number;
  /** active force at fastest lengthening */
  fvmax?: number;
}

/** Suction at contacts. */
export interface ActuatorAdhesionAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** group; groups can be switched off */
  group?: number;
  /** samples of control that are kept */
  nsample?: number;
  /** how samples are interpolated */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
  /** whether forcerange counts */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** target: contacts of a body */
  body?: Ref;
  /** gain */
  gain?: number;
}

/** DC motor. */
export interface ActuatorDcmotorAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** group; groups can be switched off */
  group?: number;
  /** samples of control that are kept */
  nsample?: number;
  /** how samples are interpolated */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** numbers of your own; any count of numbers */
  user?: Vector;
  /** whether ctrlrange counts */
  ctrllimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the length; 2 numbers */
  lengthrange?: Vector;
  /** scale of length and force; 1 to 6 numbers */
  gear?: Vector;
  /** damping of the transmission, with higher powers; 1 to 3 numbers */
  damping?: Vector;
  /** inertia of the transmission */
  armature?: number;
  /** length of the crank rod */
  cranklength?: number;
  /** target: a joint */
  joint?: Ref;
  /** target: a joint, in the frame of the parent */
  jointinparent?: Ref;
  /** target: a tendon */
  tendon?: Ref;
  /** site of the slider */
  slidersite?: Ref;
  /** target: site of the crank */
  cranksite?: Ref;
  /** target: a site */
  site?: Ref;
  /** site that the target is measured from */
  refsite?: Ref;
  /** torque and back-EMF constants; 1 to 2 numbers */
  motorconst?: Vector;
  /** electrical resistance */
  resistance?: number;
  /** voltage, stall torque, no-load speed; 1 to 3 numbers */
  nominal?: Vector;
  /** largest torque, current, rate of current; 1 to 3 numbers */
  saturation?: Vector;
  /** inductance, electrical time constant; 1 to 2 numbers */
  inductance?: Vector;
  /** amplitude, periodicity, phase; 1 to 3 numbers */
  cogging?: Vector;
  /** kp, ki, kd, slew, integral bound, voltage bound; 1 to 6 numbers */
  controller?: Vector;
  /** resistance, capacitance, time constant, coefficient, reference, ambient; 1 to 6 numbers */
  thermal?: Vector;
  /** stiffness, damping, Coulomb, static, Stribeck; 1 to 5 numbers */
  lugre?: Vector;
  /** which controls there are */
  input?: string;
}

export interface ActuatorElements {
  /** An actuator in its general form. */
  general: [
    ActuatorGeneralAttributes,
    (
      | 'cranklength'
      | 'joint'
      | 'jointinparent'
      | 'tendon'
      | 'slidersite'
      | 'cranksite'
      | 'site'
      | 'refsite'
      | 'body'
      | 'input'
    ),
  ];
  /** Force equals control. */
  motor: [
    ActuatorMotorAttributes,
    'cranklength' | 'joint' | 'jointinparent' | 'tendon' | 'slidersite' | 'cranksite' | 'site' | 'refsite',
  ];
  /** Position servo. */
  position: [
    ActuatorPositionAttributes,
    (
      | 'inheritrange'
      | 'cranklength'
      | 'joint'
      | 'jointinparent'
      | 'tendon'
      | 'slidersite'
      | 'cranksite'
      | 'site'
      | 'refsite'
      | 'kp'
      | 'kv'
      | 'dampratio'
      | 'timeconst'
    ),
  ];
  /** Velocity servo. */
  velocity: [
    ActuatorVelocityAttributes,
    'cranklength' | 'joint' | 'jointinparent' | 'tendon' | 'slidersite' | 'cranksite' | 'site' | 'refsite' | 'kv',
  ];
  /** Position servo on the integral of the control. */
  intvelocity: [
    ActuatorIntvelocityAttributes,
    (
      | 'inheritrange'
      | 'cranklength'
      | 'joint'
      | 'jointinparent'
      | 'tendon'
      | 'slidersite'
      | 'cranksite'
      | 'site'
      | 'refsite'
      | 'kp'
      | 'kv'
      | 'dampratio'
    ),
  ];
  /** Servo on a rotation. */
  orientation: [ActuatorOrientationAttributes, 'joint' | 'site' | 'refsite' | 'kp' | 'kv' | 'dampratio' | 'input'];
  /** Servo with integral term. */
  pid: [
    ActuatorPidAttributes,
    (
      | 'posrange'
      | 'inheritrange'
      | 'cranklength'
      | 'joint'
      | 'jointinparent'
      | 'tendon'
      | 'slidersite'
      | 'cranksite'
      | 'site'
      | 'refsite'
      | 'kp'
      | 'kv'
      | 'dampratio'
      | 'ki'
      | 'imax'
      | 'slewmax'
      | 'input'
    ),
  ];
  /** Damping set by control. */
  damper: [
    ActuatorDamperAttributes,
    'cranklength' | 'joint' | 'jointinparent' | 'tendon' | 'slidersite' | 'cranksite' | 'site' | 'refsite' | 'kv',
  ];
  /** Pneumatic or hydraulic cylinder. */
  cylinder: [
    ActuatorCylinderAttributes,
    (
      | 'cranklength'
      | 'joint'
      | 'jointinparent'
      | 'tendon'
      | 'slidersite'
      | 'cranksite'
      | 'site'
      | 'refsite'
      | 'timeconst'
      | 'area'
      | 'diameter'
      | 'bias'
    ),
  ];
  /** Muscle. */
  muscle: [
    ActuatorMuscleAttributes,
    (
      | 'cranklength'
      | 'joint'
      | 'jointinparent'
      | 'tendon'
      | 'slidersite'
      | 'cranksite'
      | 'timeconst'
      | 'tausmooth'
      | 'range'
      | 'force'
      | 'scale'
      | 'lmin'
      | 'lmax'
      | 'vmax'
      | 'fpmax'
      | 'fvmax'
    ),
  ];
  /** Suction at contacts. */
  adhesion: [ActuatorAdhesionAttributes, 'body' | 'gain'];
  /** DC motor. */
  dcmotor: [
    ActuatorDcmotorAttributes,
    (
      | 'cranklength'
      | 'joint'
      | 'jointinparent'
      | 'tendon'
      | 'slidersite'
      | 'cranksite'
      | 'site'
      | 'refsite'
      | 'motorconst'
      | 'resistance'
      | 'nominal'
      | 'saturation'
      | 'inductance'
      | 'cogging'
      | 'controller'
      | 'thermal'
      | 'lugre'
      | 'input'
    ),
  ];
}
