/** Deployment config of a policy: JSON next to its ONNX file, such as `walk.onnx` and `walk.json`. */
import { expectObject, expectString } from '../core/expect.ts';
import { expectModel } from '../core/model/fit.ts';
import type { Model } from '../core/model/model.ts';
import { checkPolicyConfig } from './checkPolicyConfig.ts';
import { type ControllerOptions, type PolicyController, pdMotor, policyController } from './controller.ts';
import * as terms from './observation.ts';
import type { Policy } from './onnxPolicy.ts';

/** A part of the observation. A term without settings can be just its name. */
export interface TermConfig {
  term: string;
  /** of `angularVelocity`, `linearVelocity` and `projectedGravity` */
  body?: string;
  /** of `jointPositions` and `jointVelocities`, in their order */
  joints?: readonly string[];
  /** of `jointPositions`: subtracted from the positions; 'key': the first keyframe */
  stance?: readonly number[] | 'key';
  /** of `sensor` */
  name?: string;
  /** of `command` */
  numbers?: readonly number[];
  /** of `clock`, in Hz */
  frequency?: number;
  /** factor of all its values */
  scale?: number;
}

/** Observations and actions of a policy, as JSON. */
export interface PolicyConfig {
  observation: readonly (string | TermConfig)[];
  /** steps per action */
  decimation?: number;
  scale?: number | readonly number[];
  /** 'key': the joints of the model's first keyframe */
  offset?: readonly number[] | 'key';
  clip?: number;
  /** PD control to the targets, for models with torque actuators */
  motor?: Parameters<typeof pdMotor>[0];
}

type Maker = (m: Model, config: TermConfig) => terms.Term;

const MAKERS: Readonly<Record<string, Maker>> = {
  angularVelocity: (_, config) => terms.angularVelocity(requiredSetting(config, 'body')),
  linearVelocity: (_, config) => terms.linearVelocity(requiredSetting(config, 'body')),
  projectedGravity: (_, config) => terms.projectedGravity(requiredSetting(config, 'body')),
  jointPositions: (m, { joints, stance }) => terms.jointPositions(joints, resolvePose(m, stance, joints)),
  jointVelocities: (_, { joints }) => terms.jointVelocities(joints),
  sensor: (_, config) => terms.sensor(requiredSetting(config, 'name')),
  lastAction: () => terms.lastAction,
  command: (_, config) => terms.command(requiredSetting(config, 'numbers')),
  clock: (_, config) => terms.clock(requiredSetting(config, 'frequency')),
};

/** Create a controller from a policy and its config.
 *
 *  @example
 *  const policy = { act: async () => new Float32Array([0.5]), close: async () => {} };
 *  const config = { observation: ['jointPositions', { term: 'clock', frequency: 2 }], decimation: 4, scale: 0.25 };
 *  const control = createController(m, config, policy);
 *  await control.act(d);
 *  console.log(control.observation.length, d.ctrl[0]); // -> 3 0.125
 * @throws TypeError for unknown properties or wrong values, RangeError for unknown terms, and for names and sizes that
 * do not match the model */
export function createController(m: Model, config: PolicyConfig, policy: Policy): PolicyController {
  expectModel('createController', m);
  checkPolicyConfig(config);
  const options: ControllerOptions = {
    policy,
    observation: config.observation.map((term) => createTerm(m, typeof term === 'string' ? { term } : term)),
  };
  for (const name of ['decimation', 'scale', 'clip'] as const) {
    if (config[name] !== undefined) Object.assign(options, { [name]: config[name] });
  }
  const offset = resolvePose(m, config.offset);
  if (offset) options.offset = offset;
  if (config.motor !== undefined && config.motor !== null) options.motor = pdMotor(config.motor);
  return policyController(m, options);
}

function createTerm(m: Model, config: TermConfig): terms.Term {
  expectString('policy config: term', expectObject('policy config: observation', config).term);
  const make = Object.hasOwn(MAKERS, config.term) ? MAKERS[config.term] : undefined;
  if (make === undefined) {
    throw new RangeError(`policy config: expected one of ${Object.keys(MAKERS).join(', ')}, found '${config.term}'`);
  }
  const term = make(m, config);
  return config.scale === undefined ? term : terms.scaled(term, config.scale);
}

function requiredSetting<K extends keyof TermConfig>(config: TermConfig, name: K): NonNullable<TermConfig[K]> {
  const value = config[name];
  if (value === undefined) throw new RangeError(`policy config: ${config.term}: expected '${name}'`);
  return value as NonNullable<TermConfig[K]>;
}

/** Positions of joints: values, or those of the first keyframe. */
function resolvePose(
  m: Model,
  pose: readonly number[] | 'key' | undefined,
  joints?: readonly string[],
): readonly number[] | undefined {
  if (pose !== 'key') return pose;
  if (m.nkey === 0) throw new RangeError('policy config: the model has no keyframe');
  return terms.jointsOf(m, joints).map((j) => m.key_qpos[m.jnt_qposadr[j]]);
}
