/** Resets a `Data` to its reference configuration or to a keyframe. */
import { BLOCK } from '../model/block/block.ts';
import type { Data } from '../model/data.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { checkKeyframe, setKeyframe } from '../model/reset.ts';
import { hostHandlers } from './runtime/host/handlers.ts';
import { makePlugins } from './runtime/plugins.ts';
import { restart } from './runtime/restart.ts';
import { withEngine } from './runtime/withEngine.ts';
import { contactForce } from './tree/contactForce.ts';

/** Reset to the reference configuration, as in a new `Data`. Trees with `sleep="init"` are put to sleep.
 *  @throws RangeError if such a tree is connected to one that must stay awake
 *
 *  @example
 *  step(m, d, 100);
 *  resetData(m, d);
 *  console.log(d.time); // -> 0 */
export function resetData(m: Model, d: Data): void {
  withEngine('resetData', m, d, (mm, b) => restart(mm, b, hostHandlers));
}

/** Reset to the keyframe with this index.
 *
 *  @example
 *  resetDataKeyframe(m, d, 0);
 *  console.log(d.qpos[0]); // -> 1 */
export function resetDataKeyframe(m: Model, d: Data, key: number): void {
  checkFits('resetDataKeyframe', m, d);
  checkKeyframe(m, key);
  withEngine('resetDataKeyframe', m, d, (mm, b) => {
    // trees fall asleep in the reference configuration; a keyframe wakes those that it moves
    restart(mm, b, hostHandlers);
    setKeyframe(mm, b, key);
  });
}

/** Give a Model what its `Data` objects need of the engine. */
export function attachHooks(m: Model): void {
  m.initData = (data) => startData(data.model, data);
  m[BLOCK].contactForce = contactForce;
}

/** Create the plugin instances of a new `Data`, and reset it. */
function startData(m: Model, d: Data): void {
  if (m.nplugin > 0) makePlugins(m, d);
  restart(m, d, hostHandlers);
}
