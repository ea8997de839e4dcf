/** The parts of a polytope under construction, and their lists.
 *
 * The hull is built in the manner of Qhull (Barber, Dobkin, Huhdanpaa: The Quickhull Algorithm for Convex Hulls, 1996,
 * and the documentation of the program): points are added from the outside inward, and facets that rounding makes
 * coplanar or concave are merged into polygons, which are triangulated at the end. MuJoCo stores the hull of Qhull,
 * and the order of triangles, vertices and neighbors determines which contacts are found. So the order of all lists is
 * part of the result, and follows Qhull. */

export class Vertex {
  next: Vertex | null = null;
  prev: Vertex | null = null;
  /** adjacent facets, maintained after the first merge only */
  neighbors: Facet[] = [];
  visit = 0;
  seen = false;
  /** in the list of vertices of new facets */
  isNew = false;
  deleted = false;
  partitioned = false;
  /** a ridge that ended here was deleted: the vertex may be redundant */
  delridge = false;
  readonly id: number;
  readonly point: number;

  constructor(id: number, point: number) {
    this.id = id;
    this.point = point;
  }
}

/**
 * The border between two facets, two vertices with the younger first; exists if one of the facets is not a triangle.
 */
export class Ridge {
  vertices: Vertex[];
  top: Facet;
  bottom: Facet;
  tested = false;
  nonconvex = false;

  constructor(vertices: Vertex[], top: Facet, bottom: Facet) {
    this.vertices = vertices;
    this.top = top;
    this.bottom = bottom;
  }

  other(f: Facet): Facet {
    return this.top === f ? this.bottom : this.top;
  }
}

export class Facet {
  next: Facet | null = null;
  prev: Facet | null = null;
  /** youngest first */
  vertices: Vertex[] = [];
  /** for a triangle: opposite to the vertex of the same index */
  neighbors: Facet[] = [];
  ridges: Ridge[] | null = null;
  // the plane n x + offset = 0, with outward n
  nx = 0;
  ny = 0;
  nz = 0;
  offset = 0;
  hasPlane = false;
  /** projection of the mean of the vertices on the plane */
  centrum: Float64Array | null = null;
  /** points above, the furthest last */
  outside: number[] | null = null;
  furthest = 0;
  /** points that are nearly in the plane, the highest last */
  coplanar: number[] | null = null;
  maxOutside: number;
  /** the replacement of this facet, or the next in a cycle of new facets above the same horizon facet, or, for a
   * horizon
   *  facet, one of that cycle, or the polygon that a triangle was cut from: never two of these at a time */
  link: Facet | null = null;
  visit = 0;
  nummerge = 0;
  toporient = false;
  simplicial = true;
  seen = false;
  visible = false;
  isNew = true;
  flipped = false;
  keepCentrum = false;
  tested = false;
  newMerge = false;
  degenerate = false;
  redundant = false;
  /** the new point is nearly in the plane of this facet of the horizon */
  coplanarHorizon = false;
  /** new facet that is to be merged with its facet of the horizon */
  mergeHorizon = false;
  cycleDone = false;
  readonly id: number;

  constructor(id: number, maxOutside: number) {
    this.id = id;
    this.maxOutside = maxOutside;
  }
}

/** The reasons for a merge, in order of urgency. */
export const MergeType = {
  COPLANAR: 1,
  CONCAVE: 3,
  CONCAVE_COPLANAR: 4,
  FLIP: 6,
  DEGEN: 10,
  REDUNDANT: 11,
  MIRROR: 12,
  COPLANAR_HORIZON: 13,
} as const;
export type MergeType = (typeof MergeType)[keyof typeof MergeType];

export interface Merge {
  facet1: Facet;
  facet2: Facet;
  type: MergeType;
  distance: number;
}

/** Rounding led to a shape that the construction does not repair. */
export class HullError extends Error {}

/** The polytope: lists of facets and vertices, both ended by a sentinel, and the state of merging. */
export class Polytope {
  facetId = 0;
  vertexId = 0;
  visitId = 0;
  vertexVisit = 0;
  facetList: Facet;
  readonly facetTail: Facet;
  /** the facet whose outside points are next */
  facetNext: Facet;
  newFacets: Facet | null;
  visibleList: Facet | null = null;
  vertexList: Vertex;
  readonly vertexTail: Vertex;
  newVertices: Vertex | null;
  deletedVertices: Vertex[] = [];
  numFacets = 0;
  numVertices = 0;
  numVisible = 0;
  vertexNeighbors = false;
  facetMerges: Merge[] = [];
  degenMerges: Merge[] = [];
  numMerges = 0;
  readonly interior = new Float64Array(3);

  // state of the construction
  findBestNew = false;
  notSharp = false;
  narrow = false;
  /** largest distance of a point above the hull so far */
  maxOut = 0;
  /** maximum height of a point above a merged facet */
  maxOutsideLimit = 0;
  readonly p: Float64Array;
  readonly tol: Tolerances;

