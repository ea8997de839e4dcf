/** Finds facets to merge: those that are not clearly convex with a neighbor, and degenerate ones. */
import { centrumOf, heightOf } from '../plane.ts';
import { type Facet, HullError, type Merge, MergeType, type Polytope } from '../polytope.ts';
import { smoothsort } from '../smoothsort.ts';

export function appendMerge(h: Polytope, facet1: Facet, facet2: Facet, type: MergeType, distance: number): void {
  if ((facet1.redundant && type !== MergeType.MIRROR) || facet2.redundant) return;
  if (facet1.degenerate && type === MergeType.DEGEN) return;
  if (facet2.flipped && !facet1.flipped) throw new HullError('merge into a flipped facet');
  const merge = { facet1, facet2, type, distance };
  if (type < MergeType.DEGEN) {
    h.facetMerges.push(merge);
  } else if (type === MergeType.DEGEN) {
    facet1.degenerate = true;
    // degenerate facets are merged after redundant ones, which come from the end
    const last = h.degenMerges[h.degenMerges.length - 1];
    if (!last || last.type === MergeType.DEGEN) h.degenMerges.push(merge);
    else h.degenMerges.unshift(merge);
  } else {
    facet1.redundant = true;
    if (type === MergeType.MIRROR) facet2.redundant = true;
    h.degenMerges.push(merge);
  }
}

/** Whether each new triangle and its neighbors are clearly convex, so that no merge is needed. */
export function isClearlyConvex(h: Polytope): boolean {
  for (let f = h.newFacets; f?.next; f = f.next) {
    if (!f.neighbors[0].simplicial || f.flipped || !f.hasPlane) return false;
  }
  const limit = -2 * h.tol.distRound;
  for (let f = h.newFacets; f?.next; f = f.next) {
    const visit = ++h.vertexVisit;
    for (let k = 1; k < f.neighbors.length; k++) {
      const v = f.vertices[k];
      v.visit = visit;
      if (vertexHeight(h, v.point, f.neighbors[k]) >= limit) return false;
    }
    for (const v of f.neighbors[0].vertices) {
      if (v.visit === visit) continue;
      // the first vertex that is not shared
      if (vertexHeight(h, v.point, f) >= limit) return false;
      break;
    }
  }
  return true;
}

function vertexHeight(h: Polytope, i: number, f: Facet): number {
  const { p } = h;
  return f.offset + p[3 * i] * f.nx + p[3 * i + 1] * f.ny + p[3 * i + 2] * f.nz;
}

/** Requests a merge of two neighbors if the centrum of one is not clearly below the other. */
function testConvex(h: Polytope, f: Facet, g: Facet): boolean {
  const { centrum } = h.tol;
  const d1 = heightOf(centrumOf(h, f), g);
  const d2 = heightOf(centrumOf(h, g), f);
  const concave = d1 > centrum || d2 > centrum;
  const coplanar = (d1 <= centrum && d1 >= -centrum) || (d2 <= centrum && d2 >= -centrum);
  if (!concave && !coplanar) return false;
  if (concave && coplanar) {
    if (d1 > d2) appendMerge(h, f, g, MergeType.CONCAVE_COPLANAR, d1);
    else appendMerge(h, g, f, MergeType.CONCAVE_COPLANAR, d2);
  } else if (concave) {
    appendMerge(h, f, g, MergeType.CONCAVE, Math.max(d1, d2));
  } else {
    appendMerge(h, f, g, MergeType.COPLANAR, Math.min(Math.abs(d1), Math.abs(d2)));
  }
  return true;
}

// the most urgent merge, with the smallest distance, comes last
function byUrgency(a: Merge, b: Merge): number {
  if (a.type !== b.type) return a.type < b.type ? 1 : -1;
  return a.distance < b.distance ? 1 : -1;
}

/** Tests all new facets against all neighbors. */
export function collectInitialMerges(h: Polytope): void {
  const visit = ++h.visitId;
  for (let f = h.newFacets; f?.next; f = f.next) {
    f.visit = visit;
    for (const g of f.neighbors) {
      if (g.visit === visit || !testConvex(h, f, g)) continue;
      const ridge = g.ridges?.find((r) => r.other(g) === f);
      if (ridge) ridge.nonconvex = true;
    }
    f.tested = true;
    if (f.ridges) for (const r of f.ridges) r.tested = true;
  }
  smoothsort(h.facetMerges, byUrgency);
}

/** Tests the ridges of facets that changed. */
export function collectMerges(h: Polytope): void {
  const visit = ++h.visitId;
  for (let f = h.newFacets; f?.next; f = f.next) {
    if (f.tested) continue;
    f.visit = visit;
    for (const g of f.neighbors) g.seen = false;
    for (const r of f.ridges ?? []) {
      if (r.tested && !r.nonconvex) continue;
      const g = r.other(f);
      if (g.seen) {
        r.tested = true;
        r.nonconvex = false;
      } else if (g.visit !== visit) {
        g.seen = true;
        r.nonconvex = testConvex(h, f, g);
        r.tested = true;
      }
    }
    f.tested = true;
  }
  smoothsort(h.facetMerges, byUrgency);
}

/** Neighbors of f that have too few neighbors are degenerate. */
export function testDegenerateNeighbors(h: Polytope, f: Facet): void {
  for (const g of f.neighbors) {
    if (g.visible) throw new HullError('neighbor is deleted');
    if (!g.degenerate && !g.redundant && g.neighbors.length < 3) appendMerge(h, g, g, MergeType.DEGEN, 0);
  }
}

/** Neighbors whose vertices all belong to f are redundant. */
export function testRedundantNeighbors(h: Polytope, f: Facet): void {
  if (f.neighbors.length < 3) {
    appendMerge(h, f, f, MergeType.DEGEN, 0);
    return;
  }
  const visit = ++h.vertexVisit;
  for (const v of f.vertices) v.visit = visit;
  for (const g of f.neighbors) {
    if (g.visible) throw new HullError('neighbor is deleted');
    if (g.degenerate || g.redundant || (f.flipped && !g.flipped)) continue;
    if (g.vertices.every((v) => v.visit === visit)) appendMerge(h, g, f, MergeType.REDUNDANT, 0);
  }
}

/** Tests whether f itself is redundant or degenerate. */
export function testFacet(h: Polytope, f: Facet): void {
  if (f.flipped) return;
  for (const g of f.neighbors) {
    if (g.flipped) continue;
    if (g.visible) throw new HullError('neighbor is deleted');
    const visit = ++h.vertexVisit;
    for (const v of g.vertices) v.visit = visit;
    if (f.vertices.every((v) => v.visit === visit)) {
      appendMerge(h, f, g, MergeType.REDUNDANT, 0);
      return;
    }
  }
  if (f.neighbors.length < 3) appendMerge(h, f, f, MergeType.DEGEN, 0);
}
