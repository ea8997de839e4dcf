/** Empty cells in the node grid of an interpolated flex. */

/** 1 for each cell without any part of the flex. Cells enclosed by a surface are not empty.
 *  @param box min and max of the grid */
export function emptyCells(
  point: ArrayLike<number>,
  element: readonly number[],
  dim: number,
  count: readonly number[],
  box: readonly number[],
): number[] {
  const occupied = occupiedCells(point, element, dim, count, box);
  return dim === 2 && element.length > 0 ? outside(occupied, count) : occupied.map((x) => 1 - x);
}

/** Min and max of points. */
export function boxOf(point: ArrayLike<number>): number[] {
  const box = [1e30, 1e30, 1e30, -1e30, -1e30, -1e30];
  for (let i = 0; i < point.length; i++) {
    const k = i % 3;
    box[k] = Math.min(box[k], point[i]);
    box[k + 3] = Math.max(box[k + 3], point[i]);
  }
  return box;
}

/** 1 for each cell that intersects the box of an element. */
function occupiedCells(
  point: ArrayLike<number>,
  element: readonly number[],
  dim: number,
  count: readonly number[],
  box: readonly number[],
): number[] {
  const [nx, ny, nz] = count;
  const occupied = new Array<number>(nx * ny * nz).fill(0);
  const cellIndex = (x: number, axis: number): number => {
    const extent = box[axis + 3] - box[axis];
    if (extent <= 0) return 0;
    return Math.max(0, Math.min(count[axis] - 1, Math.trunc(((x - box[axis]) / extent) * count[axis])));
  };
  for (let e = 0; e < element.length; e += dim + 1) {
    const range = boxOf(element.slice(e, e + dim + 1).flatMap((v) => [0, 1, 2].map((k) => point[3 * v + k])));
    const cell = range.map((x, k) => cellIndex(x, k % 3));
    for (let i = cell[0]; i <= cell[3]; i++) {
      for (let j = cell[1]; j <= cell[4]; j++)
        occupied.fill(1, (i * ny + j) * nz + cell[2], (i * ny + j) * nz + cell[5] + 1);
    }
  }
  return occupied;
}

/** 1 for each free cell that is connected to the border of the grid through free cells. */
function outside(occupied: readonly number[], [nx, ny, nz]: readonly number[]): number[] {
  const reached = new Array<number>(occupied.length).fill(0);
  const open: number[][] = [];
  const reach = (i: number, j: number, k: number): void => {
    if (i < 0 || i >= nx || j < 0 || j >= ny || k < 0 || k >= nz) return;
    const cell = (i * ny + j) * nz + k;
    if (occupied[cell] || reached[cell]) return;
    reached[cell] = 1;
    open.push([i, j, k]);
  };
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) {
      for (let k = 0; k < nz; k++) {
        if (i === 0 || i === nx - 1 || j === 0 || j === ny - 1 || k === 0 || k === nz - 1) reach(i, j, k);
      }
    }
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [i, j, k] = next;
    reach(i - 1, j, k);
    reach(i + 1, j, k);
    reach(i, j - 1, k);
    reach(i, j + 1, k);
    reach(i, j, k - 1);
    reach(i, j, k + 1);
  }
  return reached;
}
