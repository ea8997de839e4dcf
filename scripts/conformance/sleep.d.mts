/** A model and its data in one engine: the official module, or our drop-in API. */
export interface Side {
  mj: unknown;
  m: unknown;
  d: unknown;
}

/** Result of a run. */
export interface SleepRun {
  steps: number;
  trees: number;
  changes: number;
  maxAsleep: number;
  late: number;
  tree: number;
  first: number;
}

export const SLACK: number;
export function compareSleep(
  sides: unknown[],
  options?: { steps?: number; seconds?: number; enable?: boolean },
): Partial<SleepRun> & { verdict?: string; skipped?: string; guided?: SleepRun };
export function reportSleep(results: unknown[]): boolean;
