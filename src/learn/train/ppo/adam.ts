/** Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015). */

const BETA1 = 0.9;
const BETA2 = 0.999;
const EPSILON = 1e-5;

/** Moves parameters against their gradient, with steps scaled by running means of the gradient and its square. */
export class Adam {
  readonly mean: Float64Array;
  readonly square: Float64Array;
  #weight1 = 1;
  #weight2 = 1;

  constructor(size: number) {
    this.mean = new Float64Array(size);
    this.square = new Float64Array(size);
  }

  /** parameters -= rate * mean / (sqrt(square) + epsilon), with both means bias-corrected */
  step(parameters: Float64Array, gradient: Float64Array, rate: number): void {
    this.#weight1 *= BETA1;
    this.#weight2 *= BETA2;
    for (let i = 0; i < parameters.length; i++) {
      this.mean[i] = BETA1 * this.mean[i] + (1 - BETA1) * gradient[i];
      this.square[i] = BETA2 * this.square[i] + (1 - BETA2) * gradient[i] * gradient[i];
      const mean = this.mean[i] / (1 - this.#weight1);
      const square = this.square[i] / (1 - this.#weight2);
      parameters[i] -= (rate * mean) / (Math.sqrt(square) + EPSILON);
    }
  }
}

/** Scale a gradient down to a maximum norm; returns its original norm. */
export function clipNorm(gradient: Float64Array, maxNorm: number): number {
  let sum = 0;
  for (const x of gradient) sum += x * x;
  const norm = Math.sqrt(sum);
  if (norm > maxNorm) for (let i = 0; i < gradient.length; i++) gradient[i] *= maxNorm / norm;
  return norm;
}
