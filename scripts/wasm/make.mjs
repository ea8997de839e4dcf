// Builds the compiled engine into build/wasm, if the sources have changed. Errors of the dialect go to stderr.
//   --checked   the one that compares every index with the length of its array, for src/core/wasm/checked.test.ts
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
