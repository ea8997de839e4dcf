/** Eigenvalues (decreasing) and the quaternion of the eigenvectors of a symmetric 3x3 matrix, by Jacobi rotations.
 * The compiler has its own version besides that of the engine: it divides where the engine multiplies by an inverse,
 * and normalizes with another threshold. For symmetric bodies, whose axes are arbitrary, the last bit matters. */
export interface Eig3 {
  eigval: Float64Array; // 3
  quat: Float64Array; // 4
}

const EPS = 1e-12;
const NORM_EPS = 1e-14;
// biome-ignore lint/suspicious/noApproximativeNumericConstant: the cosine of 45 degrees with the digits of the reference
const QUARTER = 0.707106781186548;

export function eig3Compile(mat: ArrayLike<number>): Eig3 {
  const eigval = new Float64Array(3);
  const quat = Float64Array.of(1, 0, 0, 0);
  const V = new Float64Array(9);
  const T = new Float64Array(9);
  const D = new Float64Array(9);
  const turn = new Float64Array(4);
  for (let iter = 0; iter < 500; iter++) {
    // D = V^T A V
    quatToMat(V, quat);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) T[3 * r + c] = V[r] * mat[c] + V[3 + r] * mat[3 + c] + V[6 + r] * mat[6 + c];
    }
    for (let r = 0; r < 9; r += 3) {
      for (let c = 0; c < 3; c++) D[r + c] = T[r] * V[c] + T[r + 1] * V[3 + c] + T[r + 2] * V[6 + c];
    }
    for (let k = 0; k < 3; k++) eigval[k] = D[4 * k];
    if (!jacobiTurn(turn, D)) break;
    mulQuat(quat, turn);
  }
  // sort by three exchanges of neighbors; an exchange of columns is a quarter turn about the third
  for (let j = 0; j < 3; j++) {
    const k = j % 2;
    if (eigval[k] + EPS < eigval[k + 1]) {
      const tmp = eigval[k];
      eigval[k] = eigval[k + 1];
      eigval[k + 1] = tmp;
      turn.fill(0);
      turn[0] = QUARTER;
      turn[((k + 2) % 3) + 1] = QUARTER;
      mulQuat(quat, turn);
    }
  }
  return { eigval, quat };
}

/** The rotation that zeroes the largest off-diagonal element; returns false if it is small enough. */
function jacobiTurn(turn: Float64Array, D: Float64Array): boolean {
  const [a, b, c] = [Math.abs(D[1]), Math.abs(D[2]), Math.abs(D[5])];
  let [row, col, axis] = [1, 2, 0];
  if (a > b && a > c) [row, col, axis] = [0, 1, 2];
  else if (b > c) [row, col, axis] = [0, 2, 1];
  const off = D[3 * row + col];
  if (Math.abs(off) < EPS) return false;
  // tau = (d_cc - d_rr) / 2 d_rc, t = sign(tau) / (|tau| + sqrt(1 + tau^2)), cos = 1 / sqrt(1 + t^2)
  const tau = (D[4 * col] - D[4 * row]) / (2 * off);
  const t = 1 / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const cos = 1 / Math.sqrt(1 + t * t);
  if (cos > 1 - EPS) return false;
  let s = Math.sqrt(0.5 - 0.5 * cos);
  if (tau >= 0 !== (axis === 1)) s = -s;
  turn.fill(0);
  turn[axis + 1] = s;
  turn[0] = Math.sqrt(1 - s * s);
  normalizeQuat(turn);
  return true;
}

// quat = quat * turn, normalized
function mulQuat(q: Float64Array, t: Float64Array): void {
  const [w, x, y, z] = q;
  q[0] = w * t[0] - x * t[1] - y * t[2] - z * t[3];
  q[1] = w * t[1] + x * t[0] + y * t[3] - z * t[2];
  q[2] = w * t[2] - x * t[3] + y * t[0] + z * t[1];
  q[3] = w * t[3] + x * t[2] - y * t[1] + z * t[0];
  normalizeQuat(q);
  normalizeQuat(q);
}

/** Normalizes q by division; if the norm is 1 within 1e-14, or tiny, q is unchanged. */
function normalizeQuat(q: Float64Array): number {
  const squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (squared < NORM_EPS) return 0;
  const length = Math.sqrt(squared);
  if (Math.abs(length - 1) > NORM_EPS) for (let k = 0; k < 4; k++) q[k] /= length;
  return length;
}

/** Rotation matrix of q, row major. */
export function quatToMat(res: Float64Array, q: ArrayLike<number>): void {
  const [w, x, y, z] = [q[0], q[1], q[2], q[3]];
  if (w === 1 && x === 0 && y === 0 && z === 0) {
    res.fill(0);
    res[0] = res[4] = res[8] = 1;
    return;
  }
  const [ww, xx, yy, zz] = [w * w, x * x, y * y, z * z];
  res[0] = ww + xx - yy - zz;
  res[4] = ww - xx + yy - zz;
  res[8] = ww - xx - yy + zz;
  res[1] = 2 * (x * y - w * z);
  res[2] = 2 * (x * z + w * y);
  res[3] = 2 * (x * y + w * z);
  res[5] = 2 * (y * z - w * x);
  res[6] = 2 * (x * z - w * y);
  res[7] = 2 * (y * z + w * x);
}
