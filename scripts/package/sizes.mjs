// Output of the build: the size of the package, by file and by entry point.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Sizes of the files, of the files read at a start, and of the tarball.
 *  @param {string} root
 *  @param {Record<'node' | 'bundler' | 'browser', Record<string, import('./inlineEntryChunk.mjs').File>> & { shared: object }} builds */
export function printSizes(root, builds) {
  for (const [name, outputs] of Object.entries(builds)) {
    console.log(`${name}:`);
    let total = 0;
    for (const path of Object.keys(outputs)) {
      const bytes = readFileSync(`${root}/${path}`);
      const packed = gzipSync(bytes, { level: 9 }).length;
      total += packed;
      console.log(`  ${path.padEnd(36)} ${kilobytes(bytes.length)}, ${kilobytes(packed)} gzipped`);
    }
    console.log(`  ${'together'.padEnd(36)} ${kilobytes(total)} gzipped`);
  }
  const main = readBy(builds.node, ['dist/index.js']);
  const parts = Object.keys(builds.node).filter((path) => /^dist\/(reader|compiler)-/.test(path));
  console.log(`${'read by `import "tenon"` in Node'.padEnd(38)} ${kilobytes(main)}`);
  console.log(
    `${'and by `loadModel`'.padEnd(38)} ${kilobytes(readBy(builds.node, ['dist/index.js', ...parts]) - main)}`,
  );
  console.log(`${'tarball'.padEnd(38)} ${tarball(root)}`);
}

/** Bytes that a program with these imports reads before it runs, without the compiled engine.
 *  @param {Record<string, import('./inlineEntryChunk.mjs').File>} chunks @param {string[]} paths */
function readBy(chunks, paths) {
  const seen = new Set();
  const visit = (/** @type {string} */ path) => {
    if (seen.has(path) || !chunks[path]) return;
    seen.add(path);
    for (const name of chunks[path].imports) visit(`dist/${name}`);
  };
  for (const path of paths) visit(path);
  return [...seen].reduce((sum, path) => sum + chunks[path].code.length, 0);
}

/** Packs the package into build/tarball, where the tests of the package find it. */
function tarball(root) {
  const folder = `${root}/build/tarball`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // a .cmd file on Windows, which needs a shell
  const run = spawnSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', 'build/tarball'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) return `unknown: npm pack failed\n${run.stderr}`;
  const [{ size: packed, unpackedSize, entryCount }] = Object.values(JSON.parse(run.stdout));
  return `${kilobytes(packed)}, ${kilobytes(unpackedSize)} unpacked, ${entryCount} files`;
}

/** @param {Uint8Array} bytes */
export function size(bytes) {
  return `${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes, { level: 9 }).length)} gzipped`;
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
