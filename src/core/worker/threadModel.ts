/** Models in the form sent to threads that compute with them. */
import { isPlain } from '../engine/runtime/engine.ts';
import type { Model } from '../model/model.ts';
import { isMujocos } from '../plugin/registry.ts';
import { type ModelSnapshot, pluginNames, snapshotModel } from './modelSnapshot.ts';

export interface ThreadModel {
  readonly snapshot: ModelSnapshot;
  /** Whether the plain JavaScript engine steps it. */
  readonly plain: boolean;
}

export function threadModelOf(m: Model): ThreadModel {
  return { snapshot: snapshotModel(m), plain: isPlain(m.stages) };
}

/** @throws Error for a Model with user code, which cannot be sent to threads */
export function expectSendable(caller: string, m: Model): void {
  if (m.callbacks) {
    throw new Error(
      `${caller}: callbacks of a Model cannot be sent to threads. Use threads: 0, or the policy option of rollout`,
    );
  }
  const own = pluginNames(m).find((name) => !isMujocos(name));
  if (own !== undefined) throw new Error(`${caller}: plugin '${own}' cannot be sent to threads. Use threads: 0`);
}
