// needs: the compiled engine
/** Bodies at rest stay at rest. Long runs use the compiled engine. */
import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { setStages } from '../../src/core/engine/runtime/engine.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Enable } from '../../src/core/model/enums.ts';
import type { Model } from '../../src/core/model/model.ts';
import { compileEngine, wasmStagesOf } from '../../src/core/wasm/compileEngine.ts';
import { modelFromOracle, oracleModel } from '../support/oracle/oracle.ts';

vi.setConfig({ testTimeout: 60_000 });
const engine = await compileEngine();

function load(xml: string): { m: Model; d: Data } {
  const theirs = oracleModel(xml);
  const m = modelFromOracle(theirs);
  theirs.delete();
  setStages(m, wasmStagesOf(engine, m.heap));
  return { m, d: new Data(m) };
}

function world(bodies: string, option = 'timestep="0.005"', rest = ''): { m: Model; d: Data } {
  return load(`<mujoco><option ${option}><flag energy="enable"/></option><worldbody>
    <geom type="plane" size="5 5 1"/>${bodies}</worldbody>${rest}</mujoco>`);
}

function run({ m, d }: { m: Model; d: Data }, seconds: number): void {
  for (const end = d.time + seconds; d.time < end - 1e-9; ) step(m, d);
}

/** Largest distance that a free body has moved since `before`. */
function moved(d: Data, before: Float64Array): number {
  let largest = 0;
  for (let a = 0; a < d.qpos.length; a += 7) {
    largest = Math.max(
      largest,
      Math.hypot(d.qpos[a] - before[a], d.qpos[a + 1] - before[a + 1], d.qpos[a + 2] - before[a + 2]),
    );
  }
  return largest;
}

const box = (pos: string, size: string, rest = '') =>
  `<body pos="${pos}" ${rest}><freejoint/><geom type="box" size="${size}"/></body>`;

test.each(['pyramidal', 'elliptic'])('a stack of ten boxes is stable for 60 s without creep, %s cone', (cone) => {
  const bodies = Array.from({ length: 10 }, (_, i) => box(`0 0 ${0.1 + 0.2 * i}`, '.1 .1 .1')).join('');
  const scene = world(bodies, `timestep="0.005" cone="${cone}"`);
  run(scene, 2);
  const before = scene.d.qpos.slice();
  run(scene, 58);
  expect(moved(scene.d, before)).toBeLessThan(1e-3);
});

test('a house of cards is stable', () => {
  // two cards lean on each other, twice, with a third on top
  const lean = 12;
  const cos = Math.cos((lean * Math.PI) / 180);
  const sin = Math.sin((lean * Math.PI) / 180);
  const top = 0.2 * cos + 0.004 * sin;
  const card = (x: number, s: number) =>
    box(`${x + s * (0.1 * sin + 0.0021 / cos)} 0 ${top / 2}`, '.002 .06 .1', `euler="0 ${-s * lean} 0"`);
  const leaning = [-0.08, 0.08].map((x) => card(x, -1) + card(x, 1)).join('');
  const scene = world(
    `${leaning}${box(`0 0 ${top + 0.002}`, '.16 .06 .002')}`,
    'timestep="0.002" cone="elliptic" impratio="100"',
  );
  run(scene, 1);
  const before = scene.d.qpos.slice();
  run(scene, 10);
  expect(scene.d.qpos[7 * 4 + 2]).toBeGreaterThan(0.99 * top);
  expect(moved(scene.d, before)).toBeLessThan(1e-3);
});

test.each([100, 0.01])('a body rests on another one, mass ratio %f', (ratio) => {
  const scene = world(
    `<body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="1"/></body>
     <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1" mass="${ratio}"/></body>`,
  );
  run(scene, 10);
  expect(scene.d.qpos[2]).toBeGreaterThan(0.09);
  expect(scene.d.qpos[9]).toBeGreaterThan(0.285);
  expect(scene.d.energy[1]).toBeLessThan(1e-6);
});

test('a four-bar linkage stays closed while it swings', () => {
  const link = (name: string, pos: string, rest: string) =>
    `<body name="${name}" pos="${pos}"><joint name="${name}" axis="0 1 0" damping="0.002"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".01" contype="0" conaffinity="0"/>${rest}</body>`;
  const scene = world(
    `<body name="frame" pos="0 0 1"/>${link('crank', '0 0 1', link('coupler', '.3 0 0', link('rocker', '.3 0 0', '')))}`,
    'timestep="0.002"',
    '<equality><connect body1="rocker" body2="frame" anchor=".3 0 0" solref="0.004 1"/></equality>',
  );
  const { m, d } = scene;
  // a square: the coupler moves down, the rocker returns
  d.qpos.set([0, Math.PI / 2, Math.PI / 2]);
  m.eq_data.set([0.3, 0, 0, 0, 0, -0.3]);
  let worst = 0;
  for (let k = 0; k < 3000; k++) {
    step(m, d);
    if (k > 50) worst = Math.max(worst, Math.hypot(d.efc_pos[0], d.efc_pos[1], d.efc_pos[2]));
  }
  expect(worst).toBeLessThan(1e-4);
  expect(Number.isFinite(d.qpos[0])).toBe(true);
});

test('a humanoid falls and then rests', () => {
  const scene = load(readFileSync(new URL('../../examples/humanoid.xml', import.meta.url), 'utf8'));
  const { m, d } = scene;
  m.opt.enableflags |= Enable.ENERGY;
  run(scene, 25);
  forward(m, d);
  expect(d.ncon).toBeGreaterThan(2);
  expect(d.energy[1]).toBeLessThan(1e-4);
});
