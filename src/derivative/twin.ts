/** A second Data of a Model on which derivatives are computed, so that the caller's stays byte for byte as it is. This is
 *  the only place where derivatives ask for memory of a Model. */
import { copyData } from '../model/copy.ts';
import { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';

const twins = new WeakMap<Model, Data>();

/** The twin of the Model, as it was left. */
function twinOf(m: Model): Data {
  let twin = twins.get(m);
  if (!twin) {
    twin = new Data(m);
    twins.set(m, twin);
  }
  return twin;
}

/** The twin of the Model, equal to `d` in every field. */
export function twinLike(m: Model, d: Data): Data {
  return copyData(twinOf(m), d);
}
