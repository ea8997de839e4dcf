/** Adds a point: removes the facets visible from it, and adds a cone of new triangles from the point to the horizon. */
import { height, setPlane } from './plane.ts';
import { type Facet, HullError, type Polytope, type Vertex } from './polytope.ts';
import { removeAtUnordered, removeUnordered, replace } from './sets.ts';

/**
 * Collects the facets that the point is above in visibleList, and marks horizon facets that it is nearly coplanar
 * with.
 */
export function findHorizon(h: Polytope, point: number, facet: Facet): void {
  const { minVisible, maxCoplanar } = h.tol;
  h.moveFacetToEnd(facet);
  h.numVisible = 1;
  h.visibleList = facet;
  facet.visible = true;
  facet.link = null;
  const visit = ++h.visitId;
  let horizon = 0;
  for (let f: Facet | null = facet; f?.visible; f = f.next) {
    f.visit = visit;
    for (const g of f.neighbors) {
      if (g.visit === visit) continue;
      g.visit = visit;
      const d = height(h, point, g);
      if (d > minVisible) {
        h.moveFacetToEnd(g);
        g.visible = true;
        g.link = null;
        h.numVisible++;
        continue;
      }
      g.coplanarHorizon = d >= -maxCoplanar;
      if (g.coplanarHorizon && d > 0) {
        h.maxOut = Math.max(h.maxOut, d);
        g.maxOutside = Math.max(g.maxOutside, d);
      }
      horizon++;
    }
  }
  if (horizon === 0) throw new HullError('a point is above all facets');
}

/** The cone of new triangles; returns its apex. */
export function buildCone(h: Polytope, point: number): Vertex {
  h.newFacets = h.facetTail;
  h.newVertices = h.vertexTail;
  const apex = h.newVertex(point);
  h.appendVertex(apex);
  h.visitId++;
  // the last new facet made from a polygon, and of all: they replace the visible facets
  let fromPolygon: Facet | null = null;
  let last: Facet | null = null;
  for (let f = h.visibleList; f?.visible; f = f.next) {
    for (const g of f.neighbors) g.seen = false;
    if (f.ridges) {
      f.visit = h.visitId;
      fromPolygon = coneFromRidges(h, f, apex);
    }
    if (f.simplicial) last = coneFromNeighbors(h, f, apex) ?? null;
    last = fromPolygon ?? last;
    if (last) f.link = last;
    if (f.ridges) f.ridges = [];
    f.neighbors = [];
  }
  matchNewFacets(h);
  for (let f = h.newFacets as Facet | null; f?.next; f = f.next) if (!f.mergeHorizon) setPlane(h, f);
  updateVertexNeighborsOfCone(h);
  return apex;
}

function makeNewFacet(h: Polytope, vertices: Vertex[], toporient: boolean, horizon: Facet): Facet {
  h.renewVertices(vertices);
  const f = h.newFacet();
  f.vertices = vertices;
  f.toporient = toporient;
  f.neighbors.push(horizon);
  h.appendFacet(f);
  return f;
}

/** New facets over the ridges of a visible polygon. */
export function coneFromRidges(h: Polytope, visible: Facet, apex: Vertex): Facet | null {
  let res: Facet | null = null;
  for (const ridge of visible.ridges ?? []) {
    const g = ridge.other(visible);
    if (!g.visible) {
      const toporient = ridge.top === visible;
      const f = makeNewFacet(h, [apex, ridge.vertices[0], ridge.vertices[1]], toporient, g);
      res = f;
      if (g.coplanarHorizon) {
        f.mergeHorizon = true;
        if (!g.seen) {
          f.link = f;
          g.link = f;
        } else {
          const cycle = g.link as Facet;
          f.link = cycle.link;
          cycle.link = f;
        }
      }
      if (g.seen) {
        if (g.simplicial) throw new HullError('a triangle shares two ridges with a polygon');
        g.neighbors.push(f);
      } else {
        replace(g.neighbors, visible, f);
      }
      if (g.simplicial) {
        if (g.ridges) removeUnordered(g.ridges, ridge);
      } else {
        f.ridges = [ridge];
        if (toporient) ridge.top = f;
        else ridge.bottom = f;
      }
    }
    g.seen = true;
  }
  return res;
}

