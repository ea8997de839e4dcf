// `npm start`: builds stale outputs, simulates the examples, then serves the viewer with the example gallery.
//   --once       exit after the summary, as in an automatic check (CI=1 does the same)
//   --no-open    print the URL and open no browser
//   --port <n>   serve on this port
import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { buildViewer, viewerFolder } from './viewer.mjs';
import { esbuildPlugin } from './wasm/plugin.mjs';
import { BuildError } from './wasm/translate/errors.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

const { once, open, port } = options();
try {
  const { start } = await import(await bundleStart());
  process.exitCode = await start({ examples: `${root}/examples`, once, open, port, viewer });
} catch (error) {
  const lines = error instanceof BuildError ? error.lines : [error.message];
  for (const line of lines) console.error(line);
  process.exitCode = 1;
}

function options() {
  try {
    const { values } = parseArgs({
      options: { once: { type: 'boolean' }, 'no-open': { type: 'boolean' }, port: { type: 'string' } },
    });
    const port = Number(values.port ?? 0);
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new Error(`--port: '${values.port}' is not a port`);
    return { once: values.once ?? Boolean(process.env.CI), open: !values['no-open'] && process.stdout.isTTY, port };
  } catch (error) {
    console.error(`npm start: ${error.message}`);
    process.exit(2);
  }
}

async function viewer() {
  if (await buildViewer()) console.log('\nbuilt the viewer');
  return viewerFolder;
}

/** Bundles the TypeScript of this command into a module that Node can run; returns its URL. */
async function bundleStart() {
  const file = `${root}/build/start.mjs`;
  mkdirSync(`${root}/build`, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['apps/viewer/server/start.ts'],
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20',
    plugins: [esbuildPlugin()],
    logLevel: 'warning',
  });
  return pathToFileURL(file).href;
}
