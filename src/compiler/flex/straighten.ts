/** Aligns the node grid of an interpolated flex with the axes. */

import { dot, normalize, type Vec } from '../../formats/pose/frame.ts';
import type { Flex } from '../../formats/spec/elements/deformable.ts';

export interface Straight {
  nodes: Float64Array;
  /** rows: directions of the edges of the grid */
  mat: Vec;
}

/** Nodes in the frame of the grid, defined by the first nonempty cell; or an error message. */
export function straightened(xpos: Float64Array, s: Flex, empty: readonly number[]): Straight | string {
  if (xpos.length === 0) return { nodes: xpos, mat: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
  const rows = edgesOf(xpos, s, empty);
  for (let a = 0; a < 3; a++) {
    for (let b = a; b < 3; b++) {
      if (Math.abs(dot(rows[a], rows[b]) - (a === b ? 1 : 0)) > 1e-8)
        return 'the edges of the node grid are not orthogonal';
    }
  }
  const nodes = new Float64Array(xpos.length);
  for (let i = 0; i < nodes.length; i += 3) {
    for (let k = 0; k < 3; k++)
      nodes[i + k] = rows[k][0] * xpos[i] + rows[k][1] * xpos[i + 1] + rows[k][2] * xpos[i + 2];
  }
  return { nodes, mat: rows.flat() };
}

/** Directions of the edges of a cell. */
function edgesOf(xpos: Float64Array, { order, cellcount }: Flex, empty: readonly number[]): Vec[] {
  const [, cy, cz] = cellcount;
  const cell = Math.max(0, empty.indexOf(0));
  const ny = cy * order + 1;
  const nz = cz * order + 1;
  const first = (Math.trunc(cell / (cy * cz)) * ny + (Math.trunc(cell / cz) % cy)) * nz * order + (cell % cz) * order;
  return [ny * nz, nz, 1].map((step) => {
    const edge = [0, 1, 2].map((k) => xpos[3 * (first + step * order) + k] - xpos[3 * first + k]);
    normalize(edge);
    return edge;
  });
}
