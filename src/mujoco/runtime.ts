/** Names that every Emscripten module has. Those that reach into its heap say that there is none. */
import type { MemoryFiles } from './files/memoryFiles.ts';
import type { FileBytes } from './files/vfs.ts';

function noHeap(name: string): (...args: unknown[]) => never {
  return () => {
    throw new Error(`${name}: there are no functions of C here; the functions of MuJoCo are members of the module`);
  };
}

export function runtimeNames(files: MemoryFiles) {
  return {
    calledRun: true,
    addRunDependency: (_id: string): void => {},
    removeRunDependency: (_id: string): void => {},
    ccall: noHeap('ccall'),
    cwrap: noHeap('cwrap'),
    incrementExceptionRefcount: (_error: unknown): void => {},
    decrementExceptionRefcount: (_error: unknown): void => {},
    getExceptionMessage: (error: unknown): [string, string] =>
      error instanceof Error ? [error.name, error.message] : ['', String(error)],
    FS_createPath: (parent: string, path: string): string => files.createPath(parent, path),
    FS_createDataFile: (parent: string, name: string | null, data: FileBytes | null): void =>
      files.createDataFile(parent, name, data),
    FS_unlink: files.unlink.bind(files),
    FS_createPreloadedFile: createPreloadedFile(files),
    FS_createLazyFile: noDevices('FS_createLazyFile'),
    FS_createDevice: noDevices('FS_createDevice'),
  };
}

function noDevices(name: string): (...args: unknown[]) => never {
  return () => {
    throw new Error(`${name}: only files in memory are there; fetch the bytes and write them with FS.writeFile`);
  };
}

/** Put a file there: its bytes, or an address to fetch them from. */
function createPreloadedFile(files: MemoryFiles) {
  return (
    parent: string,
    name: string,
    url: string | FileBytes,
    _canRead?: boolean,
    _canWrite?: boolean,
    onload?: () => void,
    onerror?: (error: unknown) => void,
  ): void => {
    const put = (bytes: FileBytes): void => {
      files.createDataFile(parent, name, bytes);
      onload?.();
    };
    if (typeof url !== 'string') {
      put(url);
      return;
    }
    fetch(url)
      .then((answer) => answer.arrayBuffer())
      .then(put, (error) => onerror?.(error));
  };
}
