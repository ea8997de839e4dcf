import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mat2Rot, negQuat, unit4 } from '../../math/quat.ts';
import type { Model } from '../../model/model.ts';
import { faceTangents } from './faceTangents.ts';
import { dphi, phi } from './shape.ts';

/*  Finite elements of an interpolated flex: its cells, or for a shell the squares on the six sides of its box (x low, x
 *  high, y low, ...; on a side across axis n the slow axis is n + 1, the fast one n + 2). */

/** Maximum number of nodes of an element. */
export const MAX_NODES = 27;

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

/** Element of strain constraint i. */
export function strainElement(m: Model, i: int): int {
  const { eq_obj1id, eq_data, flex_interp, flex_cellnum } = m;
  const f = eq_obj1id[i];
  const x = eq_data[11 * i] | 0;
  if (flex_interp[f] < 0) return x;
  const y = eq_data[11 * i + 1] | 0;
  const z = eq_data[11 * i + 2] | 0;
  return (x * flex_cellnum[3 * f + 1] + y) * flex_cellnum[3 * f + 2] + z;
}

/** Address of the stiffness of element e of flex f. */
export function stiffnessOf(m: Model, f: int, e: int): int {
  const n = 3 * elementSize(m, f);
  return m.flex_stiffnessadr[f] + e * n * n;
}

const gridIndex = new Int32Array(3);

/** Nodes of element e of flex f, with the last axis fastest; returns their number. */
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
    const i = gridIndex[slow];
    const j = gridIndex[fast];
    for (let a = 0; a <= order; a++) {
      for (let b = 0; b <= order; b++) {
        gridIndex[slow] = i + a;
        gridIndex[fast] = j + b;
        nodes[n++] = flex_nodeadr[f] + (gridIndex[0] * ny + gridIndex[1]) * nz + gridIndex[2];
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

/** Sets `gridIndex` to the first node of face e, by grid coordinates; returns the axis across. */
function findFace(m: Model, f: int, e: int): int {
  const { flex_interp, flex_cellnum } = m;
  const order = -flex_interp[f];
  const x = flex_cellnum[3 * f];
  const y = flex_cellnum[3 * f + 1];
  const z = flex_cellnum[3 * f + 2];
  // two sides across each axis, the low one first
  if (e < 2 * y * z) return findGridIndex(0, 1, 2, e, y * z, z, x * order, order);
  const past = e - 2 * y * z;
  if (past < 2 * z * x) return findGridIndex(1, 2, 0, past, z * x, x, y * order, order);
  return findGridIndex(2, 0, 1, past - 2 * z * x, x * y, y, z * order, order);
}

/** The same for face e of the two sides across an axis, with `size` faces each, `count` of them consecutive along the
 *  fast axis. */
function findGridIndex(normal: int, slow: int, fast: int, e: int, size: int, count: int, high: int, order: int): int {
  const within = e < size ? e : e - size;
  const row = (within / count) | 0;
  gridIndex[normal] = e < size ? 0 : high;
  gridIndex[slow] = row * order;
  gridIndex[fast] = (within - row * count) * order;
  return normal;
}

const gradient = new Float64Array(9);
const tangents = new Float64Array(9);

/** Rotation from the deformed element e of flex f back to its rest shape, from the deformation gradient at its center.
 *  @param x positions of its nodes, 3 reals each */
export function elementRotation(m: Model, f: int, e: int, x: Float64Array, quat: Float64Array): void {
  const { flex_interp } = m;
  if (flex_interp[f] < 0) {
    faceRotation(quat, findFace(m, f, e), x, 0, -flex_interp[f] + 1, 1, -flex_interp[f]);
    return;
  }
  cellGradient(x, flex_interp[f]);
  rotationBack(quat);
}

/** The same for a face across an axis, with node strides `slow` and `fast` from `first` on. */
export function faceRotation(
  quat: Float64Array,
  normal: int,
  x: Float64Array,
  first: int,
  slow: int,
  fast: int,
  order: int,
): void {
  faceTangents(tangents, 0, x, first, slow, fast, order, 0.5, 0.5);
  // columns: tangents along both axes of the face, and the normal, each at the index of its axis
  for (let a = 0; a < 3; a++) {
    const column = (normal + 1 + a) % 3;
    for (let c = 0; c < 3; c++) gradient[3 * c + column] = tangents[3 * a + c];
  }
  rotationBack(quat);
}

/** quat = inverse of the rotation in `gradient` */
function rotationBack(quat: Float64Array): void {
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
