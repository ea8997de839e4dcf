/** Actuators with several inputs: orientation servos, PID controllers and DC motors. */

import { BiasType, CtrlChart, CtrlInput, DynType, GainType, JointType, TrnType } from '../../core/model/enums.ts';
import type { ActuatorNode, CompileState, JointNode } from '../compileState.ts';
import { isLimited } from '../limits.ts';

/** Input signature, and the numbers of inputs and outputs. */
export function resolveInputs(state: CompileState, node: ActuatorNode): void {
  const { spec } = node;
  const { report } = state;
  if (spec.gaintype === GainType.SO3 || spec.biastype === BiasType.SO3) so3(state, node);
  if (spec.gaintype === GainType.PID) pid(state, node);
  if (spec.gaintype === GainType.DCMOTOR) dcmotor(state, node);
  if (spec.dyntype === DynType.PID && spec.gaintype !== GainType.PID) {
    report.elementError(spec, 'dyntype', "dyntype 'pid' needs gaintype 'pid'");
  }
  const several: readonly GainType[] = [GainType.SO3, GainType.PID, GainType.DCMOTOR];
  if (spec.ctrlspec !== 0 && !several.includes(spec.gaintype)) {
    report.elementError(spec, 'input', 'only so3, pid and dcmotor actuators have several inputs');
  }
}

function bits(...flags: boolean[]): number {
  return flags.filter(Boolean).length;
}

/** Geodesic servo on rotations: three torques, and three (exponential map) or four (quaternion) controls. */
function so3(state: CompileState, node: ActuatorNode): void {
  const { spec } = node;
  const problem = (attribute: string, words: string) => state.report.elementError(spec, attribute, words);
  if (spec.gaintype !== GainType.SO3 || spec.biastype !== BiasType.SO3) {
    problem('gaintype', "gaintype and biastype must both be 'so3'");
  }
  if (spec.dyntype !== DynType.NONE && spec.dyntype !== DynType.INTEGRATOR) {
    problem('dyntype', "so3 needs dyntype 'none' or 'integrator'");
  }
  if (spec.gainprm[0] !== -spec.biasprm[1]) problem('gainprm', 'so3 needs gainprm[0] = -biasprm[1]');
  if (spec.trntype === TrnType.SITE) {
    if (spec.refsite === '') problem('refsite', 'so3 with a site needs a refsite');
  } else if (spec.trntype === TrnType.JOINT) {
    if ((node.target as JointNode).type !== JointType.BALL) problem('joint', 'so3 needs a ball joint');
  } else {
    problem('joint', 'so3 needs a site or a ball joint');
  }
  if (spec.dyntype === DynType.INTEGRATOR) {
    if (spec.actdim > 0 && spec.actdim !== 3) problem('actdim', 'an so3 integrator has three activations');
    node.actdim = 3;
  }
  node.ctrlspec = spec.ctrlspec !== 0 ? spec.ctrlspec : CtrlChart.EXPMAP;
  if (node.ctrlspec === CtrlChart.QUAT) {
    if (spec.dyntype !== DynType.NONE) problem('input', "quaternion input needs dyntype 'none'");
  } else if (node.ctrlspec !== CtrlChart.EXPMAP) {
    problem('input', 'so3 takes an exponential map or a quaternion');
  }
  if (isLimited(spec.forcelimited, spec.forcerange) && spec.forcerange[0] !== 0) {
    problem('forcerange', 'so3 limits the length of the torque: the range must begin with 0');
  }
  node.ctrlnum = node.ctrlspec === CtrlChart.QUAT ? 4 : 3;
  node.outnum = 3;
  node.trntype = TrnType.SO3;
}

/** Any of position, velocity and feedforward; states for slew rate and integral. */
function pid(state: CompileState, node: ActuatorNode): void {
  const { spec } = node;
  const problem = (attribute: string, words: string) => state.report.elementError(spec, attribute, words);
  if (spec.biastype !== BiasType.AFFINE) problem('biastype', "pid needs biastype 'affine'");
  if (spec.dyntype !== DynType.NONE && spec.dyntype !== DynType.PID) {
    problem('dyntype', "pid needs dyntype 'none' or 'pid'");
  }
  if (spec.dyntype === DynType.NONE && spec.gainprm[0] !== 0)
    problem('gainprm', "an integral gain needs dyntype 'pid'");
  if (spec.trntype === TrnType.BODY) problem('body', 'pid cannot act on a body');
  if (spec.dyntype === DynType.PID) {
    if (spec.dynprm[0] < 0) problem('dynprm', `imax cannot be negative, found ${spec.dynprm[0]}`);
    if (spec.dynprm[1] < 0) problem('dynprm', `slewmax cannot be negative, found ${spec.dynprm[1]}`);
    const states = bits(spec.dynprm[1] > 0, spec.gainprm[0] > 0);
    if (spec.actdim > 0 && spec.actdim !== states)
      problem('actdim', `this pid has ${states} states, found ${spec.actdim}`);
    node.actdim = states;
  }
  node.ctrlspec = spec.ctrlspec !== 0 ? spec.ctrlspec : CtrlInput.POS | CtrlInput.VEL;
  const { POS, VEL, FF } = CtrlInput;
  if ((node.ctrlspec & ~(POS | VEL | FF)) !== 0) problem('input', 'pid takes pos, vel and ff');
  if (spec.dyntype === DynType.PID && (node.ctrlspec & POS) === 0)
    problem('input', 'the states of a pid need the pos input');
  node.ctrlnum = bits((node.ctrlspec & POS) !== 0, (node.ctrlspec & VEL) !== 0, (node.ctrlspec & FF) !== 0);
}

/** A voltage, or the inputs of the motor's controller, or none. */
function dcmotor(state: CompileState, node: ActuatorNode): void {
  const { spec } = node;
  const problem = (attribute: string, words: string) => state.report.elementError(spec, attribute, words);
  const { POS, VEL, FF, VOLTAGE, NONE } = CtrlInput;
  node.ctrlspec = spec.ctrlspec !== 0 ? spec.ctrlspec : VOLTAGE;
  const spec_ = node.ctrlspec;
  if (spec_ !== NONE && (spec_ & ~(POS | VEL | FF | VOLTAGE)) !== 0) {
    problem('input', 'dcmotor takes pos, vel, ff and voltage, or none');
  }
  const controller = spec_ !== NONE && (spec_ & (POS | VEL | FF)) !== 0;
  if (controller && spec.gainprm[1] <= 0) problem('input', 'the inputs of a controller need a positive motor constant');
  const gains = spec.gainprm[4] !== 0 || spec.gainprm[5] !== 0 || spec.gainprm[6] !== 0;
  if (!controller && gains) problem('input', 'gains of a controller need one of the inputs pos, vel, ff');
  if (spec.gainprm[5] > 0 && (spec_ & POS) === 0) problem('input', 'an integral gain needs the pos input');
  if (!controller && spec.dynprm[7] > 0) problem('input', 'a slew rate limit needs one of the inputs pos, vel, ff');
  node.ctrlnum = bits((spec_ & POS) !== 0, (spec_ & VEL) !== 0, (spec_ & FF) !== 0, (spec_ & VOLTAGE) !== 0);
}
