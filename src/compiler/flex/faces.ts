/** The surface of the box of cells of an interpolated shell: squares on its six sides, numbered by side. Sides are
 *  x = min, x = max, y = min, ...; on a side across axis n the slow axis is n + 1, the fast one n + 2. */

export interface Face {
  side: number;
  /** axis normal to the side */
  normal: number;
  /** square along the slow and the fast axis */
  slow: number;
  fast: number;
}

export class FaceGrid {
  readonly order: number;
  readonly cells: readonly number[];
  readonly #first: number[] = [];
  readonly total: number;

  constructor(order: number, cells: readonly number[]) {
    this.order = order;
    this.cells = cells;
    let total = 0;
    for (let side = 0; side < 6; side++) {
      this.#first.push(total);
      total += this.slowCount(side) * this.fastCount(side);
    }
    this.total = total;
  }

  slowCount(side: number): number {
    return this.cells[((side >> 1) + 1) % 3];
  }

  fastCount(side: number): number {
    return this.cells[((side >> 1) + 2) % 3];
  }

  id({ side, slow, fast }: Face): number {
    return this.#first[side] + slow * this.fastCount(side) + fast;
  }

  face(id: number): Face {
    let side = 5;
    while (id < this.#first[side]) side--;
    const within = id - this.#first[side];
    const n = this.fastCount(side);
    return { side, normal: side >> 1, slow: Math.trunc(within / n), fast: within % n };
  }

  /** Nodes of a face, fast axis first. */
  nodes({ side, normal, slow, fast }: Face): number[] {
    const { order, cells } = this;
    const ny = cells[1] * order + 1;
    const nz = cells[2] * order + 1;
    const result: number[] = [];
    const at = [0, 0, 0];
    at[normal] = side % 2 === 0 ? 0 : cells[normal] * order;
    for (let i = 0; i <= order; i++) {
      for (let j = 0; j <= order; j++) {
        at[(normal + 1) % 3] = slow * order + i;
        at[(normal + 2) % 3] = fast * order + j;
        result.push((at[0] * ny + at[1]) * nz + at[2]);
      }
    }
    return result;
  }
}

/** Nodes of a cell, z first. */
export function cellNodes(cell: number, order: number, cells: readonly number[]): number[] {
  const ny = cells[1] * order + 1;
  const nz = cells[2] * order + 1;
  const i = Math.trunc(cell / (cells[1] * cells[2])) * order;
  const j = (Math.trunc(cell / cells[2]) % cells[1]) * order;
  const k = (cell % cells[2]) * order;
  const result: number[] = [];
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) for (let c = 0; c <= order; c++) result.push(((i + a) * ny + j + b) * nz + k + c);
  }
  return result;
}
