/** Functions of the user that the pipeline calls. */
import type { Data } from '../model/data.ts';
import type { Stage } from '../model/enums.ts';
import type { Model } from '../model/model.ts';

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
  /** Gets the text of a warning, the first time it comes up in a Data; without this it goes to the console. */
  warning?: (text: string, m: Model, d: Data) => void;
}

const none: Callbacks = Object.freeze({});

/** The callbacks of a Model. */
export function callbacksOf(m: Model): Callbacks {
  return m.callbacks ?? none;
}

declare module '../model/model.ts' {
  interface Model {
    /** Functions that the pipeline calls; see Callbacks. */
    callbacks?: Callbacks | undefined;
  }
}
