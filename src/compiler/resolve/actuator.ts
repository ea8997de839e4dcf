/** Actuators: targets, blocks of inputs, outputs and activations, and ranges. */

import { LimitedMode } from '../../core/model/enums/spec.ts';
import { BiasType, CtrlInput, DynType, GainType, JointType, ObjType, TrnType } from '../../core/model/enums.ts';
import type { ActuatorNode, BodyNode, CompileState, JointNode, SiteNode, TendonNode } from '../compileState.ts';
import { checkAutoLimit, checkUser, isLimited } from '../limits.ts';
import { resolveInputs } from './actuatorInputs.ts';
import { checkMuscle } from './muscle.ts';

/** Maximum number of samples in a history buffer. */
export const MAX_SAMPLES = 1 << 24;

export function compileActuators(state: CompileState): void {
  for (const actuator of state.actuators) compileActuator(state, actuator);
}

function compileActuator(state: CompileState, node: ActuatorNode): void {
  const { spec } = node;
  const { report } = state;
  checkUser(report, spec, spec.userdata, state.user.actuator);
  if (!resolveTarget(state, node)) return;
  node.trntype = spec.trntype;
  node.actdim = spec.actdim;
  node.ctrlrange = spec.ctrlrange.slice();
  node.actrange = spec.actrange.slice();
  let actlimited = spec.actlimited;
  if (isSo3(node) && spec.dyntype === DynType.INTEGRATOR) {
    // the integrator itself clamps the setpoint
    if (actlimited === LimitedMode.TRUE && node.actrange[0] === 0 && node.actrange[1] === 0)
      actlimited = LimitedMode.FALSE;
  }
  resolveInputs(state, node);
  checkReflected(state, node);
  inheritRange(state, node);
  resolveLimits(state, node, actlimited);
  resolveActdim(state, node);
  checkMuscle(report, spec);
  checkHistory(state, node);
  broadcastRanges(node);
}

function isSo3({ spec }: ActuatorNode): boolean {
  return spec.gaintype === GainType.SO3 || spec.biastype === BiasType.SO3;
}

function resolveTarget(state: CompileState, node: ActuatorNode): boolean {
  const { spec } = node;
  const { names, report } = state;
  if (spec.target === '') {
    report.elementError(
      spec,
      undefined,
      'an actuator needs a transmission: joint, jointinparent, tendon, site, cranksite or body',
    );
    return false;
  }
  switch (spec.trntype) {
    case TrnType.JOINT:
      node.target = names.resolve<JointNode>(report, spec, 'joint', ObjType.JOINT, spec.target) ?? null;
      break;
    case TrnType.JOINTINPARENT:
      node.target = names.resolve<JointNode>(report, spec, 'jointinparent', ObjType.JOINT, spec.target) ?? null;
      break;
    case TrnType.TENDON:
      node.target = names.resolve<TendonNode>(report, spec, 'tendon', ObjType.TENDON, spec.target) ?? null;
      break;
    case TrnType.BODY:
      node.target = names.resolve<BodyNode>(report, spec, 'body', ObjType.BODY, spec.target) ?? null;
      break;
    case TrnType.SITE:
      if (spec.refsite !== '') {
        node.second = names.resolve<SiteNode>(report, spec, 'refsite', ObjType.SITE, spec.refsite) ?? null;
      }
      node.target = names.resolve<SiteNode>(report, spec, 'site', ObjType.SITE, spec.target) ?? null;
      break;
    case TrnType.SLIDERCRANK:
      if (spec.slidersite === '') report.elementError(spec, 'slidersite', 'a slider-crank needs a slidersite');
      else node.second = names.resolve<SiteNode>(report, spec, 'slidersite', ObjType.SITE, spec.slidersite) ?? null;
      if (spec.cranklength <= 0) {
        report.elementError(spec, 'cranklength', `expected a positive number, found ${spec.cranklength}`);
      }
      node.target = names.resolve<SiteNode>(report, spec, 'cranksite', ObjType.SITE, spec.target) ?? null;
      break;
    default:
      report.elementError(spec, undefined, 'unknown transmission of the actuator');
  }
  return node.target !== null;
}

/** Only joints and tendons have damping and armature from actuators. */
function checkReflected(state: CompileState, { spec }: ActuatorNode): void {
  const { trntype } = spec;
  if (trntype === TrnType.JOINT || trntype === TrnType.JOINTINPARENT || trntype === TrnType.TENDON) return;
  const words = 'needs a joint or tendon transmission';
  if (spec.damping.some((x) => x !== 0)) state.report.elementError(spec, 'damping', words);
  if (spec.armature !== 0) state.report.elementError(spec, 'armature', words);
}

/** Range of the position input (or of the activation of an integrator) from the range of the target. */
function inheritRange(state: CompileState, node: ActuatorNode): void {
  const { spec } = node;
  const positionLike = spec.gaintype === GainType.FIXED && spec.gainprm[0] === -spec.biasprm[1];
  if (!(positionLike || spec.gaintype === GainType.PID) || spec.biastype !== BiasType.AFFINE) return;
  if (!(spec.inheritrange > 0)) return;
  const range = rangeToInherit(node);
  if (typeof range === 'string') {
    state.report.elementError(spec, 'inheritrange', range);
    return;
  }
  const mean = 0.5 * (range[1] + range[0]);
  const radius = 0.5 * (range[1] - range[0]) * spec.inheritrange;
  const inherited = [mean - radius, mean + radius];
  if (spec.dyntype === DynType.INTEGRATOR) node.actrange = inherited;
  else node.ctrlrange = inherited;
}

