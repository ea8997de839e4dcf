/** The API of `mujoco-js` 0.0.7 (MuJoCo 3.3.8), the former name of the npm package `@mujoco/mujoco`: a script written for it runs by
 *  changing the import.
 *
 *  ```ts
 *  import load from 'tenon/mujoco/legacy'; const mujoco = await load(); mujoco.FS.writeFile('/model.xml', xml); const model =
 *  mujoco.MjModel.loadFromXML('/model.xml');
 *  ```
 *
 *  It adds members of that version to `tenon/mujoco`: `MjModel.loadFromXML`, texture addresses as numbers, `MjData.qM`, and the older
 *  parameters of 15 functions, such as `mj_ray` without a normal. */

export { loadLegacy as default, type MainModule, type MjData, type MjModel } from './mujoco/legacy.ts';
export type { LoadOptions } from './mujoco/load.ts';
export type * from './mujoco.ts';
