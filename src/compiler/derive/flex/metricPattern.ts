/** Pattern of the factor L of a matrix over the vertices of a flex, H = L^T L, where the vertices of each flap of two
 *  triangles are coupled. Each coordinate has the same pattern. */

export interface Fill {
  rows: number;
  nonzeros: number;
  /** row of each vertex; -1: static */
  slot: Int32Array;
  /** columns of each row of L, increasing, the diagonal last */
  columns: number[][];
}

export function fillOf(moves: readonly boolean[], flaps: readonly (readonly number[])[]): Fill {
  const slot = new Int32Array(moves.length).fill(-1);
  let rows = 0;
  moves.forEach((isMoving, v) => {
    if (isMoving) slot[v] = rows++;
  });
  const columns = factorPattern(coupled(flaps, slot, rows));
  let nonzeros = 0;
  for (const row of columns) nonzeros += row.length;
  return { rows, nonzeros, slot, columns };
}

/** Rows after each row that it is coupled with, increasing. */
function coupled(flaps: readonly (readonly number[])[], slot: Int32Array, rows: number): number[][] {
  const after = Array.from({ length: rows }, () => new Set<number>());
  for (const flap of flaps) {
    for (const a of flap) for (const b of flap) if (slot[a] >= 0 && slot[b] > slot[a]) after[slot[a]].add(slot[b]);
  }
  return after.map((set) => [...set].sort((a, b) => a - b));
}

/** Fill along the elimination tree, from the last row to the first (Davis, "Direct Methods for Sparse Linear Systems",
 *  chapter 4, with rows in reverse). */
function factorPattern(after: readonly number[][]): number[][] {
  const n = after.length;
  const parent = new Int32Array(n).fill(-1);
  const seen = new Int32Array(n).fill(-1);
  const columns = after.map((_, r) => [r]);
  for (let r = n - 1; r >= 0; r--) {
    seen[r] = r;
    for (let i of after[r]) {
      for (; seen[i] !== r; i = parent[i]) {
        if (parent[i] < 0) parent[i] = r;
        columns[i].push(r);
        seen[i] = r;
      }
    }
  }
  for (const row of columns) row.reverse();
  return columns;
}
