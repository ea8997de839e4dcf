/** Result of one comparison; `failure` only if a difference exceeds its tolerance. */
export interface Case {
  state: string;
  solver: string;
  cone: string;
  failure?: 'rows' | 'qacc';
  field?: string;
  error?: number;
}
export const cones: Record<string, number>;
export const solvers: Record<string, number>;
export const tolerances: Record<string, number>;
export function compareForward(
  sides: readonly unknown[],
  options?: { steps?: number[]; keys?: number; seconds?: number },
): { cases: Case[]; reached: string[] };
/** A state of the official engine. */
export interface State {
  time: number;
  arrays: [string, Float64Array][];
}
export function statesOf(side: object, options: { steps: number[]; keys: number; seconds: number }): [string, State][];
export function setState(side: object, state: State): void;
export function setOptions(sides: object[], options: Record<string, number>): void;
