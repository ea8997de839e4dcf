/** Deformation modes of a cell or face: eigenvectors of its stiffness, scaled by the square roots of the eigenvalues.
 * Strain constraints hold each of them at zero. */

/** Cyclic Jacobi rotations of a symmetric matrix, which is overwritten: eigenvalues on its diagonal, eigenvectors as
 * columns of the result. */
function eigenvectors(mat: Float64Array, n: number): Float64Array {
  const vec = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vec[i * n + i] = 1;
  for (let sweep = 0; sweep < 200 && offDiagonal(mat, n) >= 1e-24; sweep++) {
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotatePair(mat, vec, n, p, q);
  }
  return vec;
}

function offDiagonal(mat: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) sum += mat[i * n + j] * mat[i * n + j];
  return sum;
}

/** The rotation of rows and columns p and q that zeroes their off-diagonal element. */
function rotatePair(mat: Float64Array, vec: Float64Array, n: number, p: number, q: number): void {
  const element = mat[p * n + q];
  if (Math.abs(element) < 1e-15) return;
  const tau = (mat[q * n + q] - mat[p * n + p]) / (2 * element);
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  mat[p * n + p] -= t * element;
  mat[q * n + q] += t * element;
  mat[p * n + q] = 0;
  mat[q * n + p] = 0;
  for (let r = 0; r < n; r++) {
    if (r !== p && r !== q) {
      const a = mat[r * n + p];
      const b = mat[r * n + q];
      mat[r * n + p] = mat[p * n + r] = c * a - s * b;
      mat[r * n + q] = mat[q * n + r] = s * a + c * b;
    }
    const a = vec[r * n + p];
    const b = vec[r * n + q];
    vec[r * n + p] = c * a - s * b;
    vec[r * n + q] = s * a + c * b;
  }
}

/** Number of modes, followed by the modes without rigid motions.
 *  @param K negative stiffness, overwritten */
export function stiffModes(K: Float64Array, n: number): number[] {
  const vec = eigenvectors(K, n);
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(K[i * n + i]));
  const result = [0];
  for (let i = 0; i < n; i++) {
    const eigenvalue = -K[i * n + i];
    // also false without modes: an element so large that its stiffness is not finite
    if (!(eigenvalue > largest * 1e-8)) continue;
    const scale = Math.sqrt(eigenvalue);
    for (let j = 0; j < n; j++) result.push(scale * vec[j * n + i]);
    result[0]++;
  }
  return result;
}

/** The out-of-plane twist mode of a face, with the stiffness of a plate: D (1 - nu) 4 / (area), with
 *  D = E t^3 / 12 (1 - nu^2). Empty for a face without area. */
export function warpMode(
  pos: readonly number[],
  order: number,
  normal: number,
  young: number,
  poisson: number,
  thickness: number,
): number[] {
  const n = pos.length / 3;
  const [a, b] = [(normal + 1) % 3, (normal + 2) % 3].map((k) => Math.abs(pos[3 * (n - 1) + k] - pos[k]));
  if (a < 1e-30 || b < 1e-30) return [];
  const rigidity = (young * thickness * thickness * thickness) / (12 * (1 - poisson * poisson));
  const stiffness = (rigidity * (1 - poisson) * 4) / (a * b);
  if (stiffness <= 0) return [];
  const mode = new Array<number>(3 * n).fill(0);
  for (let i = 0; i <= order; i++) {
    for (let j = 0; j <= order; j++) {
      mode[3 * (i * (order + 1) + j) + normal] = (1 - (2 * i) / order) * (1 - (2 * j) / order);
    }
  }
  const rigid = orthonormal(rigidMotions(pos));
  for (const motion of rigid) subtract(mode, motion);
  unit(mode);
  return mode.map((x) => x * Math.sqrt(stiffness));
}

/** Three translations, and three rotations about the middle. */
function rigidMotions(pos: readonly number[]): number[][] {
  const n = pos.length / 3;
  const middle = [0, 0, 0];
  for (let i = 0; i < 3 * n; i++) middle[i % 3] += pos[i];
  const motions = Array.from({ length: 6 }, () => new Array<number>(3 * n).fill(0));
  for (let i = 0; i < n; i++) {
    const [x, y, z] = [0, 1, 2].map((k) => pos[3 * i + k] - middle[k] / n);
    for (let k = 0; k < 3; k++) motions[k][3 * i + k] = 1;
    motions[3][3 * i + 1] = -z;
    motions[3][3 * i + 2] = y;
    motions[4][3 * i] = z;
    motions[4][3 * i + 2] = -x;
    motions[5][3 * i] = -y;
    motions[5][3 * i + 1] = x;
  }
  return motions;
}

function orthonormal(vectors: number[][]): number[][] {
  vectors.forEach((vector, i) => {
    for (let j = 0; j < i; j++) subtract(vector, vectors[j]);
    unit(vector);
  });
  return vectors;
}

/** Remove the component along a unit vector from a vector. */
function subtract(vector: number[], direction: readonly number[]): void {
  let dot = 0;
  for (let k = 0; k < vector.length; k++) dot += vector[k] * direction[k];
  for (let k = 0; k < vector.length; k++) vector[k] -= dot * direction[k];
}

function unit(vector: number[]): void {
  let squared = 0;
  for (const x of vector) squared += x * x;
  if (squared <= 1e-20) return;
  const inverse = 1 / Math.sqrt(squared);
  for (let k = 0; k < vector.length; k++) vector[k] *= inverse;
}
