// needs: the package
/** The packed package works in Node, Bun and Deno, and its trajectories have the same bits there. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installRuntimes, noRuntimes as missing } from '../../scripts/programs.mjs';
import { trajectoryHash } from '../browsers/hash.ts';
import { expectedReports, type Installed, installPackage, root, writeFolder } from './install.ts';
import { reporter, runIn } from './run.ts';
import { programPath, runtimes } from './runtimes.ts';

const steps = 50;
const models = Object.fromEntries(
  readdirSync(`${root}examples`)
    .filter((name) => name.endsWith('.xml'))
    .map((name) => [name, readFileSync(`${root}examples/${name}`, 'utf8')]),
);
let installed: Installed;
let hash: string;

beforeAll(async () => {
  if (missing) console.warn(`only this Node is tested: ${missing}`);
  else installRuntimes();
  installed = installPackage();
  await writePrograms(installed.folder);
  hash = await trajectoryHash(models, 'js', steps);
}, 300_000);

afterAll(() => installed?.remove());

test('this Node runs it', async () => {
  expect(await runIn(process.execPath, ['start.mjs'], installed.folder)).toEqual(expectedReports().all);
});

test('CommonJS loads it if Node can require modules', async (context) => {
  if (missing) context.skip(missing);
  const code = "const { prepare } = require('tenon'); prepare().then(() => console.log('<report>true</report>'));";
  expect(await runIn(programPath(runtimes[0]), ['--input-type=commonjs', '-e', code], installed.folder)).toBe(true);
});

test.for(runtimes)('$name runs it', async (runtime, context) => {
  if (missing) context.skip(missing);
  expect(await runIn(programPath(runtime), [...runtime.args, 'start.mjs'], installed.folder)).toEqual(
    expectedReports().all,
  );
});

test.for(runtimes.filter(({ name }) => !name.startsWith('Node')))(
  '$name has the same bits',
  { timeout: 240_000 },
  async (runtime, context) => {
    if (missing) context.skip(missing);
    const found = await runIn(programPath(runtime), [...runtime.args, 'startHashes.mjs'], installed.folder);
    expect(found).toEqual({ wasm: hash, js: hash });
  },
);

test('an error in Node shows readable code: names of functions, no overlong lines', async () => {
  const code = `import { Data, prepare, modelFromXml, step } from 'tenon';
    await prepare();
    const model = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>');
    model.callbacks = { control() { throw new Error('thrown on purpose'); } };
    step(model, new Data(model));`;
  const failed: Error = await runIn(process.execPath, ['--input-type=module', '-e', code], installed.folder).then(
    () => new Error('nothing was thrown'),
    (error) => error,
  );
  expect(failed.message).toMatch(
    /at Object.control [\s\S]*at runControlCallback [\s\S]*at computeSteps [\s\S]*at step /,
  );
  for (const line of failed.message.split('\n')) expect(line.length).toBeLessThan(400);
});

test('loadModel loads rarely used features when a model needs them, and other functions throw an error with the solution', async () => {
  const wrap = (asset: string, body: string) =>
    `<mujoco><asset>${asset}</asset><worldbody>${body}</worldbody></mujoco>`;
  const mesh = wrap('<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>', '<geom type="mesh" mesh="m"/>');
  const cloth = '<flexcomp name="c" type="grid" count="3 3 1" spacing=".1 .1 .1" mass="1" dim="2"/>';
  writeFolder(installed.folder, {
    'ball.xml': wrap('', '<geom size="1"/>'),
    'mesh.xml': mesh,
    'cloth.xml': wrap('', cloth),
  });
  const code = `import { readFileSync } from 'node:fs';
    import { loadModel, modelFromXml } from 'tenon';
    await loadModel('ball.xml');
    let early = '';
    try { modelFromXml(readFileSync('mesh.xml', 'utf8')); } catch (error) { early = error.message; }
    const { nmesh } = await loadModel('mesh.xml');
    const { nflex } = await loadModel('cloth.xml');
    console.log('<report>' + JSON.stringify({ early, nmesh, nflex }) + '</report>');`;
  expect(await runIn(process.execPath, ['--input-type=module', '-e', code], installed.folder)).toEqual({
    early: expect.stringContaining('`await prepare()`'),
    nmesh: 1,
    nflex: 1,
  });
});

/** The programs that the runtimes run: one with the whole package, and one that hashes trajectories. */
async function writePrograms(folder: string): Promise<void> {
  const tenon = { path: 'tenon', external: true };
  await build({
    entryPoints: [`${root}test/package/hashes.ts`],
    outfile: join(folder, 'hashes.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    plugins: [{ name: 'installed', setup: (b) => b.onResolve({ filter: /\/src\/index\.ts$/ }, () => tenon) }],
  });
  writeFileSync(join(folder, 'start.mjs'), reporter('./all.mjs'));
  writeFileSync(join(folder, 'startHashes.mjs'), reporter('./hashes.mjs'));
  writeFileSync(join(folder, 'models.json'), JSON.stringify({ models, steps }));
}
