/** Grid of the corners of a polygon, so that a triangle is compared only with nearby corners. The result is a superset of the corners
 *  inside: callers do the exact test. */

/** With fewer corners, testing all of them is faster. */
const WORTH_IT = 64;

export class EarGrid {
  readonly #x: Float32Array;
  readonly #y: Float32Array;
  readonly #side: number;
  readonly #x0: number;
  readonly #y0: number;
  readonly #perX: number;
  readonly #perY: number;
  /** corners by cell: those of a cell are in [start[cell], start[cell + 1]) */
  readonly #corners: Int32Array;
  readonly #start: Int32Array;
  readonly #end: Int32Array;

  private constructor(x: Float32Array, y: Float32Array, box: readonly number[]) {
    const n = x.length;
    this.#x = x;
    this.#y = y;
    this.#side = Math.max(1, Math.floor(Math.sqrt(n / 2)));
    [this.#x0, this.#y0] = [box[0], box[1]];
    this.#perX = this.#side / (box[2] - box[0] || 1);
    this.#perY = this.#side / (box[3] - box[1] || 1);
    const cells = this.#side * this.#side;
    this.#start = new Int32Array(cells + 1);
    for (let c = 0; c < n; c++) this.#start[this.#cellIndex(c) + 1]++;
    for (let k = 0; k < cells; k++) this.#start[k + 1] += this.#start[k];
    this.#end = this.#start.slice();
    this.#corners = new Int32Array(n);
    for (let c = 0; c < n; c++) this.#corners[this.#end[this.#cellIndex(c)]++] = c;
  }

  /** undefined if a grid does not help: few corners, or coordinates that are not finite */
  static of(x: Float32Array, y: Float32Array): EarGrid | undefined {
    if (x.length < WORTH_IT) return undefined;
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (let c = 0; c < x.length; c++) {
      box[0] = Math.min(box[0], x[c]);
      box[1] = Math.min(box[1], y[c]);
      box[2] = Math.max(box[2], x[c]);
      box[3] = Math.max(box[3], y[c]);
    }
    return box.every((b) => Math.abs(b) < 1e15) ? new EarGrid(x, y, box) : undefined;
  }

  /** Remove a corner. */
  remove(corner: number): void {
    const cell = this.#cellIndex(corner);
    const list = this.#corners;
    const last = --this.#end[cell];
    for (let k = this.#start[cell]; k <= last; k++) {
      if (list[k] !== corner) continue;
      list[k] = list[last];
      list[last] = corner;
      return;
    }
  }

  /** Whether any corner near the triangle with the corners px, py passes a test. */
  some(px: Float32Array, py: Float32Array, test: (corner: number) => boolean): boolean {
    const first = this.#row(Math.min(py[0], py[1], py[2]));
    const last = this.#row(Math.max(py[0], py[1], py[2]));
    for (let row = first; row <= last; row++) if (this.#someInRow(row, px, py, test)) return true;
    return false;
  }

  #someInRow(row: number, px: Float32Array, py: Float32Array, test: (corner: number) => boolean): boolean {
    const low = this.#y0 + (row - SLACK) / this.#perY;
    const high = this.#y0 + (row + 1 + SLACK) / this.#perY;
    let from = Infinity;
    let to = -Infinity;
    // intersections of the edges with this row of cells
    for (let i = 0, j = 2; i < 3; j = i++) {
      const a = Math.max(Math.min(py[i], py[j]), low);
      const b = Math.min(Math.max(py[i], py[j]), high);
      if (a > b) continue;
      const slope = py[j] === py[i] ? 0 : (px[j] - px[i]) / (py[j] - py[i]);
      const ends = py[j] === py[i] ? [px[i], px[j]] : [px[i] + slope * (a - py[i]), px[i] + slope * (b - py[i])];
      from = Math.min(from, ends[0], ends[1]);
      to = Math.max(to, ends[0], ends[1]);
    }
    if (from > to) return false;
    const right = this.#column(to, 1);
    for (let column = this.#column(from, -1); column <= right; column++) {
      const cell = row * this.#side + column;
      for (let k = this.#start[cell]; k < this.#end[cell]; k++) if (test(this.#corners[k])) return true;
    }
    return false;
  }

  #cellIndex(corner: number): number {
    return this.#row(this.#y[corner]) * this.#side + this.#clamp((this.#x[corner] - this.#x0) * this.#perX);
  }

  #row(y: number): number {
    return this.#clamp((y - this.#y0) * this.#perY);
  }

  /** The column of x, extended by one: the exact test rounds to single precision. */
  #column(x: number, out: number): number {
    return this.#clamp((x - this.#x0) * this.#perX + out);
  }

  #clamp(cell: number): number {
    return Math.max(0, Math.min(this.#side - 1, Math.floor(cell)));
  }
}

/** Overlap of rows, relative to a row; far more than the rounding of an intersection. */
const SLACK = 0.01;
