import { readdirSync } from 'node:fs';

/** Lists the dialect files. A staleness check imports only this module, because the compilers take two seconds to load. */

/** Folders whose files are dialect. Files directly in `src/core/engine` are the pipeline, and `runtime` runs it. */
export const isDialect = (path) =>
  /^src\/(core\/math|core\/engine\/(?!runtime\/)[^/]+|compiler\/kernel|core\/derivative\/(analytic|reverse\/kernel))\/.*\.ts$/.test(
    path,
  ) && !/\.(test|bench|gen|table)\.ts$/.test(path);

/** All files of a folder, relative to the root, sorted. */
export function filesUnder(root, folder, accept) {
  return readdirSync(`${root}/${folder}`, { recursive: true })
    .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    .filter(accept)
    .sort();
}

export function dialectPaths(root, only) {
  const folders = only ?? [
    'core/math',
    'core/engine',
    'compiler/kernel',
    'core/derivative/analytic',
    'core/derivative/reverse/kernel',
  ];
  return folders.flatMap((f) => filesUnder(root, `src/${f}`, isDialect));
}
