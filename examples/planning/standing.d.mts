import type { Data, Model } from 'tenon';

export const standing: readonly number[];
export const target: readonly number[];
export const lying: { qpos: readonly number[]; ctrl: readonly number[] };

/** The part of the planner of `ilqr.mjs` that following its plan needs. */
interface Plan {
  readonly horizon: number;
  readonly cost: number;
  readonly derivativeTime: number;
  improve(): boolean;
  controlsAt(k: number, data: Data, out: Float64Array): void;
}

export function planStanding(tenon: typeof import('tenon'), model: Model, data: Data, horizon?: number): Plan;
