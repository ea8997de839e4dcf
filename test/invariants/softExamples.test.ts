// needs: the compiled engine
/** Soft bodies over a longer time: the examples of the gallery, and a cloth on a sphere. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { compileEngine } from '../../src/core/wasm/compileEngine.ts';
import { modelFromXml } from '../../src/load/load.ts';

await compileEngine();

function start(xml: string): Data {
  return new Data(modelFromXml(xml, { engine: 'wasm' }));
}

function example(name: string): Data {
  return start(readFileSync(new URL(`../../examples/soft/${name}.xml`, import.meta.url), 'utf8'));
}

/** Lowest and highest vertex. */
function heights(d: Data): [number, number] {
  const z = d.flexvert_xpos.filter((_, k) => k % 3 === 2);
  return [Math.min(...z), Math.max(...z)];
}

const warnings = (d: Data): number => d.warning_number.reduce((sum, n) => sum + n, 0);

test('the gripper of the gallery lifts the soft cube', () => {
  const d = example('gripper');
  const [low] = heights(d);
  d.ctrl[0] = 0.07;
  step(d.model, d, 200);
  for (let k = 0; k < 150; k++) {
    d.ctrl[1] = 0.0008 * k;
    step(d.model, d);
  }
  expect(heights(d)[0]).toBeGreaterThan(low + 0.03);
  expect(warnings(d)).toBe(0);
});

test('the cloth of the gallery hangs from its corners', () => {
  const d = example('cloth');
  step(d.model, d, 150);
  const [low, high] = heights(d);
  expect(high).toBeCloseTo(0.85, 3);
  expect(low).toBeLessThan(0.75);
  expect(warnings(d)).toBe(0);
});

test('the floor carries the jelly of the gallery', () => {
  const d = example('jelly');
  step(d.model, d, 150);
  expect(heights(d)[0]).toBeGreaterThan(0);
  expect(heights(d)[0]).toBeLessThan(0.02);
  expect(warnings(d)).toBe(0);
});

test('a cloth on a sphere is intact after 20 s', () => {
  const d = start(`<mujoco><option timestep=".01" integrator="implicitfast" solver="CG" tolerance="1e-6"/><worldbody>
    <geom type="plane" size="3 3 .1"/><geom size=".3" pos="0 0 .4"/>
    <flexcomp name="cloth" type="grid" dim="2" count="7 7 1" spacing=".1 .1 .1" pos="0 0 .8" mass=".3" radius=".01">
    <edge equality="true" damping=".01"/><contact selfcollide="none"/></flexcomp></worldbody></mujoco>`);
  let deepest = Infinity;
  for (let k = 0; k < 40; k++) {
    step(d.model, d, 50);
    deepest = Math.min(deepest, heights(d)[0]);
  }
  expect(d.time).toBeCloseTo(20, 6);
  expect(d.qpos.every(Number.isFinite) && d.qvel.every(Number.isFinite)).toBe(true);
  expect(warnings(d)).toBe(0);
  // it rests on the sphere or on the floor, and never penetrated them
  expect(deepest).toBeGreaterThan(-0.01);
  expect(Math.max(...d.flexedge_length)).toBeLessThan(0.16);
});
