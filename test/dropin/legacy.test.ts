// needs: the compiled engine
/** `tenon/mujoco/legacy`: calls of scripts for `mujoco-js` 0.0.7. */
import { expect, test } from 'vitest';
import load, { type MainModule, type MjData, type MjModel } from '../../src/legacy.ts';
import loadCurrent from '../../src/mujoco.ts';
import { mujoco as official } from '../support/oracle/oracle.ts';

const xml = `<mujoco>
  <asset><texture name="a" type="2d" builtin="flat" width="2" height="2"/><texture name="b" type="2d" builtin="flat" width="3" height="3"/></asset>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body pos="0 0 1"><joint name="x" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/>
      <body pos=".5 0 0"><joint axis="0 0 1"/><joint type="slide"/><geom type="box" size=".1 .2 .3" pos=".1 .1 0"/></body>
      <body pos="0 .5 0"><joint axis="1 0 0"/><geom size=".1"/></body>
    </body>
    <body pos="3 0 1"><freejoint/><geom size=".2"/></body>
  </worldbody></mujoco>`;

async function start(): Promise<{ mj: MainModule; m: MjModel; d: MjData }> {
  const mj = await load({ engine: 'js' });
  mj.FS.mkdir('/working');
  mj.FS.mount(mj.MEMFS, { root: '.' }, '/working');
  mj.FS.writeFile('/working/scene.xml', xml);
  const m = mj.MjModel.loadFromXML('/working/scene.xml');
  const d = new mj.MjData(m);
  mj.mj_forward(m, d);
  return { mj, m, d };
}

test('a scene is loaded from FS, and stepped', async () => {
  const { mj, m, d } = await start();
  expect(m).toBeInstanceOf(mj.MjModel);
  expect(d.constructor.name).toBe('MjData');
  mj.mj_step(m, d);
  expect(d.time).toBeCloseTo(0.002, 12);
  const copy = new mj.MjData(m, d);
  expect(copy.time).toBe(d.time);
  expect(() => mj.MjModel.loadFromXML('/working/missing.xml')).toThrow(/missing\.xml/);
});

test('texture addresses are numbers; those of the current API stay bigints', async () => {
  const { m } = await start();
  expect(m.tex_adr).toBeInstanceOf(Int32Array);
  expect([...m.tex_adr]).toEqual([0, 12]);
  expect(m.tex_data.subarray(m.tex_adr[1]).length).toBe(27);
  const current = await loadCurrent({ engine: 'js' });
  expect(current.MjModel.from_xml_string(xml).tex_adr).toEqual(BigInt64Array.of(0n, 12n));
  expect('loadFromXML' in current.MjModel).toBe(false);
});

test('functions accept the parameters of both versions', async () => {
  const { mj, m, d } = await start();
  const geom = new Int32Array(1);
  const ray = [
    [0, 0, 5],
    [0, 0, -1],
  ] as const;
  const older = mj.mj_ray(m, d, ...ray, null, 1, -1, geom);
  const normal = new Float64Array(3);
  expect(older).toBe(mj.mj_ray(m, d, ...ray, null, 1, -1, geom, normal));
  expect(older).toBeCloseTo(5, 10);
  expect(geom[0]).toBe(0);
  expect(mj.mju_rayGeom([0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], [1, 0, 0], [0, 0, 3], [0, 0, -1], 2)).toBeCloseTo(
    2,
    12,
  );
  const distances = new Float64Array(2);
  mj.mj_multiRay(m, d, [0, 0, 5], [0, 0, -1, 0, 0, 1], null, 1, -1, new Int32Array(2), distances, 2, 100);
  expect([...distances]).toEqual([older, -1]);
  expect(mj.mju_norm([3, 4])).toBe(5);
  expect(mj.mju_norm([3, 4, 12], 2)).toBe(5);
  expect(mj.mju_sum([1, 2, 3])).toBe(6);
  expect(mj.mju_L1([1, -2, 3])).toBe(6);
  expect([mj.mju_isZero([0, 0]), mj.mju_isZero([0, 1])]).toEqual([1, 0]);
  const buffer = mj.DoubleBuffer.FromArray([0, 3, 4]);
  expect(mj.mju_normalize(buffer)).toBe(5);
  expect([...buffer.GetView()].map((x) => x.toFixed(12))).toEqual([0, 0.6, 0.8].map((x) => x.toFixed(12)));
  mj.mju_zero(buffer);
  expect([...buffer.GetView()]).toEqual([0, 0, 0]);
  expect(typeof mj.mj_sizeModel(m)).toBe('number');
  const [scene, camera] = [new mj.MjvScene(m, 10), new mj.MjvCamera()];
  mj.mjv_moveCamera(m, mj.mjtMouse.mjMOUSE_ZOOM.value, 0, 0.5, scene, camera);
  expect(camera.distance).not.toBe(2);
});

test('wrong counts of arguments are errors of the function', async () => {
  const { mj, m, d } = await start();
  const call = mj.mj_ray as (...args: unknown[]) => unknown;
  expect(() => call(m, d, [0, 0, 5])).toThrow(/mj_ray called with 3 arguments/);
});

test('qM and mj_fullM agree with the mass matrix of the official package', async () => {
  const { mj, m, d } = await start();
  const theirs = official.MjModel.from_xml_string(xml);
  const data = new official.MjData(theirs);
  official.mj_forward(theirs, data);
  const expected = new official.DoubleBuffer(m.nv * m.nv);
  official.mj_fullM(theirs, data, expected);
  const [older, current] = [new Float64Array(m.nv * m.nv), new Float64Array(m.nv * m.nv)];
  expect(d.qM).toHaveLength(m.nM);
  mj.mj_fullM(m, older, d.qM);
  mj.mj_fullM(m, d, current);
  expect(older).toEqual(current);
  for (const [k, x] of (expected.GetView() as Float64Array).entries()) expect(older[k]).toBeCloseTo(x, 12);
  expect(() => mj.mj_fullM(m, new Float64Array(3), d.qM)).toThrow(/dst must have size 100, got 3/);
  expect(() => mj.mj_fullM(m, older, [1])).toThrow(/M must have size/);
});

test('models of specs and copies are those of this module', async () => {
  const { mj, m } = await start();
  const compiled: MjModel = mj.mj_compile(mj.parseXMLString(xml));
  expect([...compiled.tex_adr]).toEqual([0, 12]);
  expect(new mj.MjModel(m).tex_adr[1]).toBe(12);
});
