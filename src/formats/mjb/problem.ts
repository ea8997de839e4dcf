/** Bytes that are not a valid binary model. */
export class BinaryProblem extends Error {
  /** The problem, without the name of the file. */
  readonly problem: string;

  constructor(problem: string, file?: string) {
    super(`Failed to load from mjb: ${file === undefined ? '' : `${file}: `}${problem}`);
    this.problem = problem;
  }
}
