// Builds the package: the dialect to WebAssembly, the rest to two ES modules that share chunks, and declarations.
//   node scripts/build.mjs                 everything, into dist/
//   node scripts/build.mjs --only math     translate and compile some folders, as a check; writes nothing
//   --debug      keep the names of WebAssembly functions, for profiles
//   --no-types   leave out the declarations
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { buildViewer } from './viewer.mjs';
import { buildWasm } from './wasm/build.mjs';
import { moduleSource } from './wasm/embed.mjs';
import { BuildError } from './wasm/errors.mjs';
import { esbuildPlugin } from './wasm/plugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const argv = process.argv.slice(2);
const has = (flag) => argv.includes(flag);
const only = has('--only') ? argv[argv.indexOf('--only') + 1].split(',') : undefined;

try {
  const started = performance.now();
  if (only) await checkFolders(only);
  else await buildPackage();
  console.log(`done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  for (const line of error.lines) console.error(line);
  console.error(`build failed: ${error.lines.length} errors`);
  process.exitCode = 1;
}

/** Translates and compiles some folders, all their functions exported. */
async function checkFolders(folders) {
  const { bytes, exports } = await buildWasm(root, { only: folders, kernels: true, debug: has('--debug') });
  console.log(`${folders.join(', ')}: ${Object.keys(exports).length} functions, ${size(bytes)}`);
}

async function buildPackage() {
  const options = has('--debug') ? { debug: true } : {};
  // errors of the dialect come first, without esbuild's frame around them
  await moduleSource(root, options);
  rmSync(`${root}/dist`, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { index: 'src/index.ts', mujoco: 'src/mujoco.ts', cli: 'apps/cli/tenon.ts' },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    mainFields: ['module', 'main'],
    target: 'es2022',
    minify: true,
    sourcemap: true,
    plugins: [esbuildPlugin(options)],
    metafile: true,
    logLevel: 'silent',
  }).catch(({ errors }) => {
    throw new BuildError(errors.map((e) => `${place(e.location)} ${e.text}`));
  });
  await buildViewer({ force: true });
  if (!has('--no-types')) emitTypes();
  printSizes();
  printStart(metafile.outputs);
}

function place(at) {
  return at ? `${at.file}:${at.line}:${at.column + 1}` : 'esbuild:';
}

/** Declarations of everything under src, for editors; their imports name .js files, as published code does. */
function emitTypes() {
  const project = `${root}/build/tsconfig.types.json`;
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../tsconfig.json',
      include: ['../src'],
      exclude: ['../src/**/*.test.ts'],
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: '../src',
        outDir: '../dist/types',
      },
    }),
  );
  const tsc = `${root}/node_modules/typescript/bin/tsc`;
  const run = spawnSync(process.execPath, [tsc, '-p', project], { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new BuildError(run.stdout.trim().split('\n'));
  for (const name of readdirSync(`${root}/dist/types`, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = `${root}/dist/types/${name}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'));
  }
}

function printSizes() {
  let total = 0;
  for (const name of readdirSync(`${root}/dist`).filter((n) => n.endsWith('.js'))) {
    const bytes = readFileSync(`${root}/dist/${name}`);
    total += gzipSync(bytes, { level: 9 }).length;
    console.log(`${name.padEnd(28)} ${size(bytes)}`);
  }
  console.log(`${'all JavaScript'.padEnd(28)} ${kilobytes(total)} gzipped`);
}

/** What a program that steps a model through the face has to read, besides the module: all of it costs time at start. */
function printStart(outputs) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { path, kind } of outputs[name].imports) if (kind === 'import-statement' && outputs[path]) visit(path);
  };
  visit('dist/mujoco.js');
  visit(Object.keys(outputs).find((name) => /^dist\/face-.*\.js$/.test(name)));
  const bytes = [...seen].reduce((sum, name) => sum + outputs[name].bytes, 0);
  console.log(`${'read at start'.padEnd(28)} ${kilobytes(bytes)}`);
}

function size(bytes) {
  return `${kilobytes(bytes.length)}, ${kilobytes(gzipSync(bytes, { level: 9 }).length)} gzipped`;
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
