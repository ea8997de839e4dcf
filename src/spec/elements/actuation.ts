/** Actuators and sensors. Shortcuts (motor, position, ...) are already turned into gain, bias and dynamics. */

import { LimitedMode, SpecElement } from './element.ts';

export class Actuator extends SpecElement {
  /** mjtGain */
  gaintype = 0;
  gainprm = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  /** mjtBias */
  biastype = 0;
  biasprm = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  /** mjtDyn */
  dyntype = 0;
  dynprm = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  /** -1: decided by the compiler from dyntype */
  actdim = -1;
  /** input signature: mjtCtrlChart or mjtCtrlInput bits; 0: default of the gain type */
  ctrlspec = 0;
  velrange = [0, 0];
  ffrange = [0, 0];
  actearly = false;
  /** mjtTrn; 1000: undefined */
  trntype = 1000;
  gear = [1, 0, 0, 0, 0, 0];
  target = '';
  refsite = '';
  slidersite = '';
  cranklength = 0;
  lengthrange = [0, 0];
  /** > 0: ctrlrange (or actrange of integrators) from the target's range, times this */
  inheritrange = 0;
  damping = [0, 0, 0];
  armature = 0;
  /** LimitedMode */
  ctrllimited: number = LimitedMode.AUTO;
  ctrlrange = [0, 0];
  /** LimitedMode */
  forcelimited: number = LimitedMode.AUTO;
  forcerange = [0, 0];
  /** LimitedMode */
  actlimited: number = LimitedMode.AUTO;
  actrange = [0, 0];
  group = 0;
  nsample = 0;
  /** 0 zoh, 1 linear, 2 cubic */
  interp = 0;
  delay = 0;
  userdata: number[] = [];
}

export class Sensor extends SpecElement {
  /** mjtSensor */
  type = 0;
  /** mjtObj */
  objtype = 0;
  objname = '';
  /** mjtObj */
  reftype = 0;
  refname = '';
  intprm = [0, 0, 0];
  /** mjtDataType; as given for <user>, else the compiler decides */
  datatype = 0;
  /** mjtStage; as given for <user>, else the compiler decides */
  needstage = 3;
  /** as given for <user>, else the compiler decides */
  dim = 0;
  cutoff = 0;
  noise = 0;
  nsample = 0;
  interp = 0;
  delay = 0;
  interval = [0, 0];
  userdata: number[] = [];
}
