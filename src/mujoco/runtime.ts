/** Members of every Emscripten module. Those that access its heap throw an explanation. */
import type { MemoryFiles } from './files/memoryFiles.ts';
import type { FileBytes } from './files/vfs.ts';

function noHeap(name: string): (...args: unknown[]) => never {
  return () => {
    throw new Error(
      `${name}: not supported, there are no C functions here. MuJoCo's functions are members of the module`,
    );
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
    throw new Error(`${name}: only files in memory are supported. Fetch the bytes and write them with FS.writeFile`);
  };
}

/** Create a file from bytes, or from a URL to fetch. */
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
