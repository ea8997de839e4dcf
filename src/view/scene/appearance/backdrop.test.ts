// needs: the compiled engine
import type { DirectionalLight, Mesh } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { Data, forward, type Model, modelFromXml, prepare } from '../../../index.ts';
import { lowestPoint } from '../framing/lowest.ts';
import { Backdrop, isBare } from './backdrop.ts';

beforeAll(() => prepare());

function load(inside: string): { m: Model; d: Data } {
  const m = modelFromXml(`<mujoco>${inside}</mujoco>`);
  const d = new Data(m);
  forward(m, d);
  return { m, d };
}

const ball = '<worldbody><body name="ball" pos="1 2 1"><freejoint/><geom size=".1"/></body></worldbody>';

test('a model is bare if it has neither lights nor a floor', () => {
  const bare = (inside: string) => isBare(load(inside).m);
  expect(bare(ball)).toBe(true);
  expect(bare('<worldbody><light pos="0 0 1"/><geom size="1"/></worldbody>')).toBe(false);
  expect(bare('<worldbody><geom size="1"/><geom type="plane" size="1 1 1"/></worldbody>')).toBe(false);
  expect(bare('<worldbody/>')).toBe(false);
});

test.each([
  ['sphere', '0.1', 0.1],
  ['ellipsoid', '0.1 0.2 0.3', Math.hypot(0.2 * Math.SQRT1_2, 0.3 * Math.SQRT1_2)],
  ['capsule', '0.1 0.4', 0.1 + 0.4 * Math.SQRT1_2],
  ['cylinder', '0.1 0.4', 0.5 * Math.SQRT1_2],
  ['box', '0.1 0.2 0.3', 0.5 * Math.SQRT1_2],
])('the lowest point of a tilted %s is exact', (type, size, depth) => {
  const { m, d } = load(`<worldbody><geom type="${type}" size="${size}" pos="0 0 5" euler="45 0 0"/></worldbody>`);
  expect(lowestPoint(m, d)).toBeCloseTo(5 - depth, 6);
});

test('the lowest point of a mesh is that of its lowest vertex; ground and invisible geoms have none', () => {
  const { m, d } = load(`<asset><mesh name="w" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/></asset>
    <worldbody><geom type="mesh" mesh="w" pos="0 0 3"/><geom size="9" rgba="1 1 1 0"/></worldbody>`);
  expect(lowestPoint(m, d)).toBeCloseTo(3, 6);
  expect(
    lowestPoint(...(Object.values(load('<worldbody><geom type="plane" size="1 1 1"/></worldbody>')) as [Model, Data])),
  ).toBe(undefined);
});

test('the ground of the backdrop is under the first state, and fades while a body is below it', () => {
  const { m, d } = load(ball);
  const backdrop = new Backdrop(m, false);
  const ground = backdrop.group.children[0] as Mesh;
  backdrop.update(d, true, true, true);
  expect(ground.position.z).toBeCloseTo(0.9, 3);
  expect(ground.visible).toBe(true);
  d.qpos[2] = 0.5;
  forward(m, d);
  backdrop.update(d, true, true, true);
  expect(ground.position.z).toBeCloseTo(0.9, 3);
  expect(ground.visible).toBe(false);
  backdrop.dispose();
});

test('the backdrop has no shadows without the setting, and is hidden on request', () => {
  const { m, d } = load(ball);
  const backdrop = new Backdrop(m, false);
  const key = backdrop.group.children[1] as DirectionalLight;
  backdrop.update(d, true, true, true);
  expect(key.castShadow).toBe(true);
  backdrop.update(d, true, false, true);
  expect(key.castShadow).toBe(false);
  backdrop.update(d, false, true, true);
  expect(backdrop.group.visible).toBe(false);
});
