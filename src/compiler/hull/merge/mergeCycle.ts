/** New facets that are coplanar with their horizon facet are merged into it, all those of one horizon facet together.
 * They form a cycle through `link`, and have no plane of their own. */

import { type Facet, HullError, MergeType, type Polytope, Ridge, type Vertex } from '../polytope.ts';
import { removeOrdered, removeUnordered, replace } from '../sets.ts';
import { MAX_NEW_CENTRUM, makeRidges, mergeFacet } from './mergeFacet.ts';
import { testRedundantNeighbors } from './mergeTest.ts';

const MAX_NUM_MERGE = 511;

/** Merges all cycles; true if there were any. Facets that became degenerate are left in degenMerges. */
export function mergeCycles(h: Polytope): boolean {
  let cycles = 0;
  for (let f = h.newFacets as Facet | null; f?.next; ) {
    let next: Facet | null = f.next;
    if (!f.hasPlane) {
      if (!f.mergeHorizon) throw new HullError('facet without plane');
      const horizon = f.neighbors[0];
      if (f.link === f) {
        for (let k = 1; k < f.vertices.length; k++) f.vertices[k].delridge = true;
        horizon.link = null;
        mergeFacet(h, f, horizon, MergeType.COPLANAR_HORIZON, null, true);
      } else {
        const cycle = gatherCycle(f);
        while (next?.cycleDone) next = next.next;
        horizon.link = null;
        mergeCycle(h, cycle, horizon);
        horizon.nummerge = Math.min(MAX_NUM_MERGE, horizon.nummerge + cycle.length);
      }
      cycles++;
    }
    f = next;
  }
  if (cycles === 0) return false;
  for (let f = h.newFacets as Facet | null; f?.next; f = f.next) {
    if (!f.coplanarHorizon) continue;
    testRedundantNeighbors(h, f);
    f.coplanarHorizon = false;
  }
  return true;
}

/** The facets of a cycle, f last. */
function gatherCycle(f: Facet): Facet[] {
  const res: Facet[] = [];
  for (let g = f.link as Facet; ; g = g.link as Facet) {
    if (g.cycleDone || g.visible) throw new HullError('broken cycle of facets');
    g.cycleDone = true;
    res.push(g);
    if (g === f) break;
  }
  return res.filter((g) => !g.hasPlane);
}

function mergeCycle(h: Polytope, cycle: Facet[], into: Facet): void {
  h.numMerges++;
  h.makeVertexNeighbors();
  const apex = cycle[cycle.length - 1].vertices[0];
  makeRidges(into);
  mergeCycleNeighbors(h, cycle, into);
  mergeCycleRidges(h, cycle, into);
  mergeCycleVertices(h, cycle, into, apex);
  if (into.vertices[0] !== apex) into.vertices.unshift(apex);
  if (!into.isNew) h.renewVertices(into.vertices);
  h.moveFacetToEnd(into);
  into.isNew = true;
  into.simplicial = false;
  into.newMerge = true;
  for (const f of cycle) h.willDelete(f, into);
  if (into.centrum && into.vertices.length <= 3 + MAX_NEW_CENTRUM) into.centrum = null;
}

/** Facets of the cycle are marked with visitId - 1, neighbors of the result with visitId. */
function mergeCycleNeighbors(h: Polytope, cycle: Facet[], into: Facet): void {
  const inCycle = ++h.visitId;
  for (const f of cycle) f.visit = inCycle;
  const visit = ++h.visitId;
  into.visit = visit;
  into.neighbors = into.neighbors.filter((g) => g.visit !== inCycle);
  for (const g of into.neighbors) g.visit = visit;
  for (const f of cycle) {
    for (const g of f.neighbors) {
      if (g.visit === inCycle) continue;
      if (!g.simplicial) {
        removeUnordered(g.neighbors, f);
        if (g.visit !== visit) {
          g.neighbors.push(into);
          into.neighbors.push(g);
          g.visit = visit;
        }
      } else if (g.visit !== visit) {
        into.neighbors.push(g);
        replace(g.neighbors, f, into);
        g.visit = visit;
        const r = g.ridges?.find((s) => s.top === f || s.bottom === f);
        if (r?.top === f) r.top = into;
        else if (r) r.bottom = into;
      } else {
        makeRidges(g);
        removeUnordered(g.neighbors, f);
      }
    }
  }
}

function mergeCycleRidges(h: Polytope, cycle: Facet[], into: Facet): void {
  const inCycle = h.visitId - 1;
  const ridges = (into.ridges as Ridge[]).filter((r) => r.other(into).visit !== inCycle);
  into.ridges = ridges;
  for (const f of cycle) {
    for (const r of f.ridges ?? []) {
      let g: Facet;
      if (r.top === f) {
        r.top = into;
        g = r.bottom;
      } else if (r.bottom === f) {
        r.bottom = into;
        g = r.top;
      } else {
        ridges.push(r);
        continue;
      }
      if (g === into) continue;
      if (g.visit === inCycle) {
        if (g.ridges) removeUnordered(g.ridges, r);
      } else {
        ridges.push(r);
      }
    }
    if (f.ridges) f.ridges = [];
    if (!f.simplicial) continue;
    for (let k = 0; k < f.neighbors.length; k++) {
      const g = f.neighbors[k];
      if (g.visit === inCycle || !g.simplicial) continue;
      const vertices = f.vertices.filter((_, i) => i !== k);
      const top = f.toporient !== (k % 2 === 1);
      const r = top ? new Ridge(vertices, into, g) : new Ridge(vertices, g, into);
      ridges.push(r);
      g.ridges ??= [];
      g.ridges.push(r);
    }
  }
}

function mergeCycleVertices(h: Polytope, cycle: Facet[], into: Facet, apex: Vertex): void {
  const merged = h.visitId - 1;
  into.visit = merged;
  const visit = ++h.vertexVisit;
  apex.visit = visit;
  const vertices: Vertex[] = [];
  for (const f of cycle) {
    for (const v of f.vertices) {
      if (v.visit === visit) continue;
      vertices.push(v);
      v.visit = visit;
      v.seen = false;
    }
  }
  vertices.push(apex);
  for (const v of vertices) {
    v.delridge = true;
    v.neighbors = v.neighbors.filter((g) => g.visit !== merged);
    v.neighbors.push(into);
    if (v.neighbors.length < 2) {
      removeOrdered(into.vertices, v);
      h.deleteVertex(v);
    }
  }
}
