/** Policies that control a run. They run where the engine runs, so that it never waits for the page. */

import { loadSource, ownSource, type PolicySource } from '../../../policy/source.ts';
import { controllerOf } from '../../../policy.ts';
import type { Pilot, Simulation } from '../sim/simulation.ts';

export type { PolicySource };

/** @throws Error if the runtime is not there, the file cannot be read, or the card does not fit the model */
export async function pilotOf({ m }: Simulation, source: PolicySource): Promise<Pilot> {
  const own = ownSource('policy', source);
  return controllerOf(m, own.card, await loadSource(own));
}
