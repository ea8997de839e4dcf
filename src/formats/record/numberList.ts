/**
 * A growing list of numbers. Plain JavaScript arrays crash the process at about 110 million elements, which a long run
 * can reach.
 */
export class NumberList {
  #numbers = new Float64Array(16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(value: number): void {
    this.#reserve(1);
    this.#numbers[this.#length++] = value;
  }

  addAll(values: ArrayLike<number>): void {
    this.#reserve(values.length);
    this.#numbers.set(values, this.#length);
    this.#length += values.length;
  }

  /** A copy of its values. */
  slice(): Float64Array<ArrayBuffer> {
    return this.#numbers.slice(0, this.#length);
  }

  /** The value at `k`, which must exist. */
  at(k: number): number {
    return this.#numbers[k];
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#numbers.length) return;
    const larger = new Float64Array(Math.max(2 * this.#numbers.length, this.#length + more));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
