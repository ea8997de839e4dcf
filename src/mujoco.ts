/** The drop-in API of the npm package `@mujoco/mujoco`: a script written for that package runs by changing the import.
 *
 *  ```ts
 *  import load from 'tenon/mujoco';
 *  const mujoco = await load();
 *  const model = mujoco.MjModel.from_xml_string(xml);
 *  const data = new mujoco.MjData(model);
 *  mujoco.mj_step(model, data);
 *  ```
 *
 *  Unlike there, arrays never go stale, nothing has to be deleted, and out-parameters can be any array. */
import type { MjData } from './compat/classes/data.ts';
import type { MjModel } from './compat/classes/model.ts';
import type { MjContact } from './compat/classes/structs.ts';
import type { MjVFS } from './compat/files/vfs.ts';
import { compileEngine, wasmAllowed } from './wasm/load.ts';

export type { MjContact, MjData, MjModel, MjVFS };

/** What `load` can be told; the official package's options are accepted and have no effect. */
export interface LoadOptions {
  /** Which engine steps the models: compiled (`wasm`, where it is allowed) or plain (`js`). */
  engine?: 'wasm' | 'js';
  print?: (text: string) => void;
  printErr?: (text: string) => void;
}

/** Load the engine. */
export default async function load(options: LoadOptions = {}) {
  // the module is compiled on other threads while this one reads the rest of the code
  if (options.engine !== 'js' && wasmAllowed()) compileEngine().catch(() => {});
  const { makeDropIn } = await import('./compat/dropIn.ts');
  return makeDropIn(options);
}