/** Dynamics whose input or activation is a position. */
const POSITION_DYNAMICS: readonly DynType[] = [DynType.NONE, DynType.FILTEREXACT, DynType.PID, DynType.INTEGRATOR];

/** The range of the joint or tendon, or an error message. */
function rangeToInherit({ spec, target }: ActuatorNode): readonly number[] | string {
  if (!POSITION_DYNAMICS.includes(spec.dyntype)) return 'only position and intvelocity actuators can inherit a range';
  let range: readonly number[];
  if (spec.trntype === TrnType.JOINT) {
    const joint = target as JointNode;
    if (joint.type !== JointType.HINGE && joint.type !== JointType.SLIDE) {
      return 'only the range of a hinge or a slide can be inherited';
    }
    range = joint.range;
  } else if (spec.trntype === TrnType.TENDON) {
    range = (target as TendonNode).spec.range;
  } else {
    return 'only the range of a joint or a tendon can be inherited';
  }
  return range[0] === range[1] ? `'${spec.target}' has no range` : range;
}

function resolveLimits(state: CompileState, node: ActuatorNode, actlimited: LimitedMode): void {
  const { spec } = node;
  const { report } = state;
  checkAutoLimit(report, spec, 'forcerange', spec.forcelimited, spec.forcerange);
  checkAutoLimit(report, spec, 'ctrlrange', spec.ctrllimited, node.ctrlrange);
  checkAutoLimit(report, spec, 'actrange', actlimited, node.actrange);
  node.forcelimited = isLimited(spec.forcelimited, spec.forcerange);
  node.actlimited = isLimited(actlimited, node.actrange);
  const order = 'the first number must be smaller than the second';
  if (node.forcelimited && spec.forcerange[0] >= spec.forcerange[1]) report.elementError(spec, 'forcerange', order);
  if (isLimited(spec.ctrllimited, node.ctrlrange) && node.ctrlrange[0] >= node.ctrlrange[1]) {
    report.elementError(spec, 'ctrlrange', order);
  }
  if (node.actlimited && node.actrange[0] >= node.actrange[1]) report.elementError(spec, 'actrange', order);
  if (node.actlimited && spec.dyntype === DynType.NONE) {
    report.elementError(spec, 'actrange', "an actuator with dyntype 'none' has no activation to limit");
  }
}

function resolveActdim(state: CompileState, node: ActuatorNode): void {
  const { spec } = node;
  const { report } = state;
  const { dyntype } = spec;
  const free = node.plugin !== null;
  if (!free && node.actdim > 1 && dyntype !== DynType.USER && dyntype !== DynType.DCMOTOR && !isSo3(node)) {
    report.elementError(spec, 'actdim', "only dyntype 'user' and 'dcmotor' may have more than one activation");
  }
  if (!free && node.actdim === 1 && dyntype === DynType.NONE) {
    report.elementError(spec, 'actdim', "an actuator with dyntype 'none' has no activation");
  }
  if (!free && node.actdim === 0 && dyntype !== DynType.NONE && dyntype !== DynType.DCMOTOR) {
    report.elementError(spec, 'actdim', 'the dynamics of this actuator need an activation');
  }
  if (node.actdim < 0) node.actdim = dyntype !== DynType.NONE && dyntype !== DynType.DCMOTOR ? 1 : 0;
  if (node.actdim > MAX_ACTIVATIONS)
    report.elementError(spec, 'actdim', `expected at most ${MAX_ACTIVATIONS}, found ${node.actdim}`);
  if (dyntype === DynType.DCMOTOR && !spec.actearly)
    report.elementError(spec, 'actearly', 'a dcmotor always acts early');
}

const MAX_ACTIVATIONS = 1 << 20;

function checkHistory(state: CompileState, node: ActuatorNode): void {
  const { spec } = node;
  const { report } = state;
  if (spec.delay > 0 && spec.nsample <= 0) report.elementError(spec, 'delay', 'a delay needs a history: nsample > 0');
  if ((spec.delay > 0 || spec.nsample > 0) && node.ctrlnum === 0) {
    report.elementError(spec, 'nsample', 'history and delay need an input');
  }
  if (spec.nsample > MAX_SAMPLES)
    report.elementError(spec, 'nsample', `expected at most ${MAX_SAMPLES}, found ${spec.nsample}`);
}

/** Every input has the control range, except velocity and feedforward of a PID, which have their own. */
function broadcastRanges(node: ActuatorNode): void {
  const { spec } = node;
  const limited = isLimited(spec.ctrllimited, node.ctrlrange);
  for (let k = 0; k < node.ctrlnum; k++) {
    node.ctrllimiteds[k] = limited;
    node.ctrlranges[k] = node.ctrlrange;
  }
  if (spec.gaintype !== GainType.PID) return;
  let k = (node.ctrlspec & CtrlInput.POS) !== 0 ? 1 : 0;
  for (const [bit, range] of [
    [CtrlInput.VEL, spec.velrange],
    [CtrlInput.FF, spec.ffrange],
  ] as const) {
    if ((node.ctrlspec & bit) === 0) continue;
    node.ctrllimiteds[k] = range[0] < range[1];
    node.ctrlranges[k] = range;
    k++;
  }
}
