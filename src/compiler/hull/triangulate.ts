/** Triangulates the polygons of a finished hull as fans from their youngest vertices. */
import { coneFromRidges, matchNewFacets, updateVertexNeighbors } from './cone.ts';
import { appendMerge } from './merge/mergeTest.ts';
import { type Facet, HullError, MergeType, type Polytope, type Vertex } from './polytope.ts';
import { replace } from './sets.ts';

export function triangulate(h: Polytope): void {
  h.visitId++;
  h.degenMerges = [];
  h.newVertices = h.vertexTail;
  let first: Facet | null = null;
  let firstVertex: Vertex | null = null;
  for (let f: Facet | null = h.facetList; f?.next; ) {
    const next: Facet | null = f.next;
    if (!f.visible && !f.simplicial) {
      first ??= f;
      const moved = triangulateFacet(h, f);
      firstVertex ??= moved;
    }
    f = next;
  }
  for (let f = first; f?.next; ) {
    const next: Facet | null = f.next;
    // the fan has a facet without area over each of the two ridges at its apex
    if (!f.visible && f.vertices[0] === f.vertices[1]) {
      link(h, f, f.neighbors[0], f, f.neighbors[1]);
      h.willDelete(f, null);
    }
    f = next;
  }
  h.visibleList = h.facetTail;
  for (let m = h.degenMerges.pop(); m; m = h.degenMerges.pop()) {
    if (m.type === MergeType.MIRROR) mergeMirror(h, m.facet1, m.facet2);
  }
  h.newVertices = firstVertex;
  h.visibleList = null;
  updateVertexNeighbors(h, 0);
  h.resetLists(false);
  for (let f: Facet | null = first; f?.next; ) {
    const next: Facet | null = f.next;
    if (f.visible) h.removeFacet(f);
    f = next;
  }
}

/** Returns the first vertex that was moved to the end of the vertex list. */
function triangulateFacet(h: Polytope, f: Facet): Vertex | null {
  const firstNew = h.facetId;
  for (const g of f.neighbors) {
    g.seen = false;
    g.coplanarHorizon = false;
  }
  h.visibleList = h.facetTail;
  h.newFacets = h.facetTail;
  f.visit = h.visitId;
  coneFromRidges(h, f, f.vertices[0]);
  h.willDelete(f, null);
  for (let g = h.newFacets as Facet | null; g?.next; g = g.next) {
    g.link = f;
    g.nx = f.nx;
    g.ny = f.ny;
    g.nz = f.nz;
    g.offset = f.offset;
    g.hasPlane = true;
  }
  matchNewFacets(h);
  const moved = h.newVertices;
  h.newVertices = null;
  h.visibleList = null;
  updateVertexNeighbors(h, firstNew);
  h.resetLists(false);
  return moved;
}

/** Makes f and g neighbors in place of oldF and oldG; if they already are, they are two sides of a degenerate facet. */
function link(h: Polytope, oldF: Facet, f: Facet, oldG: Facet, g: Facet): void {
  if (f.neighbors.includes(g)) {
    if (!g.neighbors.includes(f)) throw new HullError('neighbors do not match');
    const known = f.redundant && g.redundant && hasMirror(h, f, g);
    if (!known) appendMerge(h, f, g, MergeType.MIRROR, 0);
  } else if (g.neighbors.includes(f)) {
    throw new HullError('neighbors do not match');
  }
  replace(g.neighbors, oldG, f);
  replace(f.neighbors, oldF, g);
}

function hasMirror(h: Polytope, f: Facet, g: Facet): boolean {
  return h.degenMerges.some(
    (m) => m.type === MergeType.MIRROR && ((m.facet1 === f && m.facet2 === g) || (m.facet1 === g && m.facet2 === f)),
  );
}

/** Two facets with the same vertices cancel: their neighbors are linked. */
function mergeMirror(h: Polytope, f: Facet, g: Facet): void {
  for (let k = 0; k < f.neighbors.length; k++) {
    const a = f.neighbors[k];
    const b = g.neighbors[k];
    if (a === g && b === f) continue;
    if (a.redundant && b.redundant && hasMirror(h, a, b)) continue;
    if (a.visible && b.visible) continue;
    link(h, f, a, g, b);
  }
  h.willDelete(f, null);
  h.willDelete(g, null);
}
