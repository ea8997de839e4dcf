/** The shell of a flex: fragments (faces of tetrahedra, edges of triangles, ends of lines) that belong to only one
 * element, the depth of elements below them, and the element-vertex pairs that collide when a flex folds. */

export interface Shells {
  /** dim vertices per fragment of the shell */
  shell: Int32Array;
  /** per element: 0 at the shell, increasing inward */
  elemlayer: Int32Array;
  /** pairs of element and vertex */
  evpair: Int32Array;
}

interface Fragment {
  sorted: number[];
  elem: number;
  vertices: number[];
}

/** Outward fragments of an element of each dimension. */
const FRAGMENTS: readonly (readonly (readonly number[])[])[] = [
  [],
  [[0], [1]],
  [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
  [
    [0, 1, 2],
    [0, 2, 3],
    [0, 3, 1],
    [1, 3, 2],
  ],
];

export function makeShells(elem: readonly number[], dim: number): Shells {
  const nelem = elem.length / (dim + 1);
  const fragments: Fragment[] = [];
  for (let e = 0; e < nelem; e++) {
    for (const corners of FRAGMENTS[dim]) {
      const vertices = corners.map((k) => elem[e * (dim + 1) + k]);
      fragments.push({ sorted: vertices.slice().sort((a, b) => a - b), elem: e, vertices });
    }
  }
  fragments.sort((a, b) => compare(a.sorted, b.sorted) || a.elem - b.elem || compare(a.vertices, b.vertices));
  const { border, shell, joined } = neighbors(fragments, nelem);
  return {
    shell: Int32Array.from(shell),
    elemlayer: dim < 3 ? new Int32Array(nelem) : layers(border, joined),
    evpair: Int32Array.from(dim < 3 ? vertexPairs(elem, dim, border, joined) : []),
  };
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return a[k] - b[k];
  return 0;
}

/** Two elements with a fragment in common. */
interface Joint {
  elems: readonly [number, number];
  fragment: readonly number[];
}

function neighbors(fragments: readonly Fragment[], nelem: number) {
  const border = new Uint8Array(nelem);
  const shell: number[] = [];
  const joined: Joint[] = [];
  const same = (i: number) => i < fragments.length && compare(fragments[i - 1].sorted, fragments[i].sorted) === 0;
  let count = 1;
  for (let i = 1; i <= fragments.length; i++) {
    if (same(i)) {
      joined.push({ elems: [fragments[i - 1].elem, fragments[i].elem], fragment: fragments[i].sorted });
      count++;
      continue;
    }
    if (count === 1) {
      border[fragments[i - 1].elem] = 1;
      shell.push(...fragments[i - 1].vertices);
    }
    count = 1;
  }
  return { border, shell, joined };
}

/** Number of steps from each element to the shell; disconnected elements are deeper than all others. */
function layers(border: Uint8Array, joined: readonly Joint[]): Int32Array {
  const layer = new Int32Array(border.length).fill(border.length + 1);
  border.forEach((isBorder, e) => {
    if (isBorder) layer[e] = 0;
  });
  for (let changed = true; changed; ) {
    changed = false;
    for (const { elems } of joined) {
      const [a, b] = layer[elems[0]] > layer[elems[1]] ? elems : [elems[1], elems[0]];
      if (layer[a] <= layer[b] + 1) continue;
      layer[a] = layer[b] + 1;
      changed = true;
    }
  }
  return layer;
}

/** If one of two joined elements is at the border: each of them with the opposite vertex of the other. */
function vertexPairs(elem: readonly number[], dim: number, border: Uint8Array, joined: readonly Joint[]): number[] {
  const result: number[] = [];
  for (const { elems, fragment } of joined) {
    if (!border[elems[0]] && !border[elems[1]]) continue;
    for (let side = 0; side < 2; side++) {
      const from = elems[side] * (dim + 1);
      const own = elem.slice(from, from + dim + 1).find((v) => !fragment.includes(v));
      if (own !== undefined) result.push(elems[1 - side], own);
    }
  }
  return result;
}
