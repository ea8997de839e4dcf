/** Bytes that are no binary model, or a damaged one. */
export class BinaryProblem extends Error {
  constructor(message: string) {
    super(`Failed to load from mjb: ${message}`);
  }
}
