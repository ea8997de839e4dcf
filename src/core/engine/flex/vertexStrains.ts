import { MINVAL } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { scl3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { addPointRows, recordColumns } from './pointRows.ts';

/*  Strains at the vertices of an isometric surface: Chen, Kry and Vouga, "Locking-free Simulation of Isometric
 *  Thin Plates", 2019. With F the gradient that best fits the edges at a vertex, the two invariants of F^T F vanish:
 *  I1 = tr(F^T F) - 2 and I2 = det(F^T F) - 1; both are scaled by the root of the mass. */

// gradient F, 3 x 2; F times the metric; F times the adjugate of F^T F times the metric
const F = new Float64Array(6);
const FB = new Float64Array(6);
const FA = new Float64Array(6);
const product = new Float64Array(6);
// an edge at rest (in the plane) and in the current pose
const rest = new Float64Array(2);
const edge = new Float64Array(3);
// forces of both strains at the end of an edge, and at its start
const strainForce = new Float64Array(6);
const reaction = new Float64Array(6);

/** Strains at the vertices of flex f and their Jacobians.
 *  writes d: flexvert_length work_flex_column, adds to d: flexvert_J */
export function vertexStrains(m: Model, d: Data, f: int): void {
  const { flex_vertadr, flex_vertnum, flex_vertmetric, flex_vertbodyid, body_mass } = m;
  const { flexvert_length } = d;
  const end = flex_vertadr[f] + flex_vertnum[f];
  for (let v = flex_vertadr[f]; v < end; v++) {
    fitGradient(m, d, f, v);
    // C = F^T F
    const c00 = F[0] * F[0] + F[2] * F[2] + F[4] * F[4];
    const c01 = F[0] * F[1] + F[2] * F[3] + F[4] * F[5];
    const c11 = F[1] * F[1] + F[3] * F[3] + F[5] * F[5];
    const mass = body_mass[flex_vertbodyid[v]];
    const scale = mass > MINVAL ? Math.sqrt(mass) : 1;
    flexvert_length[2 * v] = (c00 + c11 - 2) * scale;
    flexvert_length[2 * v + 1] = (c00 * c11 - c01 * c01 - 1) * scale;
    mulMetric(FB, F, flex_vertmetric, 4 * v);
    // F adj(C)
    for (let k = 0; k < 3; k++) {
      product[2 * k] = F[2 * k] * c11 - F[2 * k + 1] * c01;
      product[2 * k + 1] = F[2 * k + 1] * c00 - F[2 * k] * c01;
    }
    mulMetric(FA, product, flex_vertmetric, 4 * v);
    addRows(m, d, f, v, scale);
  }
}

/** res = A B for A of 3 x 2 and B of 2 x 2 */
function mulMetric(res: Float64Array, A: Float64Array, B: Float64Array, b: int): void {
  for (let k = 0; k < 3; k++) {
    res[2 * k] = A[2 * k] * B[b] + A[2 * k + 1] * B[b + 2];
    res[2 * k + 1] = A[2 * k] * B[b + 1] + A[2 * k + 1] * B[b + 3];
  }
}

/** F = (sum of w dy dx^T over the edges at vertex v) times the metric. */
function fitGradient(m: Model, d: Data, f: int, v: int): void {
  const { flex_vertedgeadr, flex_vertedgenum, flex_vertedge, flex_vertmetric } = m;
  for (let k = 0; k < 6; k++) product[k] = 0;
  const end = flex_vertedgeadr[v] + flex_vertedgenum[v];
  for (let i = flex_vertedgeadr[v]; i < end; i++) {
    const weight = readEdge(m, d, f, flex_vertedge[i], v);
    for (let k = 0; k < 3; k++) {
      product[2 * k] += weight * edge[k] * rest[0];
      product[2 * k + 1] += weight * edge[k] * rest[1];
    }
  }
  mulMetric(F, product, flex_vertmetric, 4 * v);
}

/** Edge e of flex f at rest and in the current pose; returns the mass at its other end. */
function readEdge(m: Model, d: Data, f: int, e: int, v: int): number {
  const { flex_edgeadr, flex_edge, flex_vertadr, flex_vert0, flex_size, flex_vertbodyid, body_mass } = m;
  const { flexvert_xpos } = d;
  const i = 2 * (flex_edgeadr[f] + e);
  const v1 = flex_vertadr[f] + flex_edge[i];
  const v2 = flex_vertadr[f] + flex_edge[i + 1];
  for (let k = 0; k < 2; k++) rest[k] = (flex_vert0[3 * v2 + k] - flex_vert0[3 * v1 + k]) * (2 * flex_size[3 * f + k]);
  sub3(edge, 0, flexvert_xpos, 3 * v2, flexvert_xpos, 3 * v1);
  return Math.max(MINVAL, body_mass[flex_vertbodyid[v === v1 ? v2 : v1]]);
}

/** Adds both rows of vertex v: for an edge dx, dI/dy is 2 w A dx at its end, minus that at its start, with A = F B and F adj(C) B. */
function addRows(m: Model, d: Data, f: int, v: int, scale: number): void {
  const { flex_vertedgeadr, flex_vertedgenum, flex_vertedge } = m;
  const { flexvert_J_rowadr, flexvert_J_rownnz, flexvert_J_colind } = m;
  // both have the same columns
  recordColumns(d.work_flex_column, flexvert_J_colind, flexvert_J_rowadr[2 * v], flexvert_J_rownnz[2 * v]);
  const end = flex_vertedgeadr[v] + flex_vertedgenum[v];
  for (let i = flex_vertedgeadr[v]; i < end; i++) {
    const weight = readEdge(m, d, f, flex_vertedge[i], v);
    setStrainForce(0, FB, 2 * weight * scale);
    setStrainForce(3, FA, 2 * weight * scale);
    addEdge(m, d, f, flex_vertedge[i], v);
  }
}

/** @inline */
function setStrainForce(p: int, A: Float64Array, scale: number): void {
  for (let k = 0; k < 3; k++) strainForce[p + k] = A[2 * k] * rest[0] + A[2 * k + 1] * rest[1];
  scl3(strainForce, p, strainForce, p, scale);
}

/** Adds edge e to both rows of vertex v. */
function addEdge(m: Model, d: Data, f: int, e: int, v: int): void {
  const { flex_edgeadr, flex_edge, flex_vertadr, flex_vertbodyid, flexvert_J_rowadr } = m;
  const { flexvert_xpos, flexvert_J } = d;
  const i = 2 * (flex_edgeadr[f] + e);
  const v1 = flex_vertadr[f] + flex_edge[i];
  const v2 = flex_vertadr[f] + flex_edge[i + 1];
  const adr1 = flexvert_J_rowadr[2 * v];
  const adr2 = flexvert_J_rowadr[2 * v + 1];
  for (let k = 0; k < 6; k++) reaction[k] = -strainForce[k];
  addPointRows(m, d, flexvert_J, adr1, adr2, flex_vertbodyid[v1], flexvert_xpos, 3 * v1, reaction);
  addPointRows(m, d, flexvert_J, adr1, adr2, flex_vertbodyid[v2], flexvert_xpos, 3 * v2, strainForce);
}
