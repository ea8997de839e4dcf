/** File paths by MuJoCo's rules: slashes of both kinds, `.` and `..` folded, absolute ones unchanged. */

/** Prefix of an absolute path, '' for a relative one. */
function absolutePrefix(path: string): string {
  if (path.startsWith('/') || path.startsWith('\\')) return path[0]!;
  const scheme = /^[^/\\]*:[/\\]+/.exec(path);
  return scheme ? scheme[0] : '';
}

export function isAbsolute(path: string): boolean {
  return absolutePrefix(path) !== '';
}

/** Fold `.` and `..` and use forward slashes. */
export function reducePath(path: string): string {
  const prefix = absolutePrefix(path);
  const parts = path.slice(prefix.length).split(/[/\\]/);
  const result: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const last = i === parts.length - 1;
    if (part === '..' && result.length > 0 && result[result.length - 1] !== '..') {
      result.pop();
      if (last) result.push('');
    } else if (part !== '.' && (part !== '' || last)) {
      result.push(part);
    } else if (part === '.' && last) {
      result.push('');
    }
  }
  return prefix.replaceAll('\\', '/') + result.join('/');
}

/** Resolve `path` relative to a directory. */
export function joinPath(directory: string, path: string): string {
  if (directory === '' || isAbsolute(path)) return reducePath(path);
  return reducePath(/[/\\]$/.test(directory) ? directory + path : `${directory}/${path}`);
}

/** The relative path from a directory to a file: `joinPath(directory, pathFrom(directory, file))` is the file. A file
 * on another drive keeps its absolute path. */
export function pathFrom(directory: string, file: string): string {
  const target = reducePath(file);
  const from = directory === '' ? '' : reducePath(`${directory}/`);
  if (absolutePrefix(from) !== absolutePrefix(target)) {
    if (isAbsolute(target)) return target;
    throw unknownWay(directory, file);
  }
  const up = from.split('/').slice(0, -1);
  const down = target.split('/');
  let same = 0;
  while (same < up.length && same < down.length - 1 && up[same] === down[same]) same++;
  if (up.indexOf('..', same) >= 0) throw unknownWay(directory, file);
  return '../'.repeat(up.length - same) + down.slice(same).join('/');
}

function unknownWay(directory: string, file: string): Error {
  return new Error(`no relative path from '${directory}' to '${file}'. Pass absolute paths for both`);
}

/** Directory of a file, with a trailing slash, or ''. */
export function directoryOf(path: string): string {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return path.slice(0, end + 1);
}

/** Name of a file without its directory. */
export function baseName(path: string): string {
  return path.slice(directoryOf(path).length);
}

/** Name of a file without directory and extension. */
export function stem(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

/** Whether a path stays inside a folder ('' is the base of relative paths). */
export function isInside(root: string, path: string): boolean {
  const folder = root === '' ? '' : reducePath(`${root}/`);
  const reduced = reducePath(path);
  if (folder === '' && isAbsolute(reduced)) return false;
  const rest = reduced.startsWith(folder) ? reduced.slice(folder.length) : undefined;
  return rest !== undefined && rest !== '..' && !rest.startsWith('../');
}
