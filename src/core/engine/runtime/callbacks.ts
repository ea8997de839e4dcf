/** Functions of the user that the pipeline calls. */
import { found } from '../../expect.ts';
import { BLOCK } from '../../model/block/block.ts';
import type { Data } from '../../model/data.ts';
import type { Stage } from '../../model/enums.ts';
import { describeType } from '../../model/fit.ts';
import { Model } from '../../model/model.ts';

/** Each is optional. They get the Model and the Data and may read anything that is computed by then.
 *
 *  ```ts
 *  m.callbacks = { control: (m, d) => { d.ctrl[0] = -10 * d.qpos[0] - d.qvel[0]; } };
 *  ``` */
export interface Callbacks {
  /** Sets `d.ctrl` (or applied forces); positions and velocities are known. */
  control?: (m: Model, d: Data) => void;
  /** Adds to `d.qfrc_passive`. */
  passive?: (m: Model, d: Data) => void;
  /** Rate of the activation of actuator `id` with user dynamics. One with several activations writes them to `d.act_dot`
   *  itself, and what it returns is not used. */
  actDyn?: (m: Model, d: Data, id: number) => number;
  /** Gain of actuator `id` with user gain; 1 without this. */
  actGain?: (m: Model, d: Data, id: number) => number;
  /** Bias of actuator `id` with user bias; 0 without this. */
  actBias?: (m: Model, d: Data, id: number) => number;
  /** Fills `d.sensordata` of the user sensors of a stage. */
  sensor?: (m: Model, d: Data, stage: Stage) => void;
  /** Whether contacts of two geoms are to be discarded (as MuJoCo's `mjcb_contactfilter`: true discards). It is asked
   *  about pairs that have passed masks and bounding volumes and do touch, once for each pair and step; explicit pairs of
   *  the model are not asked about. Masks stay in force: open them with `contype` and `conaffinity` for geoms that only
   *  the callback shall keep apart.
   *
   *  ```ts
   *  m.callbacks = { contactFilter: (m, d, geom1, geom2) => m.geom_bodyid[geom1] === ghost || m.geom_bodyid[geom2] === ghost };
   *  ``` */
  contactFilter?: (m: Model, d: Data, geom1: number, geom2: number) => boolean;
  /** Gets the text of a warning, the first time it comes up in a Data; without this it goes to the console. */
  warning?: (text: string, m: Model, d: Data) => void;
}

const none: Callbacks = Object.freeze({});

/** Every callback there is; one that is missing here does not compile. */
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

/** @throws TypeError that names what is not a callback */
function expectCallbacks(callbacks: Callbacks | undefined): void {
  if (callbacks === undefined) return;
  if (typeof callbacks !== 'object' || callbacks === null) {
    throw new TypeError(`callbacks: expected an object with functions, found ${describeType(callbacks)}`);
  }
  for (const [name, value] of Object.entries(callbacks)) {
    if (!Object.hasOwn(names, name)) {
      throw new TypeError(`callbacks: there is no callback '${name}'; expected ${Object.keys(names).join(', ')}`);
    }
    if (value !== undefined && typeof value !== 'function') {
      throw new TypeError(`callbacks.${name}: expected a function, found ${describeType(value)}`);
    }
  }
}

/** What a callback has returned, if it is a number; the compiled engine would take anything else for NaN or 0.
 *  @throws TypeError */
export function numberFrom(name: keyof Callbacks, id: number, result: unknown): number {
  if (typeof result === 'number') return result;
  throw new TypeError(`callbacks.${name}: expected a number for actuator ${id}, found ${found(result)}`);
}

/** Whether a callback has said yes. A promise would always count as a yes.
 *  @throws TypeError */
export function answerFrom(name: keyof Callbacks, result: unknown): boolean {
  if (typeof result === 'boolean') return result;
  if (typeof (result as PromiseLike<unknown> | null | undefined)?.then === 'function') {
    throw new TypeError(`callbacks.${name}: expected a boolean, found a promise: a step does not wait for it`);
  }
  return Boolean(result);
}

/** The callbacks of a Model. */
export function modelCallbacks(m: Model): Callbacks {
  return m.callbacks ?? none;
}

declare module '../../model/model.ts' {
  interface Model {
    /** Functions that the pipeline calls; see Callbacks. */
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
