/** All merges caused by a new point, and the vertices that become redundant by them. */

import { centrumOf, distanceTo, extent, heightOf } from '../plane.ts';
import { type Facet, HullError, MergeType, type Polytope, type Ridge, type Vertex } from '../polytope.ts';
import { intersection, removeOrdered, removeUnordered } from '../sets.ts';
import { smoothsort } from '../smoothsort.ts';
import { mergeCycles } from './mergeCycle.ts';
import { deleteRidge, mergeFacet } from './mergeFacet.ts';
import { appendMerge, collectInitialMerges, collectMerges, isClearlyConvex, testFacet } from './mergeTest.ts';

/** with more vertices than this, the best neighbor is chosen among nonconvex ridges, or by the centrum */
const BEST_NONCONVEX = 15;
const BEST_CENTRUM = 26;

/** After a cone was built: merges new facets until the hull is clearly convex. */
export function mergeNewFacets(h: Polytope): void {
  if (isClearlyConvex(h)) return;
  let merged = mergeCycles(h);
  if (merged) mergeDegenerate(h);
  if (mergeFlipped(h)) merged = true;
  mergeDegenerate(h);
  collectInitialMerges(h);
  mergeAll(h, merged);
}

function mergeAll(h: Polytope, before: boolean): void {
  let other = before;
  for (;;) {
    let merged = false;
    while (h.facetMerges.length > 0 || h.degenMerges.length > 0) {
      if (h.degenMerges.length > 0) {
        mergeDegenerate(h);
        merged = true;
      }
      for (let m = h.facetMerges.pop(); m; m = h.facetMerges.pop()) {
        const { facet1, facet2, type } = m;
        if (facet1.visible || facet2.visible) continue;
        // coplanar facets that have just changed wait for their new test
        if (type === MergeType.COPLANAR) {
          if ((!facet1.tested && facet1.isNew) || (!facet2.tested && facet2.isNew)) continue;
        }
        mergeNonconvex(h, facet1, facet2, type);
        mergeDegenerate(h);
        merged = true;
      }
      collectMerges(h);
    }
    if (!h.vertexNeighbors || !(merged || other)) return;
    other = false;
    if (!reduceVertices(h)) return;
    collectMerges(h);
  }
}

/** Merges the facet with the better fit into its best neighbor. */
function mergeNonconvex(h: Polytope, facet1: Facet, facet2: Facet, type: MergeType): void {
  const [f, g] = facet1.isNew ? [facet1, facet2] : [facet2, facet1];
  const a = bestNeighbor(h, f);
  const b = bestNeighbor(h, g);
  if (a.dist < b.dist) mergeFacet(h, f, a.facet, type, a, false);
  else mergeFacet(h, g, b.facet, type, b, false);
}

interface Candidate {
  facet: Facet;
  dist: number;
  min: number;
  max: number;
}

/** The neighbor whose plane is nearest to the vertices of f. */
function bestNeighbor(h: Polytope, f: Facet): Candidate {
  const byCentrum = f.vertices.length > BEST_CENTRUM;
  let best: Candidate | null = null;
  const test = (g: Facet): void => {
    if (f.flipped && g.flipped && best && !best.facet.flipped) return;
    let [dist, min, max] = [0, 0, 0];
    if (byCentrum) {
      dist = heightOf(centrumOf(h, f), g) * 3;
      if (dist < 0) {
        min = dist;
        dist = -dist;
      } else {
        max = dist;
      }
    } else {
      dist = distanceTo(h, f, g);
      ({ min, max } = extent);
    }
    if (dist < (best?.dist ?? Number.MAX_VALUE)) best = { facet: g, dist, min, max };
  };
  if (f.vertices.length > 3 + BEST_NONCONVEX) {
    for (const r of f.ridges ?? []) if (r.nonconvex) test(r.other(f));
  }
  if (!best) for (const g of f.neighbors) test(g);
  const res = best as Candidate | null;
  if (!res) throw new HullError('facet without neighbors');
  if (byCentrum) {
    distanceTo(h, f, res.facet);
    res.min = extent.min;
    res.max = extent.max;
  }
  return res;
}

