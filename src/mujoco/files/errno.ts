/** `ErrnoError`: errors of the file system in memory, as Emscripten reports them. */

/** File system error codes of Emscripten (those of WASI). */
const kinds = {
  EACCES: [2, 'Permission denied'],
  EBADF: [8, 'Bad file descriptor'],
  EBUSY: [10, 'Device or resource busy'],
  EEXIST: [20, 'File exists'],
  EINVAL: [28, 'Invalid argument'],
  EISDIR: [31, 'Is a directory'],
  ENOENT: [44, 'No such file or directory'],
  ENOTDIR: [54, 'Not a directory'],
  ENOTEMPTY: [55, 'Directory not empty'],
} as const;

export type ErrnoCode = keyof typeof kinds;

export class ErrnoError extends Error {
  override readonly name = 'ErrnoError';
  readonly errno: number;
  readonly code: string;

  constructor(errno: number) {
    const [code, [, text]] = Object.entries(kinds).find(([, [number]]) => number === errno) ?? ['', [errno, 'Error']];
    super(text);
    this.errno = errno;
    this.code = code;
  }
}

/** The error with this code. */
export function errno(code: ErrnoCode): ErrnoError {
  return new ErrnoError(kinds[code][0]);
}
