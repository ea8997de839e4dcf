// Generates the enum of pipeline steps and the functions that run them from src/core/engine/pipeline/steps.table.ts.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { pipelineFiles } from './pipeline/generate.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['src/core/engine/pipeline/steps.table.ts'],
  format: 'esm',
  write: false,
});
const table = Buffer.from(outputFiles[0].contents).toString('base64');
const { phases } = await import(`data:text/javascript;base64,${table}`);
for (const [path, text] of pipelineFiles(phases)) writeFileSync(`${root}/${path}`, text);
