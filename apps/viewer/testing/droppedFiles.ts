/** Tests of dropped files: a folder, policies and recordings for a model. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toOnnx } from '../../../src/policy.ts';
import { drop, page } from './page.ts';

export function testDroppedFiles(): void {
  test('a folder with a model, its includes and its meshes is opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-folder-'));
    mkdirSync(join(folder, 'parts/meshes'), { recursive: true });
    writeFileSync(join(folder, 'scene.xml'), '<mujoco model="folder"><include file="parts/wedge.xml"/></mujoco>');
    writeFileSync(
      join(folder, 'parts/wedge.xml'),
      `<mujoco><asset><mesh name="wedge" file="parts/meshes/wedge.obj"/></asset><worldbody><body><freejoint/>
    <geom type="mesh" mesh="wedge"/></body></worldbody></mujoco>`,
    );
    writeFileSync(
      join(folder, 'parts/meshes/wedge.obj'),
      'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
    );
    try {
      await page.click('#gallery-button');
      const chooser = page.waitForEvent('filechooser');
      await page.locator('.gallery .actions button', { hasText: 'folder' }).click();
      await (await chooser).setFiles(folder);
      await page.waitForFunction(() => globalThis.tenon?.session?.title === 'folder');
      expect(await page.evaluate(() => globalThis.tenon!.sim!.m.nmesh)).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('a policy dropped with its model makes it walk, until it is removed', async () => {
    const { trotConfig, trotNetwork } = await import('../../../examples/policy/trot.mjs');
    const model = readFileSync(new URL('../../../examples/quadruped.xml', import.meta.url), 'utf8');
    await page.evaluate(
      ({ xml, onnx, json }) => {
        const transfer = new DataTransfer();
        const add = (name: string, part: BlobPart) => transfer.items.add(new File([part], name));
        add('robot.xml', xml);
        add('trot.onnx', Uint8Array.from(onnx));
        add('trot.json', json);
        window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      },
      { xml: model, onnx: [...toOnnx(trotNetwork())], json: JSON.stringify(trotConfig) },
    );
    await page.waitForFunction(() => document.body.textContent?.includes('trot.onnx controls the model'));
    await page.waitForFunction(() => globalThis.tenon!.sim!.d.time < 1);
    await page.waitForFunction(() => globalThis.tenon!.sim!.d.time > 2);
    const [far, upright] = await page.evaluate(() => {
      const { d } = globalThis.tenon!.sim!;
      return [d.qpos[0]!, d.body('trunk').xmat[8]!];
    });
    expect(far).toBeGreaterThan(0.6);
    expect(upright).toBeGreaterThan(0.9);
    const still = await page.evaluate(async () => {
      const { sim } = globalThis.tenon!;
      sim!.play(false);
      await sim!.whenIdle();
      const from = sim!.d.time;
      for (let k = 0; k < 3; k++) await new Promise((done) => requestAnimationFrame(done));
      await sim!.whenIdle();
      return sim!.d.time - from;
    });
    expect(still).toBe(0);
  });

  test('a policy without a config is rejected with a message', async () => {
    await drop({ 'walk.onnx': 'no config' });
    await page.waitForFunction(() => document.body.textContent?.includes('walk.onnx needs walk.json next to it'));
  });

  test('a recording dropped with its model is played to its end', async () => {
    const rows = Array.from({ length: 21 }, (_, k) => `${(0.02 * k).toFixed(2)},${0.1 * k}`);
    const model = '<mujoco model="swing"><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>';
    await drop({ 'm.xml': model, 'run.csv': `time,qpos[0]\n${rows.join('\n')}\n` });
    await page.waitForFunction(() => globalThis.tenon?.sim?.d.time === 0.4 && !globalThis.tenon.sim.playing);
    expect(
      await page.evaluate(() => [globalThis.tenon!.sim!.d.qpos[0], globalThis.tenon!.sim!.history.length]),
    ).toEqual([2, 21]);
  });
}