  constructor(points: Float64Array, tol: Tolerances) {
    this.p = points;
    this.tol = tol;
    this.facetTail = this.newFacet();
    this.facetList = this.facetTail;
    this.facetNext = this.facetTail;
    this.newFacets = this.facetTail;
    this.vertexTail = new Vertex(this.vertexId++, -1);
    this.vertexList = this.vertexTail;
    this.newVertices = this.vertexTail;
    this.limitOutside();
  }

  limitOutside(): void {
    const { oneMerge, distRound, minOutside } = this.tol;
    this.maxOutsideLimit = Math.max(this.maxOut, oneMerge + distRound, minOutside);
  }

  newFacet(): Facet {
    return new Facet(this.facetId++, this.tol.distRound);
  }

  newVertex(point: number): Vertex {
    return new Vertex(this.vertexId++, point);
  }

  appendFacet(f: Facet): void {
    const tail = this.facetTail;
    if (tail === this.newFacets) {
      this.newFacets = f;
      if (tail === this.visibleList) this.visibleList = f;
    }
    if (tail === this.facetNext) this.facetNext = f;
    f.prev = tail.prev;
    f.next = tail;
    if (tail.prev) tail.prev.next = f;
    else this.facetList = f;
    tail.prev = f;
    this.numFacets++;
  }

  removeFacet(f: Facet): void {
    const next = f.next as Facet;
    if (f === this.newFacets) this.newFacets = next;
    if (f === this.facetNext) this.facetNext = next;
    if (f === this.visibleList) this.visibleList = next;
    next.prev = f.prev;
    if (f.prev) f.prev.next = next;
    else this.facetList = next;
    this.numFacets--;
  }

  /** Inserts f before `list`, wherever that is. */
  insertFacet(f: Facet, list: Facet): void {
    f.prev = list.prev;
    f.next = list;
    if (list.prev) list.prev.next = f;
    list.prev = f;
    if (this.facetList === list) this.facetList = f;
    if (this.facetNext === list) this.facetNext = f;
    this.numFacets++;
  }

  appendVertex(v: Vertex): void {
    const tail = this.vertexTail;
    if (tail === this.newVertices) this.newVertices = v;
    v.isNew = true;
    v.prev = tail.prev;
    v.next = tail;
    if (tail.prev) tail.prev.next = v;
    else this.vertexList = v;
    tail.prev = v;
    this.numVertices++;
  }

  removeVertex(v: Vertex): void {
    const next = v.next as Vertex;
    if (v === this.newVertices) this.newVertices = next;
    next.prev = v.prev;
    if (v.prev) v.prev.next = next;
    else this.vertexList = next;
    this.numVertices--;
  }

  /** Moves vertices that are not new yet to the list of new ones. */
  renewVertices(vertices: Vertex[]): void {
    for (const v of vertices) {
      if (v.isNew) continue;
      this.removeVertex(v);
      this.appendVertex(v);
    }
  }

  moveFacetToEnd(f: Facet): void {
    this.removeFacet(f);
    this.appendFacet(f);
  }

  deleteVertex(v: Vertex): void {
    v.deleted = true;
    this.deletedVertices.push(v);
  }

  /** Removes a facet from the hull; its points go to the replacement. */
  willDelete(f: Facet, replacement: Facet | null): void {
    this.removeFacet(f);
    this.visibleList ??= this.facetTail;
    this.insertFacet(f, this.visibleList);
    this.visibleList = f;
    this.numVisible++;
    f.visible = true;
    f.link = replacement;
    if (f.ridges) f.ridges = [];
    f.neighbors = [];
  }

  replacementOf(f: Facet): Facet | null {
    let res: Facet | null = f;
    for (let n = 0; res?.visible; n++) {
      res = res.link;
      if (n > this.facetId) throw new HullError('endless chain of replaced facets');
    }
    return res;
  }

  /** The point was added: nothing counts as new afterward. */
  resetLists(resetVisible: boolean): void {
    for (let v = this.newVertices; v?.next; v = v.next) v.isNew = false;
    this.newVertices = null;
    for (let f = this.newFacets; f?.next; f = f.next) f.isNew = false;
    this.newFacets = null;
    if (resetVisible) {
      for (let f = this.visibleList; f?.visible; f = f.next) {
        f.link = null;
        f.visible = false;
      }
      this.numVisible = 0;
    }
    this.visibleList = null;
  }

  /** Lists the facets around every vertex; they are maintained from then on. */
  makeVertexNeighbors(): void {
    if (this.vertexNeighbors) return;
    const visit = ++this.vertexVisit;
    for (let f: Facet | null = this.facetList; f?.next; f = f.next) {
      if (f.visible) continue;
      for (const v of f.vertices) {
        if (v.visit !== visit) {
          v.visit = visit;
          v.neighbors = [];
        }
        v.neighbors.push(f);
      }
    }
    this.vertexNeighbors = true;
  }
}

/** Tolerances for coplanar, visible and outside; all derived from rounding and the size of the input. */
export interface Tolerances {
  distRound: number;
  centrum: number;
  oneMerge: number;
  minVisible: number;
  maxCoplanar: number;
  minOutside: number;
  nearInside: number;
  wideFacet: number;
  minDenom: number;
  minDenom1: number;
  minDenom1Half: number;
  minDenom2: number;
  nearZero: [number, number, number];
}
