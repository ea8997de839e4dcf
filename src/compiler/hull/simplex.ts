/** The first tetrahedron: a large one, so that rounding does not affect it. */
import { checkFlipped, flip, heightOf, meanOf, setPlane } from './plane.ts';
import { type Facet, HullError, Polytope, type Tolerances } from './polytope.ts';

const EPSILON = 2 ** -52;
const REAL_MIN = 2.2250738585072014e-308;
/** a simplex whose determinant is smaller than this fraction of the expected one is not used */
const NARROW_SIMPLEX = 1e-3;
/** cosine between two facets beyond which the hull counts as flat */
const NARROW_HULL = -0.99999999;

/** A polytope with the initial simplex. */
export function initialPolytope(p: Float64Array): Polytope {
  const { extremes, width, tol } = measure(p);
  const h = new Polytope(p, tol);
  const simplex = largestSimplex(p, extremes, width, tol);
  // youngest first
  const vertices = simplex.map((i) => h.newVertex(i)).reverse();
  for (let i = 0; i < 4; i++) {
    const f = h.newFacet();
    f.vertices = vertices.filter((_, k) => k !== i);
    f.toporient = i % 2 === 0;
    h.appendFacet(f);
    h.appendVertex(vertices[i]);
  }
  const facets = allFacets(h);
  for (const f of facets) f.neighbors = facets.filter((g) => g !== f);
  h.resetLists(true);
  h.facetNext = h.facetList;
  h.interior.set(meanOf(h, vertices));
  orient(h, facets);
  let cos = Number.POSITIVE_INFINITY;
  for (const f of facets) {
    if (!checkFlipped(h, f)) throw new HullError('initial simplex is flat');
    for (const g of f.neighbors) cos = Math.min(cos, 0 + f.nx * g.nx + f.ny * g.ny + f.nz * g.nz);
  }
  h.narrow = cos < NARROW_HULL;
  return h;
}

function allFacets(h: Polytope): Facet[] {
  const res: Facet[] = [];
  for (let f: Facet | null = h.facetList; f?.next; f = f.next) res.push(f);
  return res;
}

/** Extreme points (minimum and maximum for each axis), and rounding tolerances for points of this size. */
function measure(p: Float64Array): { extremes: number[]; width: number; tol: Tolerances } {
  const extremes: number[] = [];
  const nearZero: [number, number, number] = [0, 0, 0];
  let [width, maxAbs, sum] = [-Number.MAX_VALUE, 0, 0];
  for (let k = 0; k < 3; k++) {
    let [min, max] = [0, 0];
    for (let i = 0; 3 * i < p.length; i++) {
      if (p[3 * max + k] < p[3 * i + k]) max = i;
      else if (p[3 * min + k] > p[3 * i + k]) min = i;
    }
    const largest = Math.max(p[3 * max + k], -p[3 * min + k]);
    width = Math.max(width, p[3 * max + k] - p[3 * min + k]);
    maxAbs = Math.max(maxAbs, largest);
    sum += largest;
    extremes.push(min, max);
    nearZero[k] = 80 * sum * EPSILON;
  }
  const distRound = EPSILON * (3 * Math.min(Math.sqrt(3) * maxAbs, sum) * 1.01 + maxAbs);
  const centrum = 2 * distRound;
  const oneMerge = 3 * centrum + distRound;
  const minDenom1Half = Math.sqrt(REAL_MIN * 3);
  const tol = {
    distRound,
    centrum,
    oneMerge,
    minVisible: centrum,
    maxCoplanar: centrum,
    minOutside: 2 * centrum,
    nearInside: oneMerge * 5,
    wideFacet: Math.max(2 * centrum, 6 * centrum),
    minDenom: REAL_MIN * maxAbs,
    minDenom1: REAL_MIN,
    minDenom1Half,
    minDenom2: minDenom1Half * maxAbs,
    nearZero,
  };
  return { extremes, width, tol };
}

/** Four points: the extremes in x, then those with the largest determinant, preferably extremes. */
function largestSimplex(p: Float64Array, extremes: number[], width: number, tol: Tolerances): number[] {
  let [minX, maxX] = [extremes[0], extremes[0]];
  for (const i of extremes) {
    if (p[3 * i] > p[3 * maxX]) maxX = i;
    if (p[3 * i] < p[3 * minX]) minX = i;
  }
  if (minX === maxX) throw new HullError('all points have the same x coordinate');
  const simplex = [minX, maxX];
  let best = p[3 * maxX] - p[3 * minX];
  while (simplex.length < 4) {
    const target = best * width;
    let point = -1;
    let doubtful = false;
    best = -1;
    for (const i of extremes) {
      if (simplex.includes(i) || i === point) continue;
      const det = Math.abs(simplexDeterminant(p, i, simplex));
      if (det > best) {
        best = det;
        point = i;
        doubtful = det < 10 * tol.nearZero[simplex.length - 1];
      }
    }
    const narrow = best > 0 && best / target < NARROW_SIMPLEX;
    if (point < 0 || doubtful || narrow) {
      for (let i = 0; 3 * i < p.length; i++) {
        if (extremes.includes(i) || simplex.includes(i)) continue;
        const det = Math.abs(simplexDeterminant(p, i, simplex));
        if (det <= best) continue;
        best = det;
        point = i;
        doubtful = det < 10 * tol.nearZero[simplex.length - 1];
        if (!doubtful && best > 10 * NARROW_SIMPLEX * target) break;
      }
    }
    if (point < 0) throw new HullError('not enough points');
    simplex.push(point);
  }
  return simplex;
}

/** Determinant of the edges from the apex, in the leading coordinates. */
function simplexDeterminant(p: Float64Array, apex: number, points: number[]): number {
  const d = (i: number, k: number): number => p[3 * points[i] + k] - p[3 * apex + k];
  if (points.length === 2) return d(0, 0) * d(1, 1) - d(0, 1) * d(1, 0);
  const [a1, a2, a3] = [d(0, 0), d(0, 1), d(0, 2)];
  const [b1, b2, b3] = [d(1, 0), d(1, 1), d(1, 2)];
  const [c1, c2, c3] = [d(2, 0), d(2, 1), d(2, 2)];
  return a1 * (b2 * c3 - b3 * c2) - b1 * (a2 * c3 - a3 * c2) + c1 * (a2 * b3 - a3 * b2);
}

/** Planes of the simplex, with the interior below. */
function orient(h: Polytope, facets: Facet[]): void {
  const [first] = facets;
  setPlane(h, first);
  first.flipped = false;
  if (heightOf(h.interior, first) > h.tol.distRound) {
    for (const f of facets) f.toporient = !f.toporient;
    setPlane(h, first);
  }
  for (const f of facets) if (f !== first) setPlane(h, f);
  for (const f of facets) {
    f.flipped = false;
    if (heightOf(h.interior, f) <= h.tol.distRound) continue;
    for (const g of facets) {
      g.flipped = false;
      g.toporient = !g.toporient;
      if (heightOf(h.interior, g) > 0) flip(g);
    }
    break;
  }
}
