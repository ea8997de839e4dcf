/** Files of a model, read by path: a map in memory, a disk, or files fetched beforehand. Paths use forward slashes. */
export interface FileSource {
  /** bytes of a file, or undefined when there is no such file
   *  @throws FileProblem when there is one that may not be read */
  read(path: string): Uint8Array | undefined;
}

/** Why a file that is there is not read. Whoever asked for it knows the place. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}
