/** Difference between two runs. */
export interface Comparison {
  steps: number;
  error: number;
  verdict: 'same' | 'chaotic' | 'differs';
}
export const tolerances: Record<string, number>;
export function compareTrajectory(
  sides: readonly unknown[],
  options?: { steps?: number; seconds?: number },
): Comparison;
