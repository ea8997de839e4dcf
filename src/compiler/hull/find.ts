/** Finds the facet that a point is highest above. */
import { height } from './plane.ts';
import { type Facet, HullError, type Polytope } from './polytope.ts';

/** Height of the point above the found facet, and whether it is outside. */
export const found = { dist: 0, outside: false };

/** merging has blurred the hull so much that all new facets are searched */
const MANY_MERGES = 50;

export function manyMerges(h: Polytope): boolean {
  return h.numMerges > MANY_MERGES;
}

/** A point higher than this above a facet is outside without further search. */
export function clearlyOutside(h: Polytope): number {
  return (manyMerges(h) ? 2 : 1) * Math.max(2 * h.tol.minOutside, h.maxOut);
}

/** Walks uphill from `start` to the facet that the point is highest above; stops at the first facet that it is above,
 *  unless the best is requested. With `onlyNew`, stays among new facets. */
export function findBest(h: Polytope, point: number, start: Facet, wantBest: boolean, onlyNew: boolean): Facet {
  const { minOutside, distRound } = h.tol;
  let bestDist = -Number.MAX_VALUE / 2;
  let best: Facet | null = null;
  const visit = ++h.visitId;
  found.outside = true;
  if (!start.flipped) {
    bestDist = height(h, point, start);
    if (!wantBest && bestDist >= minOutside) {
      found.dist = bestDist;
      return start;
    }
    best = start;
  }
  start.visit = visit;
  for (let facet: Facet | null = start; facet; ) {
    let higher: Facet | null = null;
    for (const g of facet.neighbors) {
      if ((onlyNew && !g.isNew) || g.visit === visit) continue;
      g.visit = visit;
      if (g.flipped) continue;
      const d = height(h, point, g);
      if (d <= bestDist) continue;
      best = g;
      if (!wantBest && d >= minOutside) {
        found.dist = d;
        return g;
      }
      bestDist = d;
      higher = g;
      break;
    }
    facet = higher;
  }
  let searchHorizon = true;
  if (onlyNew) {
    if (!best) {
      best = findBestNew(h, point, h.newFacets as Facet, wantBest);
      bestDist = found.dist;
      searchHorizon = false;
    } else if (!h.notSharp && bestDist < -distRound) {
      // new facets in several octants: a walk may end on the wrong side
      if (isSharp(h)) {
        best = findBestNew(h, point, best, wantBest);
        bestDist = found.dist;
        searchHorizon = false;
        h.findBestNew = true;
      } else {
        h.notSharp = true;
      }
    }
  }
  if (!best) throw new HullError('all facets near a point are flipped');
  found.dist = bestDist;
  if (searchHorizon) best = findBestHorizon(h, point, best);
  if (found.dist < minOutside) found.outside = false;
  return best;
}

/** Tries all new facets, from `start` on, and then those around the best. */
export function findBestNew(h: Polytope, point: number, start: Facet, wantBest: boolean): Facet {
  if (!start?.next) throw new HullError('merging has removed all new facets');
  const visit = ++h.visitId;
  const enough = wantBest ? Number.POSITIVE_INFINITY : clearlyOutside(h);
  let bestDist = -Number.MAX_VALUE / 2;
  let best: Facet | null = null;
  found.outside = true;
  for (let round = 0; round < 2; round++) {
    for (let f: Facet | null = round === 0 ? start : h.newFacets; f?.next; f = f.next) {
      if (round === 1 && f === start) break;
      f.visit = visit;
      if (f.flipped) continue;
      const d = height(h, point, f);
      if (d <= bestDist) continue;
      best = f;
      if (d >= enough) {
        found.dist = d;
        return f;
      }
      bestDist = d;
    }
  }
  found.dist = bestDist;
  best = findBestHorizon(h, point, best ?? start);
  if (found.dist < h.tol.minOutside) found.outside = false;
  return best;
}

const stack: Facet[] = [];

/** From `start`, at height found.dist, searches all facets that are connected by facets nearly as good. */
function findBestHorizon(h: Polytope, point: number, start: Facet): Facet {
  const { distRound, minVisible, maxCoplanar } = h.tol;
  const search = (manyMerges(h) ? 2 : 1) * (h.maxOut + 2 * distRound + Math.max(minVisible, maxCoplanar));
  const visit = ++h.visitId;
  let best = start;
  let min = found.dist - search;
  stack.length = 0;
  start.visit = visit;
  let facet: Facet | undefined = start;
  while (facet) {
    let next: Facet | undefined;
    for (const g of facet.neighbors) {
      if (g.visit === visit) continue;
      g.visit = visit;
      if (!g.flipped) {
        const d = height(h, point, g);
        if (d > found.dist) {
          min = d - search;
          // much better: discard the others
          if (d > found.dist + search) stack.length = 0;
          best = g;
          found.dist = d;
        } else if (d < min) continue;
      }
      if (next) stack.push(next);
      next = g;
    }
    facet = next ?? stack.pop();
  }
  return best;
}

/** Whether the normals of the new facets are in more than one octant. */
function isSharp(h: Polytope): boolean {
  const first = h.newFacets;
  if (!first) return false;
  for (let f: Facet | null = first; f?.next; f = f.next) {
    if (f.nx > 0 !== first.nx > 0 || f.ny > 0 !== first.ny > 0 || f.nz > 0 !== first.nz > 0) return true;
  }
  return false;
}
