/** A perturbation as drawn in a scene: the selected body, and the target of the grabbed point. */
export interface Perturb {
  /** Selected body, or -1. */
  readonly body: number;
  readonly grip?: 'pull' | 'turn' | undefined;
  /** Target of the grabbed point. */
  readonly target: readonly number[];
  /** World position of the grabbed point. */
  point(): readonly number[];
}

/** No perturbation. */
export const idlePerturb: Perturb = { body: -1, target: [0, 0, 0], point: () => [0, 0, 0] };
