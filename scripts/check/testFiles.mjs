// The test files, and the requirements of each beyond Node and the packages of package.json.
//
// A test file declares its requirement in the first line, and `npm run check` leaves it to `npm test`:
//   // needs: the compiled engine   the engine as WebAssembly, or another module that is built on demand
//   // needs: the package           dist/, as `npm run build` makes it
//   // needs: a browser             Chromium or Firefox; also the package
//   // needs: nats-server           the NATS server; also the package
//   // needs: a GPU adapter         a device for WebGPU
//   // needs: time                  more than three seconds on two idle cores
// A test file that fills memory has the line `// alone: <reason>`: garbage collections are slow in a thread that other test files have
// used.
import { readdirSync, readFileSync } from 'node:fs';

/** Requirements that the first line of a test file may name. */
const needs = /** @type {const} */ ([
  'the compiled engine',
  'the package',
  'a browser',
  'nats-server',
  'a GPU adapter',
  'time',
]);

/** @typedef {{ path: string, needs: string | undefined, isAlone: boolean, isForked: boolean }} TestFile */

/** Test files of the project, with paths from its root. @param {string} root @returns {TestFile[]} */
export function testFiles(root) {
  const paths = ['src', 'test', 'scripts', 'apps', 'examples'].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.(ts|mjs)$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return paths.sort().map((path) => describeFile(path, readFileSync(`${root}/${path}`, 'utf8')));
}

/** @param {string} path @param {string} text @returns {TestFile} */
export function describeFile(path, text) {
  const found = /^\/\/ needs: (.*)\n/.exec(text)?.[1];
  if (found !== undefined && !needs.some((need) => need === found))
    throw new Error(`${path}:1: needs: expected one of ${needs.join(', ')}, found ${found}`);
  // a mocked module stays mocked, so such a file needs its own module registry; the current directory belongs to a process
  const isAlone = /vi\.mock\(|^\/\/ alone: /m.test(text);
  return { path, needs: found, isAlone, isForked: /process\.chdir\(/.test(text) };
}