/** New facets over the edges of a visible triangle that have no ridges. */
function coneFromNeighbors(h: Polytope, visible: Facet, apex: Vertex): Facet | null {
  let res: Facet | null = null;
  for (const g of visible.neighbors) {
    if (g.seen || g.visible) continue;
    const skip = g.neighbors.indexOf(visible);
    if (skip < 0) throw new HullError('facets are not neighbors of each other');
    const vertices = [apex, g.vertices[skip === 0 ? 1 : 0], g.vertices[skip === 2 ? 1 : 2]];
    const f = makeNewFacet(h, vertices, g.toporient ? skip % 2 === 1 : skip % 2 === 0, g);
    res = f;
    if (g.coplanarHorizon) {
      f.link = f;
      f.mergeHorizon = true;
    }
    g.neighbors[skip] = f;
  }
  return res;
}

/** Finds the neighbors of new facets among themselves: those that share an edge from the apex. */
export function matchNewFacets(h: Polytope): void {
  const half = new Map<Vertex, Facet>();
  let open = 0;
  for (let f = h.newFacets; f?.next; f = f.next) {
    f.neighbors.length = 1;
    // neighbor k is opposite to vertex k: it shares the other one
    for (let skip = 1; skip < 3; skip++) {
      const shared: Vertex = f.vertices[3 - skip];
      const g = half.get(shared);
      if (!g) {
        half.set(shared, f);
        open++;
        continue;
      }
      const other = 3 - g.vertices.indexOf(shared, 1);
      const same = skip % 2 === other % 2;
      if (g.vertices[other] === f.vertices[skip] || same !== (f.toporient !== g.toporient) || g.neighbors[other]) {
        throw new HullError('a ridge has more than two neighbors');
      }
      f.neighbors[skip] = g;
      g.neighbors[other] = f;
      open--;
    }
  }
  if (open !== 0) throw new HullError('neighbors of new facets do not match');
}

/** Updates the facets around each vertex after a cone was made; vertices inside the horizon are deleted. */
function updateVertexNeighborsOfCone(h: Polytope): void {
  if (!h.vertexNeighbors) {
    deleteHiddenVertices(h);
    return;
  }
  for (let v = h.newVertices; v?.next; v = v.next) {
    for (let k = 0; k < v.neighbors.length; k++) {
      if (v.neighbors[k].visible) removeAtUnordered(v.neighbors, k--);
    }
  }
  for (let f = h.newFacets; f?.next; f = f.next) for (const v of f.vertices) v.neighbors.push(f);
  dropVisibleNeighbors(h);
}

function deleteHiddenVertices(h: Polytope): void {
  for (let f = h.visibleList; f?.visible; f = f.next) {
    for (const v of f.vertices) if (!v.isNew && !v.deleted) h.deleteVertex(v);
  }
}

function dropVisibleNeighbors(h: Polytope): void {
  for (let f = h.visibleList; f?.visible; f = f.next) {
    for (const v of f.vertices) {
      if (v.isNew || v.deleted) continue;
      if (v.neighbors.some((g) => !g.visible)) removeUnordered(v.neighbors, f);
      else h.deleteVertex(v);
    }
  }
}

/** The same after facets were triangulated; facets from firstNew on are not listed yet. */
export function updateVertexNeighbors(h: Polytope, firstNew: number): void {
  if (!h.vertexNeighbors) {
    deleteHiddenVertices(h);
    return;
  }
  for (let v = h.newVertices; v?.next; v = v.next) {
    if (v.neighbors.some((g) => g.visible)) v.neighbors = v.neighbors.filter((g) => !g.visible);
  }
  for (let f = h.newFacets; f?.next; f = f.next) {
    for (const v of f.vertices) {
      if ((firstNew && f.id >= firstNew) || !v.neighbors.includes(f)) v.neighbors.push(f);
    }
  }
  dropVisibleNeighbors(h);
}

/** Deletes the visible facets and deleted vertices permanently. */
export function deleteVisible(h: Polytope): void {
  for (let f = h.visibleList; f?.visible; ) {
    const next: Facet | null = f.next;
    h.removeFacet(f);
    f = next;
  }
  h.numVisible = 0;
  for (const v of h.deletedVertices) h.removeVertex(v);
  h.deletedVertices = [];
}
