// needs: the compiled engine
/** Binary models: the official format, both ways. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import load from '../../src/mujoco.ts';
import { mujoco, random } from '../support/oracle/oracle.ts';

const ours = (await load({ engine: 'js' })) as unknown as typeof mujoco;
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const files = ['examples/quadruped.xml', 'scripts/conformance/api.xml'];
type Model = ReturnType<typeof mujoco.MjModel.from_xml_string>;

function saveModelBytes(mj: typeof mujoco, m: Model): Uint8Array {
  const buffer = new mj.Uint8Buffer(Number(mj.mj_sizeModel(m)));
  mj.mj_saveModel(m, null, buffer);
  return Uint8Array.from(buffer.GetView() as Uint8Array);
}

function loadBinaryModel(mj: typeof mujoco, bytes: Uint8Array): Model {
  const vfs = new mj.MjVFS();
  vfs.addBuffer('model.mjb', bytes);
  return mj.MjModel.mj_loadModel('model.mjb', vfs);
}

test.each(files)('%s written by the official package loads, and is written as the same bytes', (path) => {
  const bytes = saveModelBytes(mujoco, mujoco.MjModel.from_xml_string(read(path)));
  // comparing a million elements one by one takes seconds
  expect(Buffer.compare(saveModelBytes(ours, loadBinaryModel(ours, bytes)), bytes)).toBe(0);
});

test.each(files)('%s written by Tenon loads in the official package, and steps', (path) => {
  const m = loadBinaryModel(mujoco, saveModelBytes(ours, ours.MjModel.from_xml_string(read(path))));
  const d = new mujoco.MjData(m);
  mujoco.mj_step(m, d);
  const own = ours.MjModel.from_xml_string(read(path));
  const e = new ours.MjData(own);
  ours.mj_step(own, e);
  const worst = Math.max(...Array.from(d.qpos as Float64Array, (x, i) => Math.abs(x - e.qpos[i])));
  expect(worst).toBeLessThan(1e-10);
});

test('a loaded model steps like the original', () => {
  const m = ours.MjModel.from_xml_string(read('examples/humanoid.xml'));
  const again = loadBinaryModel(ours, saveModelBytes(ours, m));
  const [d, e] = [new ours.MjData(m), new ours.MjData(again)];
  for (let k = 0; k < 20; k++) {
    ours.mj_step(m, d);
    ours.mj_step(again, e);
  }
  expect(e.qpos).toEqual(d.qpos);
});

test('a damaged file is rejected with a message, or steps', () => {
  const whole = saveModelBytes(ours, ours.MjModel.from_xml_string(read('scripts/conformance/api.xml')));
  const next = random(7);
  let refused = 0;
  for (let k = 0; k < 60; k++) {
    const bytes = whole.slice();
    const at = Math.floor(((next() + 1) / 2) * bytes.length);
    // mainly integers, addresses and ids
    new DataView(bytes.buffer).setInt32(at - (at % 4), Math.floor(next() * 2 ** 31), true);
    try {
      const m = loadBinaryModel(ours, bytes);
      ours.mj_forward(m, new ours.MjData(m));
    } catch (error) {
      expect((error as Error).message).toMatch(/^MuJoCo Error: /);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(5);
  expect(() => loadBinaryModel(ours, whole.slice(0, 5000))).toThrow('according to its sizes');
  expect(() => loadBinaryModel(ours, new Uint8Array(10))).toThrow('the file has only 10 bytes');
});
