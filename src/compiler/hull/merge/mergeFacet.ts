/** Merging one facet into another. */

import { type Facet, HullError, MergeType, type Polytope, Ridge, type Vertex } from '../polytope.ts';
import { removeOrdered, removeUnordered, replace, union } from '../sets.ts';
import { testDegenerateNeighbors, testFacet, testRedundantNeighbors } from './mergeTest.ts';

/** the centrum is not recomputed for facets with more vertices than this */
export const MAX_NEW_CENTRUM = 5;
const MAX_NUM_MERGE = 511;
/** times the distance of one merge: wider merges are rejected */
const WIDE = 100;

/** Merges f into g, which moves to the end of the list. `extent` is the range of heights of the vertices of f over g; a
 * cone facet merged into its horizon adds only its apex. */
export function mergeFacet(
  h: Polytope,
  f: Facet,
  g: Facet,
  type: MergeType,
  extent: { min: number; max: number } | null,
  onlyApex: boolean,
): void {
  h.numMerges++;
  if (extent) checkWidth(h, f, g, extent);
  if (f === g || f.visible || g.visible) throw new HullError('merge of a deleted facet');
  if (h.numFacets - h.numVisible <= 4) throw new HullError('only four facets remain');
  h.makeVertexNeighbors();
  makeRidges(f);
  makeRidges(g);
  if (extent) {
    h.maxOut = Math.max(h.maxOut, extent.max);
    g.maxOutside = Math.max(g.maxOutside, extent.max);
    if (extent.max > h.tol.wideFacet || extent.min < -h.tol.wideFacet) g.keepCentrum = true;
  }
  g.nummerge = Math.min(MAX_NUM_MERGE, f.nummerge + g.nummerge + 1);
  g.newMerge = true;
  updateTested(f, g);
  if (f.vertices.length === 3) {
    mergeTriangle(h, f, g, onlyApex);
  } else {
    const visit = ++h.vertexVisit;
    for (const v of g.vertices) v.visit = visit;
    mergeNeighbors(h, f, g);
    g.vertices = union(f.vertices, g.vertices);
    mergeRidges(f, g);
    mergeVertexNeighbors(h, f, g);
    if (!g.isNew) h.renewVertices(g.vertices);
  }
  h.moveFacetToEnd(g);
  g.isNew = true;
  g.tested = false;
  if (type !== MergeType.COPLANAR_HORIZON) {
    testRedundantNeighbors(h, g);
    testDegenerateNeighbors(h, f);
    testFacet(h, g);
  }
  h.willDelete(f, g);
}

function checkWidth(h: Polytope, f: Facet, g: Facet, { min, max }: { min: number; max: number }): void {
  const limit = Math.max(WIDE * h.tol.oneMerge, f.maxOutside, g.maxOutside);
  if (max > limit || -min > limit) throw new HullError('merge would make a facet too wide');
}

/** Gives a triangle explicit ridges to all neighbors, which makes it a polygon. */
export function makeRidges(f: Facet): void {
  if (!f.simplicial) return;
  f.simplicial = false;
  for (const g of f.neighbors) g.seen = false;
  if (f.ridges) for (const r of f.ridges) r.other(f).seen = true;
  f.ridges ??= [];
  for (let k = 0; k < f.neighbors.length; k++) {
    const g = f.neighbors[k];
    if (g.seen) continue;
    const vertices = f.vertices.filter((_, i) => i !== k);
    const top = f.toporient !== (k % 2 === 1);
    const ridge = top ? new Ridge(vertices, f, g) : new Ridge(vertices, g, f);
    ridge.tested = f.tested;
    f.ridges.push(ridge);
    g.ridges ??= [];
    g.ridges.push(ridge);
  }
}

/** After a merge of f into g: what must be tested again, and whether g keeps its centrum. */
function updateTested(f: Facet, g: Facet): void {
  g.tested = false;
  for (const r of f.ridges ?? []) r.tested = false;
  if (!g.centrum) return;
  const size = g.vertices.length;
  if (!g.keepCentrum) {
    if (size > 3 + MAX_NEW_CENTRUM) g.keepCentrum = true;
  } else if (size === 3) {
    g.keepCentrum = false;
  }
  if (!g.keepCentrum) {
    g.centrum = null;
    for (const r of g.ridges ?? []) r.tested = false;
  }
}

function mergeNeighbors(h: Polytope, f: Facet, g: Facet): void {
  const visit = ++h.visitId;
  for (const n of g.neighbors) n.visit = visit;
  for (const n of f.neighbors) {
    if (n.visit === visit) {
      if (n.simplicial) makeRidges(n);
      if (n.neighbors[0] !== f) {
        removeUnordered(n.neighbors, f);
      } else {
        removeUnordered(n.neighbors, g);
        replace(n.neighbors, f, g);
      }
    } else if (n !== g) {
      g.neighbors.push(n);
      replace(n.neighbors, f, g);
    }
  }
  removeUnordered(f.neighbors, g);
  removeUnordered(g.neighbors, f);
}

