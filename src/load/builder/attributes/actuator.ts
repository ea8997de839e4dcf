/** Attributes in `actuator`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** Attributes of most elements in <actuator>. */
export interface ActuatorBase {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** group; groups can be disabled */
  group?: number;
  /** number of samples in the history buffer of the control */
  nsample?: number;
  /** interpolation between samples */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
  /** whether ctrlrange applies */
  ctrllimited?: boolean | 'false' | 'true' | 'auto';
  /** whether forcerange applies */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** range of the length; 2 numbers */
  lengthrange?: Vector;
  /** scale of length and force; 1 to 6 numbers */
  gear?: Vector;
  /** damping of the transmission, with polynomial coefficients; 1 to 3 numbers */
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
  /** reference site of the target */
  refsite?: Ref;
}

/** A general actuator. */
export interface ActuatorGeneralAttributes extends ActuatorBase {
  /** whether actrange applies */
  actlimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the activation; 2 numbers */
  actrange?: Vector;
  /** target: contacts of a body */
  body?: Ref;
  /** number of activations; -1: determined by dyntype */
  actdim?: number;
  /** the inputs of the actuator */
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
  /** compute the force from the next activation */
  actearly?: boolean;
}

/** An actuator whose force is the control. */
export interface ActuatorMotorAttributes extends ActuatorBase {}

/** Position servo. */
export interface ActuatorPositionAttributes extends ActuatorBase {
  /** sets the range from that of the target, scaled by this factor */
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
  /** whether actrange applies */
  actlimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the activation; 2 numbers */
  actrange?: Vector;
  /** sets the range from that of the target, scaled by this factor */
  inheritrange?: number;
  /** position gain */
  kp?: number;
  /** velocity gain */
  kv?: number;
  /** damping ratio; replaces kv */
  dampratio?: number;
}

/** Servo for an orientation. */
export interface ActuatorOrientationAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** group; groups can be disabled */
  group?: number;
  /** number of samples in the history buffer of the control */
  nsample?: number;
  /** interpolation between samples */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
  /** whether forcerange applies */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** target: a joint */
  joint?: Ref;
  /** target: a site */
  site?: Ref;
  /** reference site of the target */
  refsite?: Ref;
  /** position gain */
  kp?: number;
  /** velocity gain */
  kv?: number;
  /** damping ratio; replaces kv */
  dampratio?: number;
  /** the inputs of the actuator */
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
  /** sets the range from that of the target, scaled by this factor */
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
  /** maximum rate of change of the setpoint */
  slewmax?: number;
  /** the inputs of the actuator */
  input?: string;
}

/** Damping controlled by the input. */
export interface ActuatorDamperAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** group; groups can be disabled */
  group?: number;
  /** number of samples in the history buffer of the control */
  nsample?: number;
  /** interpolation between samples */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
  /** whether forcerange applies */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** range of the length; 2 numbers */
  lengthrange?: Vector;
  /** scale of length and force; 1 to 6 numbers */
  gear?: Vector;
  /** damping of the transmission, with polynomial coefficients; 1 to 3 numbers */
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
  /** reference site of the target */
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
  /** default class */
  class?: Ref;
  /** group; groups can be disabled */
  group?: number;
  /** number of samples in the history buffer of the control */
  nsample?: number;
  /** interpolation between samples */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
  /** whether ctrlrange applies */
  ctrllimited?: boolean | 'false' | 'true' | 'auto';
  /** whether forcerange applies */
  forcelimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the force; 2 numbers */
  forcerange?: Vector;
  /** range of the length; 2 numbers */
  lengthrange?: Vector;
  /** scale of length and force; 1 to 6 numbers */
  gear?: Vector;
  /** damping of the transmission, with polynomial coefficients; 1 to 3 numbers */
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
  /** peak force; negative: computed from scale */
  force?: number;
  /** scale of the peak force */
  scale?: number;
  /** minimum length */
  lmin?: number;
  /** maximum length */
  lmax?: number;
  /** maximum shortening velocity */
  vmax?: number;
  /** passive force at lmax */
  fpmax?: number;
  /** active force at saturating lengthening velocity */
  fvmax?: number;
}

/** Adhesion at contacts. */
export interface ActuatorAdhesionAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** group; groups can be disabled */
  group?: number;
  /** number of samples in the history buffer of the control */
  nsample?: number;
  /** interpolation between samples */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
  /** whether forcerange applies */
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
  /** default class */
  class?: Ref;
  /** group; groups can be disabled */
  group?: number;
  /** number of samples in the history buffer of the control */
  nsample?: number;
  /** interpolation between samples */
  interp?: 'zoh' | 'linear' | 'cubic';
  /** delay of the control */
  delay?: number;
  /** range of the control; 2 numbers */
  ctrlrange?: Vector;
  /** user-defined values; any count of numbers */
  user?: Vector;
  /** whether ctrlrange applies */
  ctrllimited?: boolean | 'false' | 'true' | 'auto';
  /** range of the length; 2 numbers */
  lengthrange?: Vector;
  /** scale of length and force; 1 to 6 numbers */
  gear?: Vector;
  /** damping of the transmission, with polynomial coefficients; 1 to 3 numbers */
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
  /** reference site of the target */
  refsite?: Ref;
  /** torque and back-EMF constants; 1 to 2 numbers */
  motorconst?: Vector;
  /** electrical resistance */
  resistance?: number;
  /** voltage, stall torque, no-load speed; 1 to 3 numbers */
  nominal?: Vector;
  /** maximum torque, current and rate of current; 1 to 3 numbers */
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
  /** the inputs of the actuator */
  input?: string;
}

export interface ActuatorElements {
  /** A general actuator. */
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
  /** An actuator whose force is the control. */
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
  /** Servo for an orientation. */
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
  /** Damping controlled by the input. */
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
  /** Adhesion at contacts. */
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
