// Gradient-based minimization: BFGS with a backtracking line search.

/** Minimizes a function of several variables, starting at `start`.
 *  @param {Float64Array} start
 *  @param {(x: Float64Array, gradient: Float64Array) => number} value writes the gradient
 *  @param {{ rounds?: number, tolerance?: number }} [options] */
export function minimize(start, value, options) {
  let x = start;
  for (const better of descend(start, value, options)) x = better;
  return x;
}

/** Like `minimize`, one iteration at a time.
 *  @param {Float64Array} start
 *  @param {(x: Float64Array, gradient: Float64Array) => number} value
 *  @param {{ rounds?: number, tolerance?: number }} [options]
 *  @returns {Generator<Float64Array, void>} */
export function* descend(start, value, { rounds = 40, tolerance = 1e-3 } = {}) {
  const n = start.length;
  let x = start.slice();
  let gradient = new Float64Array(n);
  let best = value(x, gradient);
  let inverse = identity(n, 1 / Math.max(1e-12, norm(gradient)) / 4);
  for (let round = 0; round < rounds; round++) {
    const direction = multiply(inverse, gradient).map((y) => -y);
    const tried = new Float64Array(n);
    let [size, next, trial] = [1, Number.POSITIVE_INFINITY, x];
    for (; size > 1e-6; size /= 2) {
      trial = x.map((y, i) => y + size * direction[i]);
      next = value(trial, tried);
      if (next < best + 1e-4 * size * dot(direction, gradient)) break;
    }
    if (!(next < best)) return;
    const move = trial.map((y, i) => y - x[i]);
    const turn = tried.map((y, i) => y - gradient[i]);
    [x, gradient, best] = [trial, tried, next];
    yield x;
    if (norm(move) < tolerance) return;
    if (round === 0) inverse = identity(n, dot(move, turn) / dot(turn, turn));
    if (dot(move, turn) > 0) update(inverse, move, turn);
  }
}

/** H = (1 - s y^T / r) H (1 - y s^T / r) + s s^T / r, r = s . y
 *  @param {Float64Array} H @param {Float64Array} s @param {Float64Array} y */
function update(H, s, y) {
  const n = s.length;
  const r = dot(s, y);
  const Hy = multiply(H, y);
  const scale = (1 + dot(y, Hy) / r) / r;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) H[i * n + j] += scale * s[i] * s[j] - (Hy[i] * s[j] + s[i] * Hy[j]) / r;
  }
}

/** @param {Float64Array} X @param {Float64Array} y */
function multiply(X, y) {
  const n = y.length;
  return y.map((_, i) => dot(X.subarray(i * n, (i + 1) * n), y));
}

/** @param {Float64Array} a @param {Float64Array} b */
function dot(a, b) {
  return a.reduce((sum, x, i) => sum + x * b[i], 0);
}

/** @param {Float64Array} a */
function norm(a) {
  return Math.sqrt(dot(a, a));
}

/** @param {number} n @param {number} s */
function identity(n, s) {
  const X = new Float64Array(n * n);
  for (let i = 0; i < n; i++) X[i * (n + 1)] = s;
  return X;
}
