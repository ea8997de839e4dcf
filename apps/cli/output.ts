/** Files that a command writes. An older file is replaced when all of the new one is there; a command that fails, or is killed,
 *  leaves it as it was. */
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { UsageError } from './args.ts';

/** A file that is being written. */
export interface Output {
  /** Add to the end, or write from `at` on. */
  write(piece: string | Uint8Array, at?: number): void;
  /** All of it is written: put it in its place. */
  commit(): void;
  /** Something failed: nothing is left of it. */
  discard(): void;
}

/** Begin to write a file.
 *  @throws UsageError that says why it cannot be written */
export function openOutput(file: string): Output {
  const explained = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explainWriting(error, file);
    }
  };
  const { handle, temporary, target } = explained(() => begin(file));
  return {
    write: (piece, at) => explained(() => writeAll(handle, piece, at ?? null)),
    commit() {
      explained(() => {
        closeSync(handle);
        if (temporary !== undefined) renameSync(temporary, target);
      });
    },
    discard() {
      closeSync(handle);
      if (temporary !== undefined) rmSync(temporary, { force: true });
    },
  };
}

/** Write a whole file.
 *  @throws UsageError that says why it cannot be written */
export function writeOutput(file: string, content: string | Uint8Array): void {
  const output = openOutput(file);
  try {
    output.write(content);
  } catch (error) {
    output.discard();
    throw error;
  }
  output.commit();
}

/** Why a file cannot be written. */
function explainWriting(error: unknown, file: string): UsageError {
  const reasons: Record<string, string> = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is a file',
    EISDIR: 'that is a folder',
    EACCES: 'it may not be written',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
  };
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new UsageError(`cannot write '${file}': ${reasons[code] ?? message}`, 1);
}

/** A file beside the one that is meant, on the same disk, so that it can take its place at once. */
function begin(file: string): { handle: number; temporary: string | undefined; target: string } {
  // a link stays a link
  const target = existsSync(file) ? realpathSync(file) : file;
  const old = existsSync(target) ? statSync(target) : undefined;
  // devices and pipes have no place to be put in
  if (old && !old.isFile()) return { handle: openSync(target, 'w'), temporary: undefined, target };
  const temporary = `${target}.${process.pid}.part`;
  let handle: number;
  try {
    handle = openSync(temporary, 'w');
  } catch (error) {
    // a folder in which nothing can be made, but whose file can be written
    if (old === undefined) throw error;
    return { handle: openSync(target, 'w'), temporary: undefined, target };
  }
  if (old) chmodSync(temporary, old.mode);
  return { handle, temporary, target };
}

/** A disk that is nearly full takes a part of what it is given. */
function writeAll(handle: number, piece: string | Uint8Array, at: number | null): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(handle, bytes, done, bytes.length - done, at === null ? null : at + done);
  }
}
