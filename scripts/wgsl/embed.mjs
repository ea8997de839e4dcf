import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hashSources } from '../wasm/embed.mjs';
import { filesUnder } from '../wasm/sources.mjs';

/** The JavaScript module `src/worlds/webgpu/shaders.gen.js`. It is generated on import, and cached in `build/wgsl` under a hash of all its
 *  dependencies.
 *  @param {string} root */
export async function shaderSource(root) {
  const file = `${root}/build/wgsl/${hash(root)}.js`;
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const { translateKernels } = await import('./translate.mjs');
  const parts = await translateKernels(root);
  const lines = Object.entries(parts).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
  const text = ['// made by scripts/wgsl: the engine in WGSL, function by function', ...lines, ''].join('\n');
  mkdirSync(`${root}/build/wgsl`, { recursive: true });
  // several test runs may do this concurrently
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
  return text;
}

function hash(root) {
  const code = (path) => /\.(ts|mjs|wgsl)$/.test(path) && !path.endsWith('.test.ts');
  const hash = createHash('sha256').update(hashSources(root));
  for (const path of [...filesUnder(root, 'src/worlds/webgpu/kernel', code), ...filesUnder(root, 'scripts/wgsl', code)])
    hash.update(path).update(readFileSync(`${root}/${path}`));
  return hash.digest('hex').slice(0, 20);
}
