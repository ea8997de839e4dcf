/**
 * Runs a trained policy as a controller of a simulation: observations, decimation, and conversion of actions to
 * controls.
 */
import { expectFunction, expectInteger, expectNumber, expectNumbers, expectObject, found } from '../core/expect.ts';
import type { Data } from '../core/model/data.ts';
import { ObjType } from '../core/model/enums.ts';
import { expectData, expectModel } from '../core/model/fit.ts';
import type { Model } from '../core/model/model.ts';
import { expectId, expectNames, jointsOf, observationOf, type Term } from './observation.ts';
import type { Policy } from './onnxPolicy.ts';

/** Computes controls from actions in each step; `target` is offset + scale action. */
export interface Motor {
  (d: Data, target: Float64Array): void;
  /** Number of targets, if it is known. */
  readonly actions?: number;
}

/** Options of `policyController`. */
export interface ControllerOptions {
  policy: Policy;
  /** Terms of the observation, in order. */
  observation: readonly Term[];
  /** Number of actions (default: the number of actuators). */
  actions?: number;
  /** Steps per action (default: 1). */
  decimation?: number;
  /** target = offset + scale action (default: scale 1, offset 0). */
  scale?: number | ArrayLike<number>;
  offset?: ArrayLike<number>;
  /** Maximum absolute action before scaling (default: no limit). */
  clip?: number;
  /** Computes controls from targets in each step (default: the targets are the controls). */
  motor?: (m: Model) => Motor;
}

/** Controls a simulation: await `act` before each step. */
export interface PolicyController {
  act(d: Data): Promise<void>;
  /** Clear the last action and run the policy at the next step, as after a reset. */
  reset(): void;
  /** The last observation passed to the policy. */
  readonly observation: Float64Array;
}

/** Create a controller that runs a policy on a model, as in sim-to-sim deployment.
 *
 *  @example
 *  const policy = { act: async () => new Float32Array([0.5]), close: async () => {} };
 *  const control = policyController(m, { policy, observation: [jointPositions()], scale: 0.25, decimation: 4 });
 *  for (let k = 0; k < 8; k++) {
 *    await control.act(d);
 *    step(m, d);
 *  }
 *  console.log(d.ctrl[0]); // -> 0.125
 *  @throws RangeError for sizes or names that do not match the model */
export function policyController(m: Model, options: ControllerOptions): PolicyController {
  const { nu } = expectModel('policyController', m);
  const { policy, decimation = 1, clip = Infinity, actions = nu } = expectObject('options', options);
  expectFunction('policy.act', expectObject('policy', policy).act);
  expectInteger('decimation', decimation, 1);
  expectInteger('actions', actions, 0, 2 ** 20);
  if (!(expectNumber('clip', clip) >= 0)) throw new RangeError(`clip: expected a number of at least 0, found ${clip}`);
  const scale = broadcastRow('scale', options.scale ?? 1, actions);
  const offset = broadcastRow('offset', options.offset ?? 0, actions);
  const seen = observationOf(m, options.observation, actions);
  const drive = expectFunction('motor', expectFunction('motor', options.motor ?? controls)(m));
  checkActions(drive, actions);
  const observation = new Float64Array(seen.size);
  const [lastAction, target] = [new Float64Array(actions), Float64Array.from(offset)];
  let left = 0;
  /** Number of resets: actions requested before the last one are ignored. */
  let resets = 0;
  const ask = async (d: Data) => {
    seen.write(d, observation, 0, { lastAction });
    const asked = resets;
    const action = await policy.act(observation);
    if (action?.length !== actions) {
      throw new RangeError(`policy: expected ${actions} actions, found ${action?.length ?? found(action)}`);
    }
    expectNumbers('policy: action', action, actions);
    if (asked !== resets) return;
    for (let k = 0; k < actions; k++) {
      lastAction[k] = Math.min(Math.max(action[k], -clip), clip);
      target[k] = offset[k] + scale[k] * lastAction[k];
    }
  };
  return {
    observation,
    async act(d) {
      expectData('act', d);
      const asked = resets;
      if (left === 0) await ask(d);
      if (asked !== resets) return;
      left = (left > 0 ? left : decimation) - 1;
      drive(d, target);
    },
    reset() {
      lastAction.fill(0);
      left = 0;
      resets++;
    },
  };
}

/** Uses targets directly as controls, for position actuators. */
function controls(m: Model): Motor {
  return (d, target) => {
    if (target.length !== m.nu) throw new RangeError(`controls: expected ${m.nu} actions, found ${target.length}`);
    d.ctrl.set(target);
  };
}

/** PD control to the targets, for models with torque actuators:
 *  torque = stiffness (target - position) - damping velocity, within a limit.
 *
 *  @param joints in the order of the actions (default: all hinges and slides)
 *  @param actuators that apply the torques, in the order of the joints (default: the first ones)
 *  @example
 *  const policy = { act: async () => new Float32Array([0.5]), close: async () => {} };
 *  const motor = pdMotor({ stiffness: 10, damping: 1 });
 *  await policyController(m, { policy, observation: [jointPositions()], motor }).act(d);
 *  console.log(d.ctrl[0]); // -> 5 */
export function pdMotor(settings: {
  stiffness: number | ArrayLike<number>;
  damping: number | ArrayLike<number>;
  limit?: number | ArrayLike<number>;
  joints?: readonly string[];
  actuators?: readonly string[];
}): (m: Model) => Motor {
  expectObject('pdMotor', settings);
  expectNames('joints', settings.joints);
  expectNames('actuators', settings.actuators);
  return (m) => {
    const joints = jointsOf(m, settings.joints);
    const n = joints.length;
    const outputs = settings.actuators?.map((name) => m.actuator_ctrladr[expectId(m, ObjType.ACTUATOR, name)]);
    const stiffness = broadcastRow('stiffness', settings.stiffness, n);
    const damping = broadcastRow('damping', settings.damping, n);
    const limit = broadcastRow('limit', settings.limit ?? Infinity, n);
    if (outputs && outputs.length !== n) {
      throw new RangeError(`pdMotor: expected ${n} actuators, one per joint, found ${outputs.length}`);
    }
    if (!outputs && n > m.nu) throw new RangeError(`pdMotor: expected controls for ${n} joints, found ${m.nu}`);
    const motor = (d: Data, target: Float64Array) => {
      checkActions(spring, target.length);
      for (let k = 0; k < n; k++) {
        const error = target[k] - d.qpos[m.jnt_qposadr[joints[k]]];
        const torque = stiffness[k] * error - damping[k] * d.qvel[m.jnt_dofadr[joints[k]]];
        d.ctrl[outputs?.[k] ?? k] = Math.min(Math.max(torque, -limit[k]), limit[k]);
      }
    };
    const spring: Motor = Object.assign(motor, { actions: n });
    return spring;
  };
}

function checkActions({ actions }: Motor, found: number): void {
  if (actions === undefined || actions === found) return;
  throw new RangeError(`pdMotor: expected ${actions} actions, one per joint, found ${found}`);
}

/** One value for all, or one for each. */
function broadcastRow(name: string, value: number | ArrayLike<number>, n: number): ArrayLike<number> {
  if (typeof value === 'number') return new Float64Array(n).fill(expectNumber(name, value));
  const row = expectNumbers(name, value, n);
  for (let k = 0; k < n; k++) expectNumber(`${name}[${k}]`, row[k]);
  return row;
}
