import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mat2Rot, negQuat, unit4 } from '../../math/quat.ts';
import { cross3 } from '../../math/vec3.ts';
import type { Model } from '../../model/model.ts';
import { dphi, phi } from './shape.ts';

/*  Finite elements of an interpolated flex: its cells, or for a shell the squares on the six sides of its box (x low, x
 *  high, y low, ...; on a side across axis n the slow axis is n + 1, the fast one n + 2). */

/** Most nodes of an element. */
export const MOST_NODES = 27;

/** Number of elements of flex f. */
export function elementCount(m: Model, f: int): int {
  const { flex_cellnum, flex_interp } = m;
  const x = flex_cellnum[3 * f];
  const y = flex_cellnum[3 * f + 1];
  const z = flex_cellnum[3 * f + 2];
  return flex_interp[f] < 0 ? 2 * (y * z + x * z + x * y) : x * y * z;
}

/** Number of nodes of each element of flex f. */
export function elementSize(m: Model, f: int): int {
  const n = Math.abs(m.flex_interp[f]) + 1;
  return m.flex_interp[f] < 0 ? n * n : n * n * n;
}

/** The element that strain constraint i is about. */
export function strainElement(m: Model, i: int): int {
  const { eq_obj1id, eq_data, flex_interp, flex_cellnum } = m;
  const f = eq_obj1id[i];
  const x = eq_data[11 * i] | 0;
  if (flex_interp[f] < 0) return x;
  const y = eq_data[11 * i + 1] | 0;
  const z = eq_data[11 * i + 2] | 0;
  return (x * flex_cellnum[3 * f + 1] + y) * flex_cellnum[3 * f + 2] + z;
}

/** Where the stiffness of element e of flex f begins. */
export function stiffnessOf(m: Model, f: int, e: int): int {
  const n = 3 * elementSize(m, f);
  return m.flex_stiffnessadr[f] + e * n * n;
}

const place = new Int32Array(3);

/** Nodes of element e of flex f, the last axis running fastest; returns their number. */
export function elementNodes(m: Model, f: int, e: int, nodes: Int32Array): int {
  const { flex_interp, flex_cellnum, flex_nodeadr } = m;
  const order = Math.abs(flex_interp[f]);
  const cy = flex_cellnum[3 * f + 1];
  const cz = flex_cellnum[3 * f + 2];
  const ny = cy * order + 1;
  const nz = cz * order + 1;
  let n = 0;
  if (flex_interp[f] < 0) {
    const normal = findFace(m, f, e);
    const slow = (normal + 1) % 3;
    const fast = (normal + 2) % 3;
    const i = place[slow];
    const j = place[fast];
    for (let a = 0; a <= order; a++) {
      for (let b = 0; b <= order; b++) {
        place[slow] = i + a;
        place[fast] = j + b;
        nodes[n++] = flex_nodeadr[f] + (place[0] * ny + place[1]) * nz + place[2];
      }
    }
    return n;
  }
  const i = ((e / (cy * cz)) | 0) * order;
  const j = (((e / cz) | 0) % cy) * order;
  const k = (e % cz) * order;
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) {
      for (let c = 0; c <= order; c++) nodes[n++] = flex_nodeadr[f] + ((i + a) * ny + j + b) * nz + k + c;
    }
  }
  return n;
}

/** Sets `place` to the first node of face e, by its place in the grid; returns the axis across. */
function findFace(m: Model, f: int, e: int): int {
  const { flex_interp, flex_cellnum } = m;
  const order = -flex_interp[f];
  let within = e;
  let side = 0;
  for (; side < 5; side++) {
    const n = flex_cellnum[3 * f + (((side >> 1) + 1) % 3)] * flex_cellnum[3 * f + (((side >> 1) + 2) % 3)];
    if (within < n) break;
    within -= n;
  }
  const normal = side >> 1;
  const count = flex_cellnum[3 * f + ((normal + 2) % 3)];
  place[normal] = side % 2 === 0 ? 0 : flex_cellnum[3 * f + normal] * order;
  place[(normal + 1) % 3] = ((within / count) | 0) * order;
  place[(normal + 2) % 3] = (within % count) * order;
  return normal;
}

const gradient = new Float64Array(9);
const slopes = new Float64Array(9);

/** The rotation that turns element e of flex f back to its shape at rest, from the gradient of the deformation in its
 *  middle.
 *  @param x positions of its nodes, 3 numbers each */
export function elementRotation(m: Model, f: int, e: int, x: Float64Array, quat: Float64Array): void {
  const { flex_interp } = m;
  const order = Math.abs(flex_interp[f]);
  if (flex_interp[f] < 0) faceGradient(m, f, e, x);
  else cellGradient(x, order);
  unit4(quat, 0);
  mat2Rot(quat, 0, gradient, 0);
  negQuat(quat, 0, quat, 0);
}

function cellGradient(x: Float64Array, order: int): void {
  let n = 0;
  zero(gradient, 0, 9);
  for (let i = 0; i <= order; i++) {
    for (let j = 0; j <= order; j++) {
      for (let k = 0; k <= order; k++) {
        const gx = dphi(0.5, i, order) * phi(0.5, j, order) * phi(0.5, k, order);
        const gy = phi(0.5, i, order) * dphi(0.5, j, order) * phi(0.5, k, order);
        const gz = phi(0.5, i, order) * phi(0.5, j, order) * dphi(0.5, k, order);
        for (let c = 0; c < 3; c++) {
          gradient[3 * c] += x[n + c] * gx;
          gradient[3 * c + 1] += x[n + c] * gy;
          gradient[3 * c + 2] += x[n + c] * gz;
        }
        n += 3;
      }
    }
  }
}

/** Columns: slopes along both axes of the face, and the normal, each where the axis is. */
function faceGradient(m: Model, f: int, e: int, x: Float64Array): void {
  const normal = findFace(m, f, e);
  faceSlopes(slopes, x, 0, -m.flex_interp[f], 0.5, 0.5);
  for (let a = 0; a < 3; a++) {
    const column = (normal + 1 + a) % 3;
    for (let c = 0; c < 3; c++) gradient[3 * c + column] = slopes[3 * a + c];
  }
}

/** res = slopes of a face along its slow and fast axis at (s, t), and their product, the normal. */
export function faceSlopes(res: Float64Array, x: Float64Array, at: int, order: int, s: number, t: number): void {
  let n = at;
  zero(res, 0, 9);
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) {
      const gs = dphi(s, a, order) * phi(t, b, order);
      const gt = phi(s, a, order) * dphi(t, b, order);
      for (let c = 0; c < 3; c++) {
        res[c] += x[n + c] * gs;
        res[3 + c] += x[n + c] * gt;
      }
      n += 3;
    }
  }
  cross3(res, 6, res, 0, res, 3);
}
