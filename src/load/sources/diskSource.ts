/** Files from disk. The file system module is looked up on use, so this file also loads without a disk. */

import { beyondLimit, DEFAULT_LIMITS } from '../../core/model/limits.ts';
import { isInside } from '../../formats/mjcf/paths.ts';
import { FileProblem, type FileSource } from '../../formats/xml/fileSource.ts';

interface FileSystem {
  constants: { O_RDONLY: number; O_NONBLOCK?: number };
  openSync(path: string, flags: number): number;
  fstatSync(file: number): { size: number; isFile(): boolean; isDirectory(): boolean };
  readSync(file: number, into: Uint8Array, offset: number, length: number, position: null): number;
  closeSync(file: number): void;
  realpathSync(path: string): string;
  readdirSync(path: string): string[];
}

interface Process {
  getBuiltinModule?(name: string): unknown;
}

export interface DiskOptions {
  /** a folder that must contain every file, after resolving links */
  root?: string;
  /** size limit of a file */
  fileBytes?: number;
}

/** True in Node, Bun and Deno. An object named `process` is not enough: bundlers add one to pages. */
export function hasDisk(): boolean {
  return fileSystem() !== undefined;
}

export function diskSource({ root, fileBytes = DEFAULT_LIMITS.fileBytes }: DiskOptions = {}): FileSource {
  const fs = fileSystem();
  if (!fs) throw new Error('no file system here. Load from a string or from files in memory');
  return {
    read(path) {
      const file = open(fs, path);
      if (file === undefined) return undefined;
      try {
        if (root !== undefined) checkReal(fs, root, path);
        return readWhole(fs, file, path, fileBytes);
      } finally {
        fs.closeSync(file);
      }
    },
  };
}

/** Names in the folder of a file; none if it cannot be listed. */
export function filesBeside(path: string): string[] {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  try {
    return fileSystem()?.readdirSync(at < 0 ? '.' : path.slice(0, at + 1)) ?? [];
  } catch {
    return [];
  }
}

/** undefined when there is no such file */
function open(fs: FileSystem, path: string): number | undefined {
  try {
    // opening a pipe must not wait for a writer
    return fs.openSync(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
}

function checkReal(fs: FileSystem, root: string, path: string): void {
  if (isInside(fs.realpathSync(root), fs.realpathSync(path))) return;
  throw new FileProblem(`'${path}' is outside the folder '${root}'`);
}

/** Reads as many bytes as the file has when it is opened. Devices and pipes are rejected, since they may never end. */
function readWhole(fs: FileSystem, file: number, path: string, fileBytes: number): Uint8Array | undefined {
  const { size, ...kind } = stat(fs, file);
  if (kind.folder) return undefined;
  if (!kind.regular) throw new FileProblem(`'${path}' is not a regular file`);
  if (size > fileBytes) throw new FileProblem(beyondLimit(`'${path}' in bytes`, size, 'fileBytes', fileBytes));
  const bytes = new Uint8Array(size);
  let at = 0;
  for (let n = 1; n > 0 && at < size; at += n) n = fs.readSync(file, bytes, at, size - at, null);
  return at === size ? bytes : bytes.subarray(0, at);
}

function stat(fs: FileSystem, file: number): { size: number; regular: boolean; folder: boolean } {
  const found = fs.fstatSync(file);
  return { size: found.size, regular: found.isFile(), folder: found.isDirectory() };
}

function fileSystem(): FileSystem | undefined {
  const { process } = globalThis as { process?: Process };
  return process?.getBuiltinModule?.('node:fs') as FileSystem | undefined;
}
