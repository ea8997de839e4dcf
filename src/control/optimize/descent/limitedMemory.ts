/** The quadratic model of L-BFGS-B in compact form, B = theta I - W M W', and its minimum within bounds. */
import { luFactor, luSolve } from '../../../core/math/linear/lu.ts';

/** Pairs with less curvature than this part of |y|^2 do not update the model. */
const CURVATURE = 2.2e-16;

export class LimitedMemory {
  count = 0;
  readonly #n: number;
  readonly #capacity: number;
  readonly #s: Float64Array[] = [];
  readonly #y: Float64Array[] = [];
  #theta = 1;
  /** Factors of M^-1 = [-D L'; L theta S'S], 2 count x 2 count. */
  #LU = new Float64Array();
  #pivot = new Int32Array();
  /** W = [Y, theta S], n x 2 count, row-major. */
  #W = new Float64Array();

  constructor(n: number, capacity: number) {
    this.#n = n;
    this.#capacity = capacity;
  }

  clear(): void {
    this.count = 0;
    this.#s.length = 0;
    this.#y.length = 0;
    this.#theta = 1;
  }

  /** Adds the pair s = x - before, y = gradient - gradientBefore. */
  update(x: Float64Array, before: Float64Array, gradient: Float64Array, gradientBefore: Float64Array): void {
    const s = x.map((value, i) => value - before[i]);
    const y = gradient.map((value, i) => value - gradientBefore[i]);
    const [sy, yy] = [dot(s, y), dot(y, y)];
    if (!(sy > CURVATURE * yy)) return;
    if (this.count === this.#capacity) {
      this.#s.shift();
      this.#y.shift();
    }
    this.#s.push(s);
    this.#y.push(y);
    this.count = this.#s.length;
    this.#theta = yy / sy;
    if (!this.#factorMiddle()) {
      this.clear();
      return;
    }
    const size = 2 * this.count;
    this.#W = new Float64Array(this.#n * size);
    for (let j = 0; j < this.count; j++) {
      for (let i = 0; i < this.#n; i++) {
        this.#W[i * size + j] = this.#y[j][i];
        this.#W[i * size + this.count + j] = this.#theta * this.#s[j][i];
      }
    }
  }

