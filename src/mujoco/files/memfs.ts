/** `MEMFS`: the type of file system that `FS.mount` takes. */
import type { FileSystemType } from './memoryFiles.ts';
import { FSNode, folderMode } from './node.ts';

export const MEMFS: FileSystemType = {
  mount: () => new FSNode(null, '/', folderMode()),
};
