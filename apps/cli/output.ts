/** Output files of commands. An existing file is replaced when the new one is complete; a command that fails or is
 * killed leaves it unchanged. */
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

/** An output file. */
export interface Output {
  /** Append, or write at offset `at`. */
  write(piece: string | Uint8Array, at?: number): void;
  /** The file is complete: move it to its destination. */
  commit(): void;
  /** Discard the file after a failure. */
  discard(): void;
}

/** Start writing a file.
 *  @throws UsageError if it cannot be written */
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

/** Write a complete file.
 *  @throws UsageError if it cannot be written */
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

/** The error of a file that cannot be written. */
function explainWriting(error: unknown, file: string): UsageError {
  const reasons: Record<string, string> = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is a file',
    EISDIR: 'that is a folder',
    EACCES: 'permission denied',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
  };
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new UsageError(`cannot write '${file}': ${reasons[code] ?? message}`, 1);
}

/** A temporary file in the same folder, so that it can replace the target atomically. */
function begin(file: string): { handle: number; temporary: string | undefined; target: string } {
  // a link remains a link
  const target = existsSync(file) ? realpathSync(file) : file;
  const old = existsSync(target) ? statSync(target) : undefined;
  // devices and pipes are written directly
  if (old && !old.isFile()) return { handle: openSync(target, 'w'), temporary: undefined, target };
  const temporary = `${target}.${process.pid}.part`;
  let handle: number;
  try {
    handle = openSync(temporary, 'w');
  } catch (error) {
    // a folder that is not writable, with a file that is
    if (old === undefined) throw error;
    return { handle: openSync(target, 'w'), temporary: undefined, target };
  }
  if (old) chmodSync(temporary, old.mode);
  return { handle, temporary, target };
}

/** A nearly full disk may accept only a part of the data. */
function writeAll(handle: number, piece: string | Uint8Array, at: number | null): void {
  const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(handle, bytes, done, bytes.length - done, at === null ? null : at + done);
  }
}
