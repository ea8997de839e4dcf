// Builds the compiled engine into build/wasm, if the sources have changed. Errors of the dialect go to stderr.
import { fileURLToPath } from 'node:url';
import { moduleSource } from './embed.mjs';
import { BuildError } from './errors.mjs';

try {
  await moduleSource(fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, ''));
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
