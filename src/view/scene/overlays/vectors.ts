/** Reads small vectors and matrices from the arrays of a `Data`, for drawing. */

export function at3(values: Float64Array, i: number): [number, number, number] {
  return [values[3 * i]!, values[3 * i + 1]!, values[3 * i + 2]!];
}

export function at9(values: Float64Array, i: number): Float64Array {
  return values.subarray(9 * i, 9 * i + 9);
}

export function range(values: Float64Array, i: number): number[] {
  return [values[2 * i]!, values[2 * i + 1]!];
}

export function plus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((x, k) => x + b[k]!);
}

export function along(from: readonly number[], dir: readonly number[], length: number): number[] {
  return from.map((x, k) => x + length * dir[k]!);
}

export function transpose(mat: Float64Array): number[] {
  return [0, 3, 6, 1, 4, 7, 2, 5, 8].map((k) => mat[k]!);
}

export function toWorld(pos: Float64Array, mat: Float64Array, i: number, local: ArrayLike<number>): number[] {
  return [0, 1, 2].map(
    (r) => pos[3 * i + r]! + [0, 1, 2].reduce((sum, k) => sum + mat[9 * i + 3 * r + k]! * local[k]!, 0),
  );
}