/** Merges redundant facets into those that contain all their vertices, degenerate ones into the best neighbor. */
function mergeDegenerate(h: Polytope): number {
  let n = 0;
  for (let m = h.degenMerges.pop(); m; m = h.degenMerges.pop()) {
    const { facet1: f, facet2, type } = m;
    if (f.visible) continue;
    f.degenerate = false;
    f.redundant = false;
    if (type === MergeType.REDUNDANT) {
      const g = h.replacementOf(facet2);
      if (!g) throw new HullError('redundant facet without replacement');
      if (f === g) continue;
      mergeFacet(h, f, g, type, null, false);
      n++;
    } else if (f.neighbors.length === 0) {
      h.willDelete(f, null);
      for (const v of f.vertices) {
        removeUnordered(v.neighbors, f);
        if (v.neighbors.length === 0) h.deleteVertex(v);
      }
      n++;
    } else if (f.neighbors.length < 3) {
      const best = bestNeighbor(h, f);
      mergeFacet(h, f, best.facet, type, best, false);
      n++;
    }
  }
  return n;
}

/** New facets that face inward are merged into their best neighbor. */
function mergeFlipped(h: Polytope): boolean {
  for (let f = h.newFacets; f?.next; f = f.next) {
    if (f.flipped && !f.visible) appendMerge(h, f, f, MergeType.FLIP, 0);
  }
  const merges = h.facetMerges;
  h.facetMerges = [];
  let n = 0;
  for (const m of merges) {
    if (m.type !== MergeType.FLIP || m.facet1.visible) continue;
    const best = bestNeighbor(h, m.facet1);
    mergeFacet(h, m.facet1, best.facet, m.type, best, false);
    n++;
  }
  for (const m of merges) if (!m.facet1.visible && !m.facet2.visible) h.facetMerges.push(m);
  return n > 0;
}

/** Removes vertices that merging made redundant: those without a ridge in a facet, and those on a straight edge between
 * two facets. Returns true if facets were merged. */
function reduceVertices(h: Polytope): boolean {
  let merged = mergeDegenerate(h) > 0;
  restart: for (;;) {
    for (let f = h.newFacets; f?.next; f = f.next) {
      if (!f.newMerge || !removeExtraVertices(h, f)) continue;
      testFacet(h, f);
      if (mergeDegenerate(h) > 0) {
        merged = true;
        continue restart;
      }
    }
    for (let f = h.newFacets; f?.next; f = f.next) {
      if (!f.newMerge) continue;
      f.newMerge = false;
      for (let k = 0; k < f.vertices.length; k++) {
        const v = f.vertices[k];
        if (!v.delridge || !renameSharedVertex(h, v, f)) continue;
        if (mergeDegenerate(h) > 0) {
          merged = true;
          continue restart;
        }
        k--;
      }
    }
    for (let v = h.newVertices; v?.next; v = v.next) if (!v.deleted) v.delridge = false;
    return merged;
  }
}

function removeExtraVertices(h: Polytope, f: Facet): boolean {
  if (f.simplicial) return false;
  for (const v of f.vertices) v.seen = false;
  for (const r of f.ridges ?? []) for (const v of r.vertices) v.seen = true;
  const extra = f.vertices.filter((v) => !v.seen);
  for (const v of extra) {
    removeOrdered(f.vertices, v);
    removeUnordered(v.neighbors, f);
    if (v.neighbors.length === 0) h.deleteVertex(v);
  }
  return extra.length > 0;
}

/**
 * A vertex of f that belongs to only one other facet is on a straight edge: another vertex of that edge replaces it.
 */
