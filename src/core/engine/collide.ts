/** Collision detection as a range of pipeline steps. */
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { PipelineStep } from './pipeline/pipelineStep.ts';
import { runForwardSteps } from './runtime/host/handlers.ts';

/** Find all contacts, except those rejected by the `contactFilter` callback. */
export function collide(m: Model, d: Data): void {
  runForwardSteps(m, d, PipelineStep.collision, PipelineStep.wakeContacts);
}
