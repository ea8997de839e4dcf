/** Factors of a dual active-set method: H = L L' and the working rows N, with J' H J = I and J' N = [R; 0].
 *  Source: Goldfarb and Idnani, "A numerically stable dual method for solving strictly convex quadratic programs", 1983;
 *  rows are added by Householder reflections here and removed by Givens rotations. */
export class Factor {
  readonly n: number;
  /** J transposed: row k is column k of J. */
  readonly JT: Float64Array;
  /** Columns of R, n apart; column k has k + 1 elements. */
  readonly R: Float64Array;
  /** d = J' a of the row read last. */
  readonly d: Float64Array;
  /** Number of working rows. */
  q = 0;
  private readonly L: Float64Array;
  private readonly w: Float64Array;

  constructor(n: number) {
    this.n = n;
    this.JT = new Float64Array(n * n);
    this.R = new Float64Array(n * n);
    this.L = new Float64Array(n * n);
    this.d = new Float64Array(n);
    this.w = new Float64Array(n);
  }

  /** Factor H from its lower triangle, with no working rows. Pivots that rounding makes too small are replaced.
   *  @returns false if H has elements that are not finite */
  start(H: Float64Array): boolean {
    const { n, L } = this;
    this.q = 0;
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, H[i * n + i]);
    const smallest = Math.max(largest * 1e-15, Number.MIN_VALUE * 2 ** 60);
    for (let i = 0; i < n; i++) {
      const row = i * n;
      for (let j = 0; j <= i; j++) {
        const other = j * n;
        let sum = H[row + j];
        for (let k = 0; k < j; k++) sum -= L[row + k] * L[other + k];
        if (j < i) L[row + j] = sum * L[other + j];
        else if (Number.isFinite(sum)) L[row + i] = 1 / Math.sqrt(Math.max(sum, smallest));
        else return false;
      }
    }
    this.invert();
    return true;
  }

  /** JT = L^-1; the diagonal of L has reciprocals. */
  private invert(): void {
    const { n, L, JT } = this;
    for (let i = 0; i < n; i++) {
      const row = i * n;
      for (let k = 0; k < n; k++) JT[row + k] = 0;
      JT[row + i] = 1;
      for (let k = 0; k < i; k++) {
        const s = L[row + k];
        if (s === 0) continue;
        const other = k * n;
        for (let j = 0; j <= k; j++) JT[row + j] -= s * JT[other + j];
      }
      const scale = L[row + i];
      for (let j = 0; j <= i; j++) JT[row + j] *= scale;
    }
  }

  /** d = J' a for the dense row at `a`. */
  readRow(A: Float64Array, a: number): void {
    this.times(this.d, A, a);
  }

  /** d = J' e_i */
  readUnit(i: number): void {
    const { n, JT, d } = this;
    for (let k = 0, at = i; k < n; k++, at += n) d[k] = JT[at];
  }

  /** res = J' v */
  times(res: Float64Array, v: Float64Array, at: number): void {
    const { n, JT } = this;
    for (let k = 0; k < n; k++) {
      const row = k * n;
      let sum = 0;
      for (let j = 0; j < n; j++) sum += JT[row + j] * v[at + j];
      res[k] = sum;
    }
  }

  /** x += s J y, with elements [from, n) of y */
  addTimes(x: Float64Array, y: Float64Array, from: number, s: number): void {
    const { n, JT } = this;
    for (let k = from; k < n; k++) {
      const scale = s * y[k];
      if (scale === 0) continue;
      const row = k * n;
      for (let j = 0; j < n; j++) x[j] += scale * JT[row + j];
    }
  }

  /** |d2|^2: the part of the row that is independent of the working rows. */
  remainder(): number {
    let sum = 0;
    for (let k = this.q; k < this.n; k++) sum += this.d[k] * this.d[k];
    return sum;
  }

  /** Squared length of d. */
  square(): number {
    let sum = 0;
    for (let k = 0; k < this.n; k++) sum += this.d[k] * this.d[k];
    return sum;
  }

  /** Add the row read last to the working rows. */
  add(): void {
    const { n, q, d, w, JT, R } = this;
    const length = Math.sqrt(this.remainder());
    const pivot = d[q] > 0 ? -length : length;
    for (let k = 0; k < q; k++) R[q * n + k] = d[k];
    R[q * n + q] = pivot;
    // reflect the columns of J2 so that d2 becomes pivot e_1: I - 2 v v' / v'v, v = d2 - pivot e_1
    d[q] -= pivot;
    const scale = -1 / (pivot * d[q]);
    w.fill(0);
    for (let k = q; k < n; k++) {
      const row = k * n;
      const v = d[k];
      for (let j = 0; j < n; j++) w[j] += v * JT[row + j];
    }
    for (let k = q; k < n; k++) {
      const row = k * n;
      const v = scale * d[k];
      for (let j = 0; j < n; j++) JT[row + j] -= v * w[j];
    }
    this.q = q + 1;
  }

  /** Remove working row k; those after it move up by one. */
  drop(k: number): void {
    const { n, R, JT } = this;
    const last = this.q - 1;
    for (let j = k; j < last; j++) {
      const from = (j + 1) * n;
      const to = j * n;
      for (let i = 0; i <= j + 1; i++) R[to + i] = R[from + i];
    }
    for (let j = k; j < last; j++) {
      const at = j * n + j;
      const length = Math.sqrt(R[at] * R[at] + R[at + 1] * R[at + 1]);
      const [c, s] = length > 0 ? [R[at] / length, R[at + 1] / length] : [1, 0];
      R[at] = length;
      R[at + 1] = 0;
      for (let i = j + 1; i < last; i++) rotate(R, i * n + j, i * n + j + 1, 1, 1, c, s);
      rotate(JT, j * n, (j + 1) * n, 1, n, c, s);
    }
    this.q = last;
  }

  /** res = R^-1 res, for the first q elements */
  solveR(res: Float64Array): void {
    const { n, q, R } = this;
    for (let k = q - 1; k >= 0; k--) {
      const column = k * n;
      const x = res[k] / R[column + k];
      res[k] = x;
      for (let i = 0; i < k; i++) res[i] -= x * R[column + i];
    }
  }

  /** res = R^-T res, for the first q elements */
  solveRT(res: Float64Array): void {
    const { n, q, R } = this;
    for (let k = 0; k < q; k++) {
      const column = k * n;
      let sum = res[k];
      for (let i = 0; i < k; i++) sum -= R[column + i] * res[i];
      res[k] = sum / R[column + k];
    }
  }
}

/** (a, b) = (c a + s b, c b - s a), for n elements `stride` apart */
function rotate(A: Float64Array, a: number, b: number, stride: number, n: number, c: number, s: number): void {
  for (let k = 0; k < n * stride; k += stride) {
    const x = A[a + k];
    const y = A[b + k];
    A[a + k] = c * x + s * y;
    A[b + k] = c * y - s * x;
  }
}
