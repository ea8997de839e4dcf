/** Putting a Data back to its start. */
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { clearData, clearDataKeyframe } from '../model/reset.ts';

/** Reference configuration, nothing computed, as a new Data. */
export function resetData(m: Model, d: Data): void {
  clearData(m, d);
}

/** The keyframe with this index. */
export function resetDataKeyframe(m: Model, d: Data, key: number): void {
  clearDataKeyframe(m, d, key);
}
