/** A step, backwards: from the derivatives of a cost by what the step leads to, to those by what it starts from. */
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import { checkFits } from '../../model/fit.ts';
import type { Model } from '../../model/model.ts';
import { beginExact, type ExactContact, endExact } from '../exactContacts.ts';
import { expectSane } from '../fd/transitionFD.ts';
import { scratchDataLike } from '../scratchData.ts';
import { expectOptions, expectVector, matrix, stateDim } from '../sizes.ts';
import { ALONE, backwardStep, reverseVectors, take } from './backwardStep.ts';
import { controlsOffset, stateOffset } from './kernel/layout.ts';
import { expectParameters, type Parameter, ParameterVjp } from './parameters.ts';
import { addSensors } from './sensors.ts';

/** Derivatives of a cost by what a step leads to. */
export interface StepCotangents {
  /** By the next state (dq, qvel, act): nx = 2 nv + na numbers. */
  state: Float64Array;
  /** By the sensors that the step reads, if the cost depends on them: nsensordata numbers. */
  sensors?: Float64Array;
}

/** Derivatives of a cost by what a step starts from. */
export interface StepGradient {
  /** By the state (dq, qvel, act): nx numbers. */
  state: Float64Array;
  /** By the controls: nu numbers. */
  ctrl: Float64Array;
  /** By the parameters that were asked for, in their order. */
  parameters: Float64Array;
  /** What was missing at the solution that was differentiated, relative to the largest force. */
  residual: number;
  /** Contacts whose derivative by positions is that of the exact shapes, and how far the computed contact is from these. */
  exactContacts: ExactContact[];
}

/** How to go back over a step. */
export interface VjpOptions {
  /** Numbers of the Model by which the cost is differentiated too; all others, also those that follow from them, are held fixed. */
  parameters?: readonly Parameter[];
  /** Buffers to fill: a result of before, for instance. Nothing is allocated then. */
  into?: Partial<StepGradient>;
}

/** The transposed derivatives of a step times a vector: `state` = A^T y and `ctrl` = B^T y for the cotangents y of the next
 *  state, without A and B, and the same for parameters of the Model. Costs a few steps, whatever the number of dofs; parameters
 *  without a closed form cost two evaluations of the forces each, and sensors as much as `transitionFD`. The Data stays as it is.
 *  What has no closed form is refused by name, as by `transition`.
 *
 *  @example
 *  const model = await loadModel('humanoid.xml');
 *  const data = new Data(model);
 *  const y = new Float64Array(stateDim(model)).fill(1); // the cost is the sum of the next state
 *  const mass = { field: 'body_mass', index: 1 } as const;
 *  const { state, ctrl, parameters } = stepVjp(model, data, { state: y }, { parameters: [mass] }); */
export function stepVjp(m: Model, d: Data, cotangents: StepCotangents, options: VjpOptions = {}): StepGradient {
  const b = checkFits('stepVjp', m, d);
  const { into = {}, parameters = [] } = expectOptions(options);
  const nx = stateDim(m);
  const result = into as StepGradient;
  const next = expectVector('cotangents.state', cotangents?.state, nx);
  result.state = matrix('state', into.state, nx, 1);
  result.ctrl = matrix('ctrl', into.ctrl, m.nu, 1);
  result.parameters = matrix('parameters', into.parameters, expectParameters(m, parameters).length, 1).fill(0);
  const parameterVjp = parameters.length > 0 ? new ParameterVjp(parameters, result.parameters) : undefined;
  const flags = m.opt.enableflags;
  if ((flags & Enable.SLEEP) === 0) {
    runBackward(m, b, next, cotangents.sensors, result, parameterVjp);
    return result;
  }
  // any nudge of a tree that sleeps wakes it
  m.opt.enableflags = flags & ~Enable.SLEEP;
  try {
    runBackward(m, b, next, cotangents.sensors, result, parameterVjp);
  } finally {
    m.opt.enableflags = flags;
  }
  return result;
}

function runBackward(
  m: Model,
  b: Data,
  next: Float64Array,
  sensors: Float64Array | undefined,
  result: StepGradient,
  parameterVjp: ParameterVjp | undefined,
): void {
  const t = scratchDataLike(m, b);
  expectSane(m, t);
  const g = reverseVectors(m);
  result.exactContacts = beginExact(result.exactContacts);
  result.residual = backwardStep(m, t, g, next, parameterVjp, result.exactContacts, ALONE);
  endExact(result.exactContacts);
  take(result.state, g, stateOffset(m));
  take(result.ctrl, g, controlsOffset(m));
  if (sensors) addSensors(m, b, sensors, result, parameterVjp);
}
