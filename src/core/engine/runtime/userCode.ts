/** Whether user code may run in a step. */
import type { Model } from '../../model/model.ts';

/** Whether callbacks or plugins may run during a step. User code that reads an array of the Data moves it, so earlier views
 *  may be stale afterward. */
export function hasUserCode(m: Model): boolean {
  return m.callbacks !== undefined || m.nplugin > 0;
}