function renameSharedVertex(h: Polytope, v: Vertex, f: Facet): boolean {
  if (v.neighbors.length !== 2) return false;
  const g = v.neighbors[0] === f ? v.neighbors[1] : v.neighbors[0];
  g.visit = ++h.visitId;
  const ridges: Ridge[] = [];
  for (const r of f.ridges ?? []) {
    if (r.other(f).visit === h.visitId && r.vertices.includes(v)) ridges.push(r);
  }
  f.visit = h.visitId - 1;
  const candidates = intersection(f.vertices, g.vertices);
  removeUnordered(candidates, v);
  const to = findNewVertex(h, v, candidates, ridges);
  if (!to) return false;
  renameVertex(h, v, to, ridges, f);
  return true;
}

/** A vertex that v can be renamed to without duplicating a ridge; rare ones in the ridges first. */
function findNewVertex(h: Polytope, old: Vertex, vertices: Vertex[], ridges: Ridge[]): Vertex | null {
  for (const r of ridges) for (const v of r.vertices) v.seen = false;
  for (const v of vertices) {
    v.visit = 0;
    v.seen = true;
  }
  for (const r of ridges) for (const v of r.vertices) if (v.seen) v.visit++;
  for (let k = 0; k < vertices.length; k++) {
    if (vertices[k].visit) continue;
    // the last fills the gap
    const last = vertices.pop() as Vertex;
    if (k < vertices.length) vertices[k] = last;
    k--;
  }
  h.vertexVisit = Math.max(h.vertexVisit, ridges.length);
  smoothsort(vertices, (a, b) => (a.visit > b.visit ? 1 : -1));
  const wouldRepeat = (v: Vertex): boolean =>
    vertexRidges(h, v).some((r) =>
      ridges.some((s) => s !== r && r.vertices.find((w) => w !== v) === s.vertices.find((w) => w !== old)),
    );
  return vertices.find((v) => !wouldRepeat(v)) ?? null;
}

/** Ridges that end in v. */
function vertexRidges(h: Polytope, v: Vertex): Ridge[] {
  h.visitId += 2;
  const res: Ridge[] = [];
  for (const f of v.neighbors) f.visit = h.visitId;
  for (let k = 0; k + 1 < v.neighbors.length; k++) {
    const f = v.neighbors[k];
    for (const r of f.ridges ?? []) {
      if (r.other(f).visit === h.visitId && r.vertices.includes(v)) res.push(r);
    }
    f.visit = h.visitId - 1;
  }
  return res;
}

function renameVertex(h: Polytope, old: Vertex, to: Vertex, ridges: Ridge[], f: Facet): void {
  for (const r of ridges) {
    if (!renameInRidge(r, old, to)) continue;
    // a facet that is about to be deleted may have the same ridge twice
    const going = (g: Facet): boolean =>
      g.vertices.length < 3 || (g.vertices.length === 3 && !g.simplicial && g.vertices.includes(to));
    if (!going(r.top) && !going(r.bottom) && (hasTwin(r.top, r) || hasTwin(r.bottom, r))) {
      throw new HullError('two ridges with the same vertices');
    }
  }
  for (const g of old.neighbors) {
    removeOrdered(g.vertices, old);
    testFacet(h, g);
  }
  h.deleteVertex(old);
  testFacet(h, f);
}

function hasTwin(f: Facet, r: Ridge): boolean {
  if (f.simplicial || f.nummerge === 0) return false;
  return !!f.ridges?.some((s) => s !== r && s.vertices[0] === r.vertices[0] && s.vertices[1] === r.vertices[1]);
}

/** Returns false if the ridge shrank to a point and was deleted. */
function renameInRidge(r: Ridge, old: Vertex, to: Vertex): boolean {
  const oldAt = r.vertices.indexOf(old);
  r.vertices.splice(oldAt, 1);
  const [rest] = r.vertices;
  if (rest === to) {
    deleteRidge(r);
    return false;
  }
  const at = rest.id < to.id ? 0 : 1;
  r.vertices.splice(at, 0, to);
  if (at !== oldAt) [r.top, r.bottom] = [r.bottom, r.top];
  return true;
}
