/** User functions that the pipeline calls, and checks of their results. */
import { found } from '../../expect.ts';
import { BLOCK } from '../../model/block/block.ts';
import type { Data } from '../../model/data.ts';
import type { Stage } from '../../model/enums.ts';
import { describeType } from '../../model/fit.ts';
import { Model } from '../../model/model.ts';

/** User functions that the pipeline calls; all are optional. They may read all results computed before the call.
 *
 *  ```ts
 *  m.callbacks = { control: (m, d) => { d.ctrl[0] = -10 * d.qpos[0] - d.qvel[0]; } };
 *  ``` */
export interface Callbacks {
  /** Sets `d.ctrl` (or applied forces); positions and velocities are known. */
  control?: (m: Model, d: Data) => void;
  /** Adds to `d.qfrc_passive`. */
  passive?: (m: Model, d: Data) => void;
  /** Activation rate of actuator `id` with user dynamics. For an actuator with several activations, write the rates to
   *  `d.act_dot`; the return value is ignored. */
  actDyn?: (m: Model, d: Data, id: number) => number;
  /** Gain of actuator `id` with user gain. default: 1 */
  actGain?: (m: Model, d: Data, id: number) => number;
  /** Bias of actuator `id` with user bias. default: 0 */
  actBias?: (m: Model, d: Data, id: number) => number;
  /** Fills `d.sensordata` of the user sensors of a stage. */
  sensor?: (m: Model, d: Data, stage: Stage) => void;
  /** Whether to discard the contacts of two geoms (as MuJoCo's `mjcb_contactfilter`: true discards). Called once per step
   *  for each pair that passed masks and bounding volumes and has contacts, except explicit pairs of the model. Masks still
   *  apply: set `contype` and `conaffinity` so that pairs for the callback pass.
   *
   *  ```ts
   *  m.callbacks = { contactFilter: (m, d, geom1, geom2) => m.geom_bodyid[geom1] === ghost || m.geom_bodyid[geom2] === ghost };
   *  ``` */
  contactFilter?: (m: Model, d: Data, geom1: number, geom2: number) => boolean;
  /** Receives a warning the first time it occurs in a `Data`. default: `console.warn` */
  warning?: (text: string, m: Model, d: Data) => void;
}

const none: Callbacks = Object.freeze({});

/** Names of all callbacks; omitting one is a compile error. */
const names: Readonly<Record<keyof Callbacks, true>> = {
  control: true,
  passive: true,
  actDyn: true,
  actGain: true,
  actBias: true,
  sensor: true,
  contactFilter: true,
  warning: true,
};

/** @throws TypeError that names the member that is not a callback */
function expectCallbacks(callbacks: Callbacks | undefined): void {
  if (callbacks === undefined) return;
  if (typeof callbacks !== 'object' || callbacks === null) {
    throw new TypeError(`callbacks: expected an object with functions, found ${describeType(callbacks)}`);
  }
  for (const [name, value] of Object.entries(callbacks)) {
    if (!Object.hasOwn(names, name)) {
      throw new TypeError(`callbacks: unknown callback '${name}'. Expected ${Object.keys(names).join(', ')}`);
    }
    if (value !== undefined && typeof value !== 'function') {
      throw new TypeError(`callbacks.${name}: expected a function, found ${describeType(value)}`);
    }
  }
}

/** Checks that the result of a callback is a number: the compiled engine would convert anything else to NaN or 0.
 *  @throws TypeError */
export function numberFrom(name: keyof Callbacks, id: number, result: unknown): number {
  if (typeof result === 'number') return result;
  throw new TypeError(`callbacks.${name}: expected a number for actuator ${id}, found ${found(result)}`);
}

/** Returns the result of a callback as a boolean. Rejects a promise, which would always be true.
 *  @throws TypeError */
export function answerFrom(name: keyof Callbacks, result: unknown): boolean {
  if (typeof result === 'boolean') return result;
  if (typeof (result as PromiseLike<unknown> | null | undefined)?.then === 'function') {
    throw new TypeError(`callbacks.${name}: expected a boolean, found a promise. A step does not wait for promises`);
  }
  return Boolean(result);
}

/** The callbacks of a Model. */
export function modelCallbacks(m: Model): Callbacks {
  return m.callbacks ?? none;
}

declare module '../../model/model.ts' {
  interface Model {
    /** User functions that the pipeline calls; see Callbacks. */
    callbacks?: Callbacks | undefined;
  }
}

Object.defineProperty(Model.prototype, 'callbacks', {
  configurable: true,
  get(this: Model) {
    return this[BLOCK].callbacks;
  },
  set(this: Model, callbacks: Callbacks | undefined) {
    expectCallbacks(callbacks);
    this[BLOCK].callbacks = callbacks;
  },
});
