/** Edges of the elements of a flex without duplicates, in order of first occurrence. */

/** Vertices of the edges of an element of each dimension. */
const ELEMENT_EDGES: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 1]],
  [
    [1, 2],
    [2, 0],
    [0, 1],
  ],
  [
    [0, 1],
    [1, 2],
    [2, 0],
    [2, 3],
    [0, 3],
    [1, 3],
  ],
];

export interface Edges {
  /** 2 vertices per edge, the smaller one first */
  edge: Int32Array;
  /** edges of each element */
  elemedge: Int32Array;
  /** vertices on both sides of each triangle edge, in the order of the first triangle; -1: none */
  flap: Int32Array;
}

export function makeEdges(elem: readonly number[], dim: number): Edges {
  const edges = ELEMENT_EDGES[dim];
  const known = new Map<number, number>();
  const edge: number[] = [];
  const flap: number[] = [];
  const elemedge: number[] = [];
  for (let e = 0; e < elem.length; e += dim + 1) {
    for (const [i, j] of edges) {
      const a = elem[e + i];
      const b = elem[e + j];
      const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
      const opposite = dim === 2 ? elem[e + ((j + 1) % 3)] : -1;
      let id = known.get(key);
      if (id === undefined) {
        id = known.size;
        known.set(key, id);
        edge.push(Math.min(a, b), Math.max(a, b));
        flap.push(a, b, opposite, -1);
      } else flap[4 * id + 3] = opposite;
      elemedge.push(id);
    }
  }
  return { edge: Int32Array.from(edge), elemedge: Int32Array.from(elemedge), flap: Int32Array.from(flap) };
}
