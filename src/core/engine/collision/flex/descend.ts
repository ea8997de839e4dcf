import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { alignedBoxesMeet, masksMeet } from '../filter.ts';
import { boxesApart, sphereApart } from './boxes.ts';
import { elementElement, flexMargin, geomElement } from './elements.ts';

/*  Mid phase of flexes: descends two bounding volume trees together. Boxes of bodies are in their inertial frames,
 *  those of flexes are world-aligned. */

/** Contacts of the geoms of body b, except planes, with elements of flex f. */
export function descendBody(m: Model, d: Data, b: int, f: int): void {
  const { body_bvhadr, flex_bvhadr, bvh_child, bvh_nodeid, bvh_aabb, body_margin, flex_margin, nbvhstatic } = m;
  const { work_flex_stack: stack, bvh_aabb_dyn, xipos, ximat } = d;
  const adr1 = body_bvhadr[b];
  const adr2 = flex_bvhadr[f];
  const margin = flexMargin(m, body_margin[b] + flex_margin[f]);
  let top = 1;
  stack[0] = 0;
  stack[1] = 0;
  while (top > 0) {
    top--;
    const node1 = adr1 + stack[2 * top];
    const node2 = adr2 + stack[2 * top + 1];
    const box2 = 6 * (node2 - nbvhstatic);
    const leaf1 = bvh_child[2 * node1] < 0 && bvh_child[2 * node1 + 1] < 0;
    const leaf2 = bvh_child[2 * node2] < 0 && bvh_child[2 * node2 + 1] < 0;
    if (leaf1 && leaf2) {
      meetLeaves(m, d, bvh_nodeid[node1], f, bvh_nodeid[node2], box2);
      continue;
    }
    if (!alignedBoxesMeet(bvh_aabb, 6 * node1, xipos, ximat, b, bvh_aabb_dyn, box2, margin)) continue;
    const first = !leaf1 && (leaf2 || surface(bvh_aabb, 6 * node1) > surface(bvh_aabb_dyn, box2));
    top = pushChildren(m, d, top, first, node1, adr1, node2, adr2);
  }
}

/** Contacts of geom g with element e, if their bounds meet; `box` is the box of the element. */
function meetLeaves(m: Model, d: Data, g: int, f: int, e: int, box: int): void {
  const { geom_type, geom_contype, geom_conaffinity, geom_margin, geom_gap, geom_rbound, geom_aabb } = m;
  const { flex_contype, flex_conaffinity, flex_margin, flex_gap } = m;
  const { geom_xpos, geom_xmat, bvh_aabb_dyn } = d;
  if (geom_type[g] === GeomType.PLANE || geom_type[g] === GeomType.SDF) return;
  if (!masksMeet(geom_contype[g], geom_conaffinity[g], flex_contype[f], flex_conaffinity[f])) return;
  const reach = flexMargin(m, geom_margin[g] + flex_margin[f]) + (geom_gap[g] + flex_gap[f]);
  if (sphereApart(geom_xpos, 3 * g, geom_rbound[g] + reach, bvh_aabb_dyn, box)) return;
  if (!alignedBoxesMeet(geom_aabb, 6 * g, geom_xpos, geom_xmat, g, bvh_aabb_dyn, box, reach)) return;
  geomElement(m, d, g, f, e);
}

/** Pairs of elements of two flexes whose boxes meet; within one flex, each pair once. */
export function descendFlexes(m: Model, d: Data, f1: int, f2: int): void {
  const { flex_bvhadr, bvh_nodeid, flex_margin, nbvhstatic } = m;
  const { work_flex_stack: stack, bvh_aabb_dyn: box } = d;
  const adr1 = flex_bvhadr[f1];
  const adr2 = flex_bvhadr[f2];
  const margin = flexMargin(m, flex_margin[f1] + flex_margin[f2]);
  let top = 1;
  stack[0] = 0;
  stack[1] = 0;
  while (top > 0) {
    top--;
    const node1 = adr1 + stack[2 * top];
    const node2 = adr2 + stack[2 * top + 1];
    if (f1 === f2 && node1 > node2) continue;
    // nodes of flexes that have an element are leaves
    const leaf1 = bvh_nodeid[node1] >= 0;
    const leaf2 = bvh_nodeid[node2] >= 0;
    if (leaf1 && leaf2) {
      elementElement(m, d, f1, bvh_nodeid[node1], f2, bvh_nodeid[node2]);
      continue;
    }
    const i = 6 * (node1 - nbvhstatic);
    const j = 6 * (node2 - nbvhstatic);
    if (boxesApart(box, i, box, j, margin)) continue;
    const first = !leaf1 && (leaf2 || surface(box, i) > surface(box, j));
    top = pushChildren(m, d, top, first, node1, adr1, node2, adr2);
  }
}

/** Pushes the children of the first or of the second node onto the stack, each paired with the other node; returns the
 *  new top. */
function pushChildren(m: Model, d: Data, from: int, first: boolean, node1: int, adr1: int, node2: int, adr2: int): int {
  const { bvh_child } = m;
  const { work_flex_stack: stack } = d;
  let top = from;
  for (let k = 0; k < 2; k++) {
    const child = bvh_child[2 * (first ? node1 : node2) + k];
    if (child === -1) continue;
    stack[2 * top] = first ? child : node1 - adr1;
    stack[2 * top + 1] = first ? node2 - adr2 : child;
    top++;
  }
  return top;
}

/** Surface measure that MuJoCo compares: half sizes minus centers. Affects only the order in which boxes are
 *  visited. */
function surface(box: Float64Array, i: int): number {
  const x = box[i + 3] - box[i];
  const y = box[i + 4] - box[i + 1];
  const z = box[i + 5] - box[i + 2];
  return x * y + y * z + z * x;
}
