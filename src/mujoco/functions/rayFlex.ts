/** `mj_rayFlex`: a ray against the visible parts of a flex. */

import { rayTriangle, setAcross, toLocal } from '../../core/engine/collision/ray/local.ts';
import { rayPrimitive } from '../../core/engine/collision/ray/primitive.ts';
import { rayCorner } from '../../core/engine/collision/ray/workspace.ts';
import { quat2Mat, quatZ2Vec } from '../../core/math/quat.ts';
import { normalize3 } from '../../core/math/vec3.ts';
import type { Data } from '../../core/model/data.ts';
import { GeomType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { makeRay } from './raySkin.ts';

/** Parts of a flex that a ray can hit. */
interface Drawn {
  vert: boolean;
  edge: boolean;
  face: boolean;
  skin: boolean;
  /** layer of tetrahedra, without the skin */
  layer: number;
}

/** Distance to the hit, in multiples of the vector; -1: no hit. */
interface Hit {
  dist: number;
  /** nearest vertex of the flex */
  vertid: number;
  normal: Float64Array;
}

const origin = new Float64Array(3);
const identity = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

export function rayFlex(m: Model, d: Data, f: number, pnt: Float64Array, vec: Float64Array, drawn: Drawn): Hit {
  const hit: Hit = { dist: -1, vertid: -1, normal: new Float64Array(3) };
  const ray = new FlexRay(m, d, f, pnt, vec, hit);
  if (!ray.meetsBox()) return hit;
  const solid = m.flex_dim[f] > 1;
  if (drawn.edge || (solid && drawn.skin)) ray.meetEdges();
  else if (drawn.vert) ray.meetVertices();
  if (solid && (drawn.face || drawn.skin)) ray.meetFaces(drawn);
  return hit;
}

class FlexRay {
  readonly #m: Model;
  readonly #f: number;
  /** start and direction */
  readonly #ray: Float64Array;
  readonly #hit: Hit;
  /** vertices of the flex */
  readonly #x: Float64Array;
  readonly #normal = new Float64Array(3);

  constructor(m: Model, d: Data, f: number, pnt: Float64Array, vec: Float64Array, hit: Hit) {
    this.#m = m;
    this.#f = f;
    this.#ray = makeRay(pnt, vec);
    this.#hit = hit;
    const start = 3 * m.flex_vertadr[f];
    this.#x = d.flexvert_xpos.subarray(start, start + 3 * m.flex_vertnum[f]);
  }

  /** Whether the ray intersects the bounding box of the flex. */
  meetsBox(): boolean {
    const radius = this.#m.flex_radius[this.#f];
    const [middle, half] = [new Float64Array(3), new Float64Array(3)];
    for (let k = 0; k < 3; k++) {
      const along = this.#x.filter((_, i) => i % 3 === k);
      const lo = along.reduce((a, b) => Math.min(a, b)) - radius;
      const hi = along.reduce((a, b) => Math.max(a, b)) + radius;
      middle[k] = 0.5 * (lo + hi);
      half[k] = 0.5 * (hi - lo);
    }
    return this.#shape(GeomType.BOX, middle, identity, half) >= 0;
  }

  /** Edges are capsules. */
  meetEdges(): void {
    const { flex_edgeadr, flex_edgenum, flex_edge, flex_radius } = this.#m;
    const [quat, mat] = [new Float64Array(4), new Float64Array(9)];
    const end = flex_edgeadr[this.#f] + flex_edgenum[this.#f];
    for (let e = flex_edgeadr[this.#f]; e < end; e++) {
      const ends = [flex_edge[2 * e + 1], flex_edge[2 * e]];
      const [b, a] = ends.map((v) => this.#x.subarray(3 * v, 3 * v + 3));
      const middle = a.map((x, k) => 0.5 * (x + b[k]));
      const along = a.map((x, k) => b[k] - x);
      const size = Float64Array.of(flex_radius[this.#f], 0.5 * normalize3(along, 0), 0);
      quatZ2Vec(quat, 0, along, 0);
      quat2Mat(mat, 0, quat, 0);
      this.#note(this.#shape(GeomType.CAPSULE, middle, mat, size), ends);
    }
  }

  /** Vertices are spheres. */
  meetVertices(): void {
    const size = Float64Array.of(this.#m.flex_radius[this.#f], 0, 0);
    for (let v = 0; v < this.#m.flex_vertnum[this.#f]; v++) {
      const middle = this.#x.subarray(3 * v, 3 * v + 3);
      this.#note(this.#shape(GeomType.SPHERE, middle, identity, size), [v]);
    }
  }

  /** Triangles, and the sides of tetrahedra in a layer. */
  meetFaces({ skin, layer }: Drawn): void {
    const { flex_dim, flex_elemnum, flex_elemadr, flex_elemlayer, flex_elem, flex_elemdataadr } = this.#m;
    const dim = flex_dim[this.#f];
    toLocal(origin, identity, 0, this.#ray);
    setAcross();
    for (let e = 0; e < flex_elemnum[this.#f]; e++) {
      const depth = flex_elemlayer[flex_elemadr[this.#f] + e];
      if (dim === 3 && (skin ? depth > 0 : depth !== layer)) continue;
      const start = flex_elemdataadr[this.#f] + e * (dim + 1);
      for (const side of dim === 2 ? SIDES.slice(0, 1) : SIDES) {
        const vertices = side.map((k) => flex_elem[start + k]);
        vertices.forEach((v, k) => {
          rayCorner.set(this.#x.subarray(3 * v, 3 * v + 3), 3 * k);
        });
        this.#note(rayTriangle(this.#normal, 0), vertices);
      }
    }
  }

  #shape(type: GeomType, pos: Float64Array, mat: Float64Array, size: Float64Array): number {
    return rayPrimitive(type, pos, mat, size, 0, this.#ray, this.#normal, 0);
  }

  /** Record a hit if it is the nearest so far, with the nearest of these vertices; ties keep the first. */
  #note(dist: number, vertices: readonly number[]): void {
    const hit = this.#hit;
    if (dist < 0 || (hit.dist >= 0 && dist >= hit.dist)) return;
    hit.dist = dist;
    hit.normal.set(this.#normal);
    const away = vertices.map((v) =>
      Math.hypot(...[0, 1, 2].map((k) => this.#x[3 * v + k] - this.#ray[k] - dist * this.#ray[3 + k])),
    );
    hit.vertid = vertices[away.indexOf(Math.min(...away))];
  }
}

/** Corners of the faces of a tetrahedron; a triangle is the first. */
const SIDES = [
  [0, 1, 2],
  [0, 1, 3],
  [0, 2, 3],
  [1, 2, 3],
] as const;
