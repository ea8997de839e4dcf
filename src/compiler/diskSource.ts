/** Files from disk. Found only when it is used, so that the code also runs where there is no disk. */

import type { FileSource } from '../xml/fileSource.ts';

interface FileSystem {
  readFileSync(path: string): Uint8Array;
  statSync(path: string): { isFile(): boolean };
}

interface Process {
  getBuiltinModule?(name: string): unknown;
}

/** True in Node, Bun and Deno. A bundler may put an object named `process` into a page: that alone is no disk. */
export function hasDisk(): boolean {
  return fileSystem() !== undefined;
}

export function diskSource(): FileSource {
  const fs = fileSystem();
  if (!fs) throw new Error('there is no file system here: load from text or from files in memory');
  return {
    read(path) {
      try {
        return fs.statSync(path).isFile() ? fs.readFileSync(path) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

function fileSystem(): FileSystem | undefined {
  const { process } = globalThis as { process?: Process };
  return process?.getBuiltinModule?.('node:fs') as FileSystem | undefined;
}
