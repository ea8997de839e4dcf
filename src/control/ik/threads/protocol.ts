/** Messages to threads that solve inverse kinematics. */
import type { EngineModules } from '../../../core/worker/engineModules.ts';
import type { ThreadModel } from '../../../core/worker/threadModel.ts';
import type { CollisionOptions } from '../limits/collisionLimit.ts';
import type { IkOptions, IkResult, IkTarget } from '../pose.ts';

/** `IkOptions` that can be sent. */
export type SentOptions = Omit<IkOptions, 'collisions'> & { readonly collisions?: CollisionOptions };

export interface Requests {
  /** Set the engine. */
  prepare(engine: EngineModules): void;
  /** Set the model, the positions of the first start, and the options. */
  setModel(model: ThreadModel, qpos: Float64Array, options: SentOptions): void;
  /** Solve some targets. */
  solve(targets: readonly IkTarget[]): IkResult[];
}