function mergeRidges(f: Facet, g: Facet): void {
  const ridges = g.ridges as Ridge[];
  for (let k = 0; k < ridges.length; k++) {
    const r = ridges[k];
    if (r.top === f || r.bottom === f) {
      deleteRidge(r);
      k--;
    }
  }
  for (const r of f.ridges as Ridge[]) {
    handOver(r, f, g);
    ridges.push(r);
  }
}

function handOver(r: Ridge, f: Facet, g: Facet): void {
  if (r.top === f) r.top = g;
  else r.bottom = g;
}

/** Removes a ridge between facets that become one. */
export function deleteRidge(r: Ridge): void {
  if (r.nonconvex) passOnNonconvex(r);
  for (const v of r.vertices) v.delridge = true;
  if (r.top.ridges) removeUnordered(r.top.ridges, r);
  if (r.bottom.ridges) removeUnordered(r.bottom.ridges, r);
}

/** Transfers the nonconvex mark to another ridge between the same facets. */
function passOnNonconvex(r: Ridge): void {
  r.nonconvex = false;
  const other = r.top.ridges?.find((s) => s !== r && (s.top === r.bottom || s.bottom === r.bottom));
  if (other) other.nonconvex = true;
}

/** Vertices of f become adjacent to g; one without other facets is inside. */
function mergeVertexNeighbors(h: Polytope, f: Facet, g: Facet): void {
  for (const v of f.vertices) {
    if (v.visit !== h.vertexVisit) {
      replace(v.neighbors, f, g);
    } else {
      removeUnordered(v.neighbors, f);
      if (v.neighbors.length < 2) mergeVertexAway(h, v, g);
    }
  }
}

function mergeVertexAway(h: Polytope, v: Vertex, g: Facet): void {
  removeOrdered(g.vertices, v);
  h.deleteVertex(v);
}

/** Merges a triangle: at most one vertex is added to g. */
function mergeTriangle(h: Polytope, f: Facet, g: Facet, onlyApex: boolean): void {
  let opposite: Vertex;
  let isNew = false;
  if (onlyApex) {
    opposite = f.vertices[0];
    if (!g.isNew) h.renewVertices(g.vertices);
    if (g.vertices[0] !== opposite) {
      g.vertices.unshift(opposite);
      isNew = true;
    }
  } else {
    const found = oppositeVertex(f, g);
    if (!found) throw new HullError('triangle has no vertex of its own');
    opposite = found;
    isNew = addVertex(g, opposite);
    if (!g.isNew) h.renewVertices(g.vertices);
    else if (!opposite.isNew) h.renewVertices([opposite]);
  }
  for (const v of f.vertices) {
    if (v === opposite && isNew) {
      replace(v.neighbors, f, g);
    } else {
      removeUnordered(v.neighbors, f);
      if (v.neighbors.length < 2) mergeVertexAway(h, v, g);
    }
  }
  mergeTriangleRidges(h, f, g);
}

/** The vertex of f that is not on the ridge to g. */
function oppositeVertex(f: Facet, g: Facet): Vertex | undefined {
  for (const v of f.vertices) v.seen = false;
  for (const r of f.ridges as Ridge[]) {
    if (r.other(f) !== g) continue;
    for (const v of r.vertices) {
      v.seen = true;
      v.delridge = true;
    }
    break;
  }
  return f.vertices.find((v) => !v.seen);
}

/** Adds v at its position by age; returns false if it is present. */
function addVertex(f: Facet, v: Vertex): boolean {
  const k = f.vertices.findIndex((w) => w.id <= v.id);
  if (k >= 0 && f.vertices[k] === v) return false;
  f.vertices.splice(k < 0 ? f.vertices.length : k, 0, v);
  return true;
}

function mergeTriangleRidges(h: Polytope, f: Facet, g: Facet): void {
  const visit = ++h.visitId;
  for (const n of g.neighbors) n.visit = visit;
  const ridges = f.ridges as Ridge[];
  for (let k = 0; k < ridges.length; k++) {
    const r = ridges[k];
    const n = r.other(f);
    if (n === g) {
      deleteRidge(r);
      k--;
      removeUnordered(g.neighbors, f);
      continue;
    }
    (g.ridges as Ridge[]).push(r);
    if (n.visit !== visit) {
      g.neighbors.push(n);
      replace(n.neighbors, f, g);
      n.visit = visit;
    } else {
      if (n.simplicial) makeRidges(n);
      if (n.neighbors[0] === f) {
        removeUnordered(n.neighbors, g);
        replace(n.neighbors, f, g);
      } else {
        removeUnordered(n.neighbors, f);
      }
    }
    handOver(r, f, g);
  }
}
