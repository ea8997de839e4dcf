// Builds the package: the dialect to WebAssembly, the rest to ES modules for Node, bundlers and browsers, and declarations.
//   node scripts/build.mjs                 everything, into dist/
//   node scripts/build.mjs --only math     translate and compile some folders, as a check; writes nothing
//   --debug      keep the names of WebAssembly functions, for profiles
//   --no-types   leave out the declarations
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundlePackage } from './package/bundle.mjs';
import { printSizes, size } from './package/sizes.mjs';
import { emitTypes } from './package/types.mjs';
import { buildViewer } from './viewer.mjs';
import { buildWasm } from './wasm/build.mjs';
import { moduleSource } from './wasm/embed.mjs';
import { BuildError } from './wasm/translate/errors.mjs';

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
  // errors of the dialect without esbuild's wrapper
  await moduleSource(root, options);
  rmSync(`${root}/dist`, { recursive: true, force: true });
  const builds = await bundlePackage(root, options);
  // clients of the official package request the URL of its module; an empty file takes its place
  writeFileSync(`${root}/dist/mujoco.wasm`, Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  await buildViewer({ force: true });
  if (!has('--no-types')) await emitTypes(root);
  printSizes(root, builds);
}
