/** Policies that control a run. They run on the thread of the engine, so it never waits for the page. */

import { loadPolicySource, type PolicySource, snapshotSource } from '../../../policy/source.ts';
import { createController } from '../../../policy.ts';
import type { AsyncController, Simulation } from '../sim/simulation.ts';

export type { PolicySource };

/** @throws Error if the runtime is missing, the file cannot be read, or the config does not match the model */
export async function loadController({ m }: Simulation, source: PolicySource): Promise<AsyncController> {
  const own = snapshotSource('policy', source);
  return createController(m, own.config, await loadPolicySource(own));
}
