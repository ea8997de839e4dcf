/** Bytes that are not a binary model, or a damaged one. */
export class BinaryProblem extends Error {
  /** What is wrong, without the name of the file. */
  readonly problem: string;

  constructor(problem: string, file?: string) {
    super(`Failed to load from mjb: ${file === undefined ? '' : `${file}: `}${problem}`);
    this.problem = problem;
  }
}
