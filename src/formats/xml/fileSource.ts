/** Files of a model, read by path: from memory, a disk, or fetched beforehand. Paths use forward slashes. */
export interface FileSource {
  /** bytes of a file, or undefined if it does not exist
   *  @throws FileProblem if it exists but must not be read */
  read(path: string): Uint8Array | undefined;
}

/** Why an existing file is not read. The caller adds the location. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}
