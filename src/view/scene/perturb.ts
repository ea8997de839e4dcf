/** A perturbation as a scene shows it: the selected body, and the point that it is pulled to. */
export interface Perturb {
  /** Selected body, or -1. */
  readonly body: number;
  readonly grip?: 'pull' | 'turn' | undefined;
  /** Where the point that is held shall go. */
  readonly target: readonly number[];
  /** World position of the point that is held. */
  point(): readonly number[];
}

/** A hand that holds nothing. */
export const idlePerturb: Perturb = { body: -1, target: [0, 0, 0], point: () => [0, 0, 0] };
