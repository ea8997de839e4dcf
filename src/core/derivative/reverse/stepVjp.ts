/** Reverse-mode derivatives of a step: from cotangents of its results to those of its inputs. */
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

/** Derivatives of a cost with respect to the results of a step. */
export interface StepCotangents {
  /** By the next state (dq, qvel, act): nx = 2 nv + na values. */
  state: Float64Array;
  /** By the sensors that the step computes, if the cost depends on them: nsensordata values. */
  sensors?: Float64Array;
}

/** Derivatives of a cost with respect to the inputs of a step. */
export interface StepGradient {
  /** By the state (dq, qvel, act): nx values. */
  state: Float64Array;
  /** By the controls: nu values. */
  ctrl: Float64Array;
  /** By the requested parameters, in their order. */
  parameters: Float64Array;
  /** Residual of the differentiated solution, relative to the largest force. */
  residual: number;
  /** Contacts whose derivative with respect to positions is that of the exact shapes, and the errors of the computed contacts. */
  exactContacts: ExactContact[];
}

/** Options of `stepVjp`. */
export interface VjpOptions {
  /** Model values by which to differentiate the cost too; all others are held fixed, including those derived from
   *  them. */
  parameters?: readonly Parameter[];
  /** Output buffers, for example a previous result. When given, nothing is allocated. */
  into?: Partial<StepGradient>;
}

/** Vector-Jacobian product of a step: `state` = A^T y and `ctrl` = B^T y for the cotangents y of the next state, without computing A and B,
 *  and the same for parameters of the Model. Costs a few steps, independent of the number of dofs; each parameter without a closed form
 *  costs two evaluations of the forces, and sensors cost as much as `transitionFD`. The `Data` is not changed. Models without a closed form
 *  are rejected with the reason, as in `transition`.
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
  // any perturbation of a sleeping tree wakes it
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
