/** The convex hull of points as triangles, with all lists in the order of Qhull. */
import { buildCone, deleteVisible, findHorizon } from './cone.ts';
import { manyMerges } from './find.ts';
import { mergeNewFacets } from './merge/mergeAll.ts';
import { partitionAll, partitionVisible } from './partition.ts';
import type { Facet, Polytope, Vertex } from './polytope.ts';
import { initialPolytope } from './simplex.ts';
import { triangulate } from './triangulate.ts';

export interface ConvexHull {
  /** points that are vertices of the hull */
  vertices: Int32Array;
  /** three points per triangle, counterclockwise from outside */
  faces: Int32Array;
  /** vertices around vertex i: neighbors in [start[i], start[i + 1]), as indices into `vertices` */
  start: Int32Array;
  neighbors: Int32Array;
}

/** Convex hull of points (x y z each). With maxVertices, stops at that number, farthest points first. Throws HullError
 * if rounding makes it fail. */
export function convexHull(points: Float64Array, maxVertices = -1): ConvexHull {
  const limited = maxVertices > -1;
  const h = initialPolytope(points);
  partitionAll(h);
  h.resetLists(true);
  h.facetNext = h.facetList;
  furthestFirst(h);
  for (let f = nextFacet(h, limited); f; f = nextFacet(h, limited)) {
    const point = (f.outside as number[]).pop() as number;
    if (limited && h.numVertices >= maxVertices) break;
    addPoint(h, point, f);
  }
  triangulate(h);
  h.makeVertexNeighbors();
  return collect(h);
}

/** The next facet with points outside. */
function nextFacet(h: Polytope, furthest: boolean): Facet | null {
  for (let f = h.facetNext; f !== h.facetTail; f = h.facetNext) {
    if (!f.outside || f.outside.length === 0) {
      f.outside = null;
      h.facetNext = f.next as Facet;
    } else if (h.narrow && f.furthest < h.tol.minOutside) {
      h.facetNext = f.next as Facet;
    } else {
      if (furthest) furthestFirst(h);
      return h.facetNext;
    }
  }
  return null;
}

/** Moves the facet with the farthest point to the front. */
function furthestFirst(h: Polytope): void {
  let best: Facet | null = null;
  for (let f: Facet | null = h.facetList; f?.next; f = f.next) {
    if (f.outside && (!best || f.furthest > best.furthest)) best = f;
  }
  if (!best) return;
  h.removeFacet(best);
  h.insertFacet(best, h.facetNext);
}

function addPoint(h: Polytope, point: number, f: Facet): void {
  h.limitOutside();
  findHorizon(h, point, f);
  buildCone(h, point);
  h.findBestNew = false;
  mergeNewFacets(h);
  if (manyMerges(h)) h.findBestNew = true;
  else for (let g = h.newFacets; g?.next; g = g.next) if (!g.simplicial) h.findBestNew = true;
  partitionVisible(h);
  h.findBestNew = false;
  h.notSharp = false;
  deleteVisible(h);
  h.resetLists(true);
}

function collect(h: Polytope): ConvexHull {
  const vertices: Vertex[] = [];
  for (let v = h.vertexList; v.next; v = v.next) {
    v.visit = vertices.length;
    vertices.push(v);
  }
  const faces: number[] = [];
  for (let f = h.facetList; f.next; f = f.next) {
    const a = f.vertices[0];
    const b = f.vertices[1];
    const c = f.vertices[2];
    if (f.toporient) faces.push(b.point, a.point, c.point);
    else faces.push(a.point, b.point, c.point);
  }
  const start = new Int32Array(vertices.length + 1);
  const neighbors: number[] = [];
  vertices.forEach((v, i) => {
    for (const f of v.neighbors) {
      for (const w of f.vertices) {
        if (w !== v && !neighbors.includes(w.visit, start[i])) neighbors.push(w.visit);
      }
    }
    start[i + 1] = neighbors.length;
  });
  return {
    vertices: Int32Array.from(vertices, (v) => v.point),
    faces: Int32Array.from(faces),
    start,
    neighbors: Int32Array.from(neighbors),
  };
}
