/** Actuators and sensors. Shortcuts (motor, position, ...) are already converted to gain, bias and dynamics. */

import { LimitedMode } from '../../../core/model/enums/spec.ts';
import {
  BiasType,
  DataType,
  DynType,
  GainType,
  Interpolation,
  ObjType,
  SensorType,
  Stage,
  TrnType,
} from '../../../core/model/enums.ts';
import { SpecElement } from './element.ts';
import type { PluginUse } from './plugin.ts';

export class Actuator extends SpecElement {
  gaintype: GainType = GainType.FIXED;
  gainprm = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  biastype: BiasType = BiasType.NONE;
  biasprm = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  dyntype: DynType = DynType.NONE;
  dynprm = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  /** -1: decided by the compiler from dyntype */
  actdim = -1;
  /** input signature: a CtrlChart or bits of CtrlInput; 0: default of the gain type */
  ctrlspec = 0;
  velrange = [0, 0];
  ffrange = [0, 0];
  actearly = false;
  trntype: TrnType = TrnType.UNDEFINED;
  gear = [1, 0, 0, 0, 0, 0];
  target = '';
  refsite = '';
  slidersite = '';
  cranklength = 0;
  lengthrange = [0, 0];
  /** > 0: ctrlrange (or actrange of integrators) from the target's range, scaled by this */
  inheritrange = 0;
  damping = [0, 0, 0];
  armature = 0;
  ctrllimited: LimitedMode = LimitedMode.AUTO;
  ctrlrange = [0, 0];
  forcelimited: LimitedMode = LimitedMode.AUTO;
  forcerange = [0, 0];
  actlimited: LimitedMode = LimitedMode.AUTO;
  actrange = [0, 0];
  group = 0;
  nsample = 0;
  interp: Interpolation = Interpolation.ZOH;
  delay = 0;
  plugin: PluginUse | undefined;
  userdata: readonly number[] = [];
}

export class Sensor extends SpecElement {
  type: SensorType = SensorType.TOUCH;
  objtype: ObjType = ObjType.UNKNOWN;
  objname = '';
  reftype: ObjType = ObjType.UNKNOWN;
  refname = '';
  intprm = [0, 0, 0];
  /** given for <user>, else determined by the compiler */
  datatype: DataType = DataType.REAL;
  /** given for <user>, else determined by the compiler */
  needstage: Stage = Stage.ACC;
  /** given for <user>, else determined by the compiler */
  dim = 0;
  cutoff = 0;
  noise = 0;
  nsample = 0;
  interp: Interpolation = Interpolation.ZOH;
  delay = 0;
  interval = [0, 0];
  plugin: PluginUse | undefined;
  userdata: readonly number[] = [];
}
