/** The backward pass of iterative LQR: value function and gains, one step at a time. */
import { add } from '../../../core/math/array.ts';
import { cholSolve } from '../../../core/math/linear/cholesky.ts';
import { mulMatMat, mulMatTMat, mulMatTVec, mulMatVec, symmetrize } from '../../../core/math/linear/dense.ts';
import { BoxQpSolver } from '../quadratic/boxQp.ts';
import type { CostDerivatives } from './ilqr.ts';

export class BackwardPass {
  /** Bounds of the change of the controls; set them before each step. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Gradient and Hessian of the cost to go. */
  readonly Vx: Float64Array;
  readonly Vxx: Float64Array;
  readonly #n: number;
  readonly #nu: number;
  readonly #solver: BoxQpSolver;
  readonly #VA: Float64Array;
  readonly #VB: Float64Array;
  readonly #Qx: Float64Array;
  readonly #Qu: Float64Array;
  readonly #Qxx: Float64Array;
  readonly #Qux: Float64Array;
  readonly #Quu: Float64Array;
  readonly #damped: Float64Array;
  readonly #product: Float64Array;
  readonly #square: Float64Array;
  readonly #vector: Float64Array;
  readonly #column: Float64Array;

  constructor(n: number, nu: number) {
    this.#n = n;
    this.#nu = nu;
    this.#solver = new BoxQpSolver(nu);
    this.lower = new Float64Array(nu);
    this.upper = new Float64Array(nu);
    this.Vx = new Float64Array(n);
    this.Vxx = new Float64Array(n * n);
    this.#VA = new Float64Array(n * n);
    this.#VB = new Float64Array(n * nu);
    this.#Qx = new Float64Array(n);
    this.#Qu = new Float64Array(nu);
    this.#Qxx = new Float64Array(n * n);
    this.#Qux = new Float64Array(nu * n);
    this.#Quu = new Float64Array(nu * nu);
    this.#damped = new Float64Array(nu * nu);
    this.#product = new Float64Array(nu * n);
    this.#square = new Float64Array(n * n);
    this.#vector = new Float64Array(Math.max(n, nu));
    this.#column = new Float64Array(nu);
  }

  /** Begin with the cost of the last state. */
  begin({ lx, lxx }: CostDerivatives): void {
    this.Vx.set(lx);
    this.Vxx.set(lxx);
  }

  /** Gains k and K of a step that minimize Q(dx, du) = l(x + dx, u + du) + V(A dx + B du) within the bounds; then V of its
   *  beginning. False if Quu is not positive definite over the free controls. */
  step(
    A: Float64Array,
    B: Float64Array,
    l: CostDerivatives,
    regularization: number,
    k: Float64Array,
    K: Float64Array,
  ): boolean {
    this.#expand(A, B, l);
    const [n, nu] = [this.#n, this.#nu];
    this.#damped.set(this.#Quu);
    for (let i = 0; i < nu; i++) this.#damped[i * (nu + 1)] += regularization;
    const solver = this.#solver;
    solver.x.fill(0);
    const status = solver.solve(this.#damped, this.#Qu, this.lower, this.upper);
    if (status !== 'solved' && status !== 'iterations') return false;
    k.set(solver.x);
    this.#gains(K);
    this.#value(k, K, n, nu);
    return true;
  }

  /** Qx = lx + A'Vx, Qu = lu + B'Vx, Qxx = lxx + A'Vxx A, Qux = lux + B'Vxx A, Quu = luu + B'Vxx B */
  #expand(A: Float64Array, B: Float64Array, { lx, lu, lxx, luu, lux }: CostDerivatives): void {
    const [n, nu] = [this.#n, this.#nu];
    mulMatTVec(this.#Qx, 0, A, 0, this.Vx, 0, n, n);
    add(this.#Qx, 0, this.#Qx, 0, lx, 0, n);
    mulMatTVec(this.#Qu, 0, B, 0, this.Vx, 0, n, nu);
    add(this.#Qu, 0, this.#Qu, 0, lu, 0, nu);
    mulMatMat(this.#VA, 0, this.Vxx, 0, A, 0, n, n, n);
    mulMatMat(this.#VB, 0, this.Vxx, 0, B, 0, n, n, nu);
    mulMatTMat(this.#Qxx, 0, A, 0, this.#VA, 0, n, n, n);
    add(this.#Qxx, 0, this.#Qxx, 0, lxx, 0, n * n);
    mulMatTMat(this.#Qux, 0, B, 0, this.#VA, 0, n, nu, n);
    add(this.#Qux, 0, this.#Qux, 0, lux, 0, nu * n);
    mulMatTMat(this.#Quu, 0, B, 0, this.#VB, 0, n, nu, nu);
    add(this.#Quu, 0, this.#Quu, 0, luu, 0, nu * nu);
  }

  /** K = -Quu^-1 Qux over the free controls, zero for those at a bound */
  #gains(K: Float64Array): void {
    const { free, freeCount, factor } = this.#solver;
    const n = this.#n;
    K.fill(0);
    for (let c = 0; c < n; c++) {
      for (let r = 0; r < freeCount; r++) this.#column[r] = -this.#Qux[free[r] * n + c];
      cholSolve(this.#column, 0, factor, 0, this.#column, 0, freeCount);
      for (let r = 0; r < freeCount; r++) K[free[r] * n + c] = this.#column[r];
    }
  }

  /** Vx = Qx + K'(Quu k + Qu) + Qux'k, Vxx = Qxx + K'Quu K + K'Qux + Qux'K */
  #value(k: Float64Array, K: Float64Array, n: number, nu: number): void {
    const v = this.#vector;
    mulMatVec(v, 0, this.#Quu, 0, k, 0, nu, nu);
    add(v, 0, v, 0, this.#Qu, 0, nu);
    mulMatTVec(this.Vx, 0, K, 0, v, 0, nu, n);
    add(this.Vx, 0, this.Vx, 0, this.#Qx, 0, n);
    mulMatTVec(v, 0, this.#Qux, 0, k, 0, nu, n);
    add(this.Vx, 0, this.Vx, 0, v, 0, n);
    mulMatMat(this.#product, 0, this.#Quu, 0, K, 0, nu, nu, n);
    add(this.#product, 0, this.#product, 0, this.#Qux, 0, nu * n);
    mulMatTMat(this.Vxx, 0, K, 0, this.#product, 0, nu, n, n);
    mulMatTMat(this.#square, 0, this.#Qux, 0, K, 0, nu, n, n);
    add(this.Vxx, 0, this.Vxx, 0, this.#square, 0, n * n);
    add(this.Vxx, 0, this.Vxx, 0, this.#Qxx, 0, n * n);
    symmetrize(this.Vxx, 0, this.Vxx, 0, n);
  }
}
