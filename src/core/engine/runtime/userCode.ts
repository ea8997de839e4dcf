/** Where user code may run. */
import type { Model } from '../../model/model.ts';

/** Whether user code may run in the middle of a step: callbacks or plugins. Such code reads arrays of the Data, which moves
 *  them, so views taken before may be stale afterwards. */
export function hasUserCode(m: Model): boolean {
  return m.callbacks !== undefined || m.nplugin > 0;
}
