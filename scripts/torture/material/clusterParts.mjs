// Message readers of cluster workers and submitters. No entry point exports them, so they are bundled here.
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { esbuildPlugin } from '../../wasm/plugin.mjs';

/** @typedef {typeof import('../../../src/worlds/cluster/message.ts') & typeof import('../../../src/worlds/cluster/bytes.ts')
 *    & typeof import('../../../src/worlds/cluster/jobSpec.ts') & typeof import('../../../src/worlds/cluster/job.ts')
 *    & typeof import('../../../src/worlds/cluster/task.ts') & typeof import('../../../src/worlds/cluster/ledger.ts')
 *    & typeof import('../../../src/worlds/cluster/engine.ts')} ClusterParts */

const root = fileURLToPath(new URL('../../..', import.meta.url));
const names = ['message', 'bytes', 'jobSpec', 'job', 'task', 'ledger', 'engine'];

/** @returns {Promise<ClusterParts>} */
export async function bundledParts() {
  const outfile = `${root}build/torture/parts/cluster-${process.pid}.mjs`;
  if (!existsSync(outfile)) {
    mkdirSync(`${root}build/torture/parts`, { recursive: true });
    await build({
      stdin: {
        contents: names.map((name) => `export * from './src/worlds/cluster/${name}.ts';`).join('\n'),
        resolveDir: root,
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      external: ['@nats-io/*', 'node:*'],
      outfile,
      logLevel: 'silent',
      plugins: [esbuildPlugin()],
    });
  }
  return import(outfile);
}
