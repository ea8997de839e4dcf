// The declarations that the entry points of the package need.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BuildError } from '../wasm/translate/errors.mjs';
import { entryPoints } from './bundle.mjs';
import { fieldDeclarations } from './fields.mjs';

const names = [...Object.keys(entryPoints), 'cluster'];
const entries = names.map((name) => `${name}.d.ts`);

/** Declarations of generated modules. */
const generated = [
  '../src/core/wasm/module.gen.d.ts',
  '../src/worlds/batch/threads/worker.gen.d.ts',
  '../src/control/ik/threads/ikThread.gen.d.ts',
  '../src/view/viewer/thread/thread.gen.d.ts',
  '../src/worlds/webgpu/shaders.gen.d.ts',
];

/** Declarations into dist/types; their imports name .js files, as published code does.
 *  @param {string} root */
export async function emitTypes(root) {
  const folder = `${root}/dist/types`;
  runCompiler(root);
  for (const name of declarations(folder)) {
    const file = `${folder}/${name}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
  }
  writeFileSync(`${folder}/core/model/fields/index.d.ts`, await fieldDeclarations(root));
  const needed = new Set();
  for (const entry of entries) follow(folder, entry, needed);
  for (const name of declarations(folder)) if (!needed.has(name)) rmSync(`${folder}/${name}`);
}

function runCompiler(root) {
  const project = `${root}/build/tsconfig.types.json`;
  mkdirSync(`${root}/build`, { recursive: true });
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../tsconfig.json',
      files: [...entries.map((name) => `../src/${name.replace('.d.ts', '.ts')}`), ...generated],
      include: [],
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        stripInternal: true,
        rootDir: '../src',
        outDir: '../dist/types',
      },
    }),
  );
  // the native compiler takes a quarter of the time
  const tsc = `${root}/node_modules/typescript-native/bin/tsc`;
  const run = spawnSync(process.execPath, [tsc, '-p', project], { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new BuildError(run.stdout.trim().split('\n'));
}

function declarations(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.d.ts'));
}

/** Collects a declaration file and its transitive imports. */
function follow(folder, name, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]*)\.js['"]/g)) {
    follow(folder, join(dirname(name), `${path}.d.ts`).replaceAll('\\', '/'), seen);
  }
}
