/** Files of a model, read by path: a map in memory, a disk, or files fetched beforehand. Paths use forward slashes. */
export interface FileSource {
  /** bytes of a file, or undefined when there is no such file */
  read(path: string): Uint8Array | undefined;
}
