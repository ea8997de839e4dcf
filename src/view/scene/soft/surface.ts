/** Triangles with moving vertices. Corners at the same vertex share its normal, so that the surface is smooth. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';

/** Three corners per triangle; each has a vertex of the model and an optional texture coordinate. */
export interface Triangles {
  vertex: ArrayLike<number>;
  texcoord?: ArrayLike<number> | undefined;
}

export class MovingSurface {
  readonly geometry = new BufferGeometry();
  readonly #triangles: Int32Array;
  /** Model vertex of each drawn point: a vertex with several texture coordinates has several points. */
  readonly #vertexOf: Int32Array;
  readonly #normals: Float32Array;
  readonly #position: BufferAttribute;
  readonly #normal: BufferAttribute;

  /** @param vertices number of vertices in the model @param coordinates texture coordinates that `texcoord` indexes */
  constructor({ vertex, texcoord }: Triangles, vertices: number, coordinates: Float32Array) {
    this.#triangles = Int32Array.from(vertex);
    const { index, pairs } = mergeCorners(vertex, texcoord);
    this.#vertexOf = Int32Array.from(pairs, ([v]) => v);
    this.#normals = new Float32Array(3 * vertices);
    this.#position = moving(pairs.length);
    this.#normal = moving(pairs.length);
    const uv = new Float32Array(2 * pairs.length);
    if (texcoord) for (const [k, [, t]] of pairs.entries()) uv.set(coordinates.subarray(2 * t, 2 * t + 2), 2 * k);
    this.geometry.setAttribute('position', this.#position);
    this.geometry.setAttribute('normal', this.#normal);
    this.geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    this.geometry.setIndex(index);
  }

  /** Copy vertices from an array, starting at index `at`, offset along their normals by `inflate`. */
  update(points: ArrayLike<number>, at: number, inflate: number): void {
    this.#findNormals(points, at);
    const [position, normal] = [this.#position.array, this.#normal.array];
    this.#vertexOf.forEach((v, point) => {
      for (let k = 0; k < 3; k++) {
        const n = this.#normals[3 * v + k]!;
        normal[3 * point + k] = n;
        position[3 * point + k] = points[at + 3 * v + k]! + inflate * n;
      }
    });
    this.#position.needsUpdate = true;
    this.#normal.needsUpdate = true;
    // recomputed on demand
    this.geometry.boundingSphere = null;
  }

  /** Vertex normals: area-weighted sums of triangle normals. */
  #findNormals(points: ArrayLike<number>, at: number): void {
    const normals = this.#normals.fill(0);
    const t = this.#triangles;
    for (let c = 0; c < t.length; c += 3) {
      const [p, q, r] = [at + 3 * t[c]!, at + 3 * t[c + 1]!, at + 3 * t[c + 2]!];
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        const along = (points[q + i]! - points[p + i]!) * (points[r + j]! - points[p + j]!);
        const n = along - (points[q + j]! - points[p + j]!) * (points[r + i]! - points[p + i]!);
        for (let corner = c; corner < c + 3; corner++) normals[3 * t[corner]! + k]! += n;
      }
    }
    for (let v = 0; v < normals.length; v += 3) {
      const length = Math.hypot(normals[v]!, normals[v + 1]!, normals[v + 2]!) || 1;
      for (let k = 0; k < 3; k++) normals[v + k]! /= length;
    }
  }
}

/** Merge corners with the same vertex and texture coordinate into one point. */
function mergeCorners(vertex: ArrayLike<number>, texcoord: ArrayLike<number> | undefined) {
  const pairs: [vertex: number, texcoord: number][] = [];
  const pointByKey = new Map<string, number>();
  const index = Array.from(vertex, (v, c) => {
    const t = texcoord?.[c] ?? 0;
    const key = `${v} ${t}`;
    let point = pointByKey.get(key);
    if (point === undefined) {
      point = pairs.push([v, t]) - 1;
      pointByKey.set(key, point);
    }
    return point;
  });
  return { index, pairs };
}

function moving(count: number): BufferAttribute {
  return new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
}
