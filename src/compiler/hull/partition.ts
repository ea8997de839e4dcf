/** Points are stored with a facet that they are above (outside sets) or nearly in (coplanar sets). */
import { clearlyOutside, findBest, findBestNew, found } from './find.ts';
import { height } from './plane.ts';
import { type Facet, HullError, type Polytope } from './polytope.ts';
import { insertBeforeLast } from './sets.ts';

/** times the widest facet so far: a point this far above its plane is not coplanar */
const COPLANAR_OUTSIDE = 30;

/** Assigns every point to the first facet of the simplex that it is clearly above. */
export function partitionAll(h: Polytope): void {
  let rest: number[] = [];
  const used = new Set<number>();
  for (let v = h.vertexList; v.next; v = v.next) used.add(v.point);
  for (let i = 0; 3 * i < h.p.length; i++) if (!used.has(i)) rest.push(i);
  const enough = clearlyOutside(h);
  for (let f: Facet | null = h.facetList; f?.next; f = f.next) {
    const left: number[] = [];
    const outside: number[] = [];
    let best = -1;
    let bestDist = 0;
    for (const i of rest) {
      const d = height(h, i, f);
      if (d < enough) {
        left.push(i);
      } else if (best < 0) {
        best = i;
        bestDist = d;
      } else if (d > bestDist) {
        outside.push(best);
        best = i;
        bestDist = d;
      } else {
        outside.push(i);
      }
    }
    if (best >= 0) {
      outside.push(best);
      f.outside = outside;
      f.furthest = bestDist;
    }
    rest = left;
  }
  h.findBestNew = true;
  for (const i of rest) partitionPoint(h, i, h.facetList);
  h.findBestNew = false;
}

/** Assigns a point to the outside set, or the coplanar set, of the best facet near f. */
function partitionPoint(h: Polytope, point: number, f: Facet): void {
  const { maxCoplanar, nearInside, minOutside } = h.tol;
  const best = h.findBestNew ? findBestNew(h, point, f, false) : findBest(h, point, f, false, true);
  const { dist } = found;
  let { outside } = found;
  if (best.visible) throw new HullError('point goes to a deleted facet');
  if (h.narrow && dist >= -nearInside) outside = true;
  if (!outside) {
    if (dist >= -maxCoplanar || dist >= -nearInside) partitionCoplanarAt(h, point, best, best, dist, true);
    return;
  }
  let opened = false;
  if (!best.outside || best.outside.length === 0) {
    best.outside = [point];
    best.furthest = dist;
    opened = !h.narrow || dist > minOutside;
  } else if (best.furthest < dist) {
    best.outside.push(point);
    opened = h.narrow && best.furthest < minOutside && dist >= minOutside;
    best.furthest = dist;
  } else {
    insertBeforeLast(best.outside, point);
  }
  if (opened && h.facetNext !== best) {
    // the facet has points now: it must come after the current one
    if (best.isNew) {
      if (h.facetNext.isNew) h.facetNext = h.newFacets as Facet;
    } else {
      h.moveFacetToEnd(best);
      if (h.newFacets) best.isNew = true;
    }
  }
}

/** Assigns a point that is no longer a vertex, or was coplanar with a deleted facet, to a coplanar set near f. */
function partitionCoplanar(h: Polytope, point: number, f: Facet, allNew: boolean): void {
  const best = allNew ? findBestNew(h, point, f, true) : findBest(h, point, f, true, false);
  if (found.dist < -h.tol.nearInside) return;
  partitionCoplanarAt(h, point, f, best, found.dist, false);
}

function partitionCoplanarAt(h: Polytope, point: number, f: Facet, best: Facet, dist: number, known: boolean): void {
  if (best.visible) throw new HullError('coplanar point goes to a deleted facet');
  if (dist > h.maxOut) {
    // above a facet that faces the other way, or too high: it is outside after all
    const cos = 0 + f.nx * best.nx + f.ny * best.ny + f.nz * best.nz;
    const otherSide = !known && f !== best && cos < 0;
    if (otherSide || dist > h.maxOutsideLimit * COPLANAR_OUTSIDE) {
      const before = h.findBestNew;
      h.findBestNew = false;
      partitionPoint(h, point, best);
      h.findBestNew = before;
      return;
    }
    h.maxOut = dist;
  }
  best.coplanar ??= [];
  const last = best.coplanar[best.coplanar.length - 1];
  if (last === undefined || height(h, last, best) < dist) best.coplanar.push(point);
  else insertBeforeLast(best.coplanar, point);
}

/** Reassigns the points of deleted facets, and deleted vertices, to the current facets. */
export function partitionVisible(h: Polytope): void {
  for (let f = h.visibleList; f?.visible; f = f.next) {
    if (!f.outside && !f.coplanar) continue;
    const to = h.replacementOf(f) ?? h.newFacets;
    if (!to?.next) throw new HullError('all new facets are degenerate');
    if (f.outside) for (const i of f.outside) partitionPoint(h, i, to);
    if (f.coplanar) for (const i of f.coplanar) partitionCoplanar(h, i, to, h.findBestNew);
  }
  for (const v of h.deletedVertices) {
    if (v.partitioned) continue;
    if (!h.newFacets || h.newFacets === h.facetTail) throw new HullError('no facet for a deleted vertex');
    partitionCoplanar(h, v.point, h.newFacets, true);
    v.partitioned = true;
  }
}