  #factorMiddle(): boolean {
    const k = this.count;
    const size = 2 * k;
    const middle = new Float64Array(size * size);
    for (let i = 0; i < k; i++) {
      middle[i * size + i] = -dot(this.#s[i], this.#y[i]);
      for (let j = 0; j < i; j++) {
        const entry = dot(this.#s[i], this.#y[j]);
        middle[(k + i) * size + j] = entry;
        middle[j * size + k + i] = entry;
      }
      for (let j = 0; j < k; j++) middle[(k + i) * size + k + j] = this.#theta * dot(this.#s[i], this.#s[j]);
    }
    this.#LU = middle;
    this.#pivot = new Int32Array(size);
    return luFactor(middle, 0, size, this.#pivot, 0);
  }

  /** M v */
  #middle(v: Float64Array): Float64Array {
    const res = new Float64Array(v.length);
    if (v.length > 0) luSolve(res, 0, this.#LU, 0, v, 0, this.#pivot, 0, v.length);
    return res;
  }

  /** Row i of W, a view. */
  #row(i: number): Float64Array {
    return this.#W.subarray(i * 2 * this.count, (i + 1) * 2 * this.count);
  }

  /** Approximate minimum of the model within the bounds: the Cauchy point, then the minimum over its free variables. */
  minimum(x: Float64Array, g: Float64Array, lower: Float64Array, upper: Float64Array): Float64Array {
    const { point, c, free } = this.#cauchyPoint(x, g, lower, upper);
    if (this.count === 0 || free.length === 0) return point;
    return this.#subspaceMinimum(x, g, lower, upper, point, c, free);
  }

  /** The first local minimum of the model along the projected negative gradient. */
  #cauchyPoint(
    x: Float64Array,
    g: Float64Array,
    lower: Float64Array,
    upper: Float64Array,
  ): { point: Float64Array; c: Float64Array; free: Int32Array } {
    const n = this.#n;
    const point = x.slice();
    const breaks = x.map((value, i) =>
      g[i] < 0 ? (value - upper[i]) / g[i] : g[i] > 0 ? (value - lower[i]) / g[i] : Infinity,
    );
    const d = g.map((value, i) => (breaks[i] > 0 ? -value : 0));
    const p = new Float64Array(2 * this.count);
    for (let i = 0; i < n; i++) if (d[i] !== 0) addRow(p, this.#W, i, d[i]);
    const c = new Float64Array(2 * this.count);
    let first = -dot(d, d);
    if (first === 0) return { point, c, free: new Int32Array() };
    let second = -this.#theta * first - dot(p, this.#middle(p));
    let step = -first / second;
    let time = 0;
    const order = Array.from(breaks.keys())
      .filter((i) => breaks[i] > 0 && breaks[i] < Infinity)
      .sort((a, b) => breaks[a] - breaks[b]);
    for (const b of order) {
      const dt = breaks[b] - time;
      if (step < dt) break;
      point[b] = g[b] > 0 ? lower[b] : upper[b];
      const z = point[b] - x[b];
      addScaled(c, p, dt);
      const w = this.#row(b);
      const Mw = this.#middle(w);
      first += dt * second + g[b] * g[b] + this.#theta * g[b] * z - g[b] * dot(c, Mw);
      second -= this.#theta * g[b] * g[b] + 2 * g[b] * dot(p, Mw) + g[b] * g[b] * dot(w, Mw);
      second = Math.max(second, Number.EPSILON * this.#theta * g[b] * g[b]);
      addScaled(p, w, g[b]);
      d[b] = 0;
      step = -first / second;
      time = breaks[b];
    }
    step = Math.max(step, 0);
    addScaled(c, p, step);
    time += step;
    const free: number[] = [];
    for (let i = 0; i < n; i++) {
      if (d[i] === 0) continue;
      point[i] = x[i] + time * d[i];
      free.push(i);
    }
    return { point, c, free: Int32Array.from(free) };
  }

  /** The Newton step of the model over the free variables from the Cauchy point, shortened to the bounds. */
  #subspaceMinimum(
    x: Float64Array,
    g: Float64Array,
    lower: Float64Array,
    upper: Float64Array,
    point: Float64Array,
    c: Float64Array,
    free: Int32Array,
  ): Float64Array {
    const theta = this.#theta;
    const size = 2 * this.count;
    const Mc = this.#middle(c);
    const W = this.#W;
    // r = g + theta (point - x) - W M c
    const r = Float64Array.from(free, (i) => g[i] + theta * (point[i] - x[i]) - rowDot(W, i, Mc));
    const Wr = new Float64Array(size);
    const gram = new Float64Array(size * size);
    for (let k = 0; k < free.length; k++) {
      const row = free[k] * size;
      addRow(Wr, W, free[k], r[k]);
      for (let a = 0; a < size; a++) {
        const scaled = W[row + a] / theta;
        for (let b = 0; b <= a; b++) gram[a * size + b] += scaled * W[row + b];
      }
    }
    for (let a = 0; a < size; a++) for (let b = a + 1; b < size; b++) gram[a * size + b] = gram[b * size + a];
    // v = (I - M W'W / theta)^-1 M W'r
    const N = new Float64Array(size * size);
    for (let b = 0; b < size; b++) {
      const column = this.#middle(Float64Array.from({ length: size }, (_, a) => gram[a * size + b]));
      for (let a = 0; a < size; a++) N[a * size + b] = (a === b ? 1 : 0) - column[a];
    }
    const pivot = new Int32Array(size);
    if (!luFactor(N, 0, size, pivot, 0)) return point;
    const v = new Float64Array(size);
    luSolve(v, 0, N, 0, this.#middle(Wr), 0, pivot, 0, size);
    const du = r.map((value, k) => -value / theta - rowDot(W, free[k], v) / (theta * theta));
    let share = 1;
    free.forEach((i, k) => {
      if (du[k] > 0) share = Math.min(share, (upper[i] - point[i]) / du[k]);
      else if (du[k] < 0) share = Math.min(share, (lower[i] - point[i]) / du[k]);
    });
    free.forEach((i, k) => {
      point[i] += share * du[k];
    });
    return point;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** Row i of W, whose rows are as long as v, times v. */
function rowDot(W: Float64Array, i: number, v: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < v.length; k++) sum += W[i * v.length + k] * v[k];
  return sum;
}

/** v += s times row i of W */
function addRow(v: Float64Array, W: Float64Array, i: number, s: number): void {
  for (let k = 0; k < v.length; k++) v[k] += s * W[i * v.length + k];
}

/** a += s b */
function addScaled(a: Float64Array, b: Float64Array, s: number): void {
  for (let k = 0; k < a.length; k++) a[k] += s * b[k];
}
