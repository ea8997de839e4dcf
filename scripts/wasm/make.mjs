// Builds the compiled engine into build/wasm, if the sources have changed. Writes errors of the dialect to stderr.
//   --checked   the engine that compares every index with the length of its array, for src/core/wasm/checked.test.ts
import { fileURLToPath } from 'node:url';
import { moduleFile } from './embed.mjs';
import { BuildError } from './translate/errors.mjs';

try {
  const options = process.argv.includes('--checked') ? { checked: true } : {};
  await moduleFile(fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, ''), options);
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
