/** Rendering tests: the physical look, bounding boxes, visual parameters, profiles. */
import { expect, test } from 'vitest';
import { modelFromBinary, modelFromXml, prepare } from '../../../src/index.ts';
import type { FlagId } from '../../../src/view/scene/settings.ts';
import { drop, light, open, page, savedBytes } from './page.ts';

/** Mean brightness of the current picture, and the number of draw calls. */
function brightness(): Promise<{ mean: number; calls: number }> {
  return page.evaluate(() => {
    const { loop, sceneRenderer } = globalThis.tenon!;
    loop.draw();
    const { calls } = sceneRenderer.renderer.info.render;
    const { width, height } = sceneRenderer.canvas;
    const copy = new OffscreenCanvas(width, height).getContext('2d')!;
    copy.drawImage(sceneRenderer.canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    return { mean: data.reduce((sum, level) => sum + level, 0) / data.length, calls };
  });
}

/** Toggle a flag; its group is opened first. */
async function press(text: string): Promise<void> {
  const row = page.locator('#section-rendering .toggle', { hasText: text });
  await row.evaluate((element) => element.closest('details.group')!.setAttribute('open', ''));
  await row.locator('input').click();
}

/** Set a number of the Visualization section. */
async function setNumber(name: string, value: string): Promise<void> {
  const field = page.locator('#section-visualization .field', { hasText: new RegExp(`^${name}$`) }).locator('input');
  await field.fill(value);
  await field.press('Enter');
}

export function testDisplay(): void {
  test('the physical look can be enabled, and disabled without a trace', async () => {
    await open('#example=box_stack&paused&show=no-reflection');
    // software rendering: a few pixels suffice
    await page.evaluate(() => globalThis.tenon!.sceneRenderer.resize(120, 80, 1));
    const before = await brightness();
    await press('Physically based');
    const physical = await brightness();
    const { materials, environment } = await page.evaluate(() => {
      const { sceneRenderer } = globalThis.tenon!;
      const found = new Set<string>();
      const scene = sceneRenderer.scene!;
      scene.traverse((object) => found.add((object as { material?: { type: string } }).material?.type ?? ''));
      return { materials: [...found], environment: scene.environment !== null };
    });
    expect(materials).toContain('MeshStandardMaterial');
    expect(environment).toBe(true);
    expect(Math.abs(physical.mean - before.mean)).toBeGreaterThan(2);
    await page.waitForFunction(() => location.hash.includes('physical'));
    await press('Physically based');
    expect(await brightness()).toEqual(before);
  });

  test('a model without lights and floor has a backdrop, as in MuJoCo only on request, and ids have none', async () => {
    const before = await page.evaluate(() => globalThis.tenon!.link());
    await drop({ 'bare.xml': '<mujoco model="bare"><worldbody><geom size=".1"/></worldbody></mujoco>' });
    await page.waitForFunction(() => globalThis.tenon!.session?.title === 'bare');
    const picture = async (flags: Partial<Record<FlagId, boolean>>) => {
      await page.evaluate((wanted) => Object.assign(globalThis.tenon!.settings.flags, wanted), flags);
      return brightness();
    };
    await page.evaluate(() => globalThis.tenon!.sceneRenderer.resize(120, 80, 1));
    const studio = await picture({});
    const plain = await picture({ backdrop: false });
    // the ball is lit, and there is ground
    expect(studio.mean).not.toBeCloseTo(plain.mean, 0);
    expect(studio.calls).toBeGreaterThan(plain.calls);
    expect(await page.evaluate(() => globalThis.tenon!.session!.link().show)).toEqual(['no-backdrop']);
    const ids = await picture({ idColor: true });
    expect(await picture({ backdrop: true })).toEqual(ids);
    await open(`${light(before.example!)}&paused`);
  });

  test('bounding boxes are drawn, and the headlight, the lens and sizes can be changed', async () => {
    await page.click('#section-visualization > summary');
    const before = await brightness();
    await page
      .locator('#section-visualization .toggle', { hasText: /^active$/ })
      .locator('input')
      .click();
    const dark = await brightness();
    expect(dark.mean).toBeLessThan(before.mean - 5);
    await setNumber('fovy', '20');
    await setNumber('contactwidth', '0.9');
    const seen = await page.evaluate(() => {
      const { sceneRenderer, sim } = globalThis.tenon!;
      sceneRenderer.rig!.free();
      globalThis.tenon!.loop.draw();
      return [sceneRenderer.rig!.perspective.fov, Number(sim!.m.vis.scale.contactwidth.toFixed(3))];
    });
    expect(seen).toEqual([20, 0.9]);
    const { calls } = await brightness();
    await press('Bounding boxes of bodies');
    // all boxes in one draw call
    expect((await brightness()).calls).toBe(calls + 1);
    await press('Bounding boxes of bodies');
  });

  test('an added keyframe is in the saved XML, and the saved binary equals the model', async () => {
    await page.evaluate(async () => {
      globalThis.tenon!.sim!.runTo(0.05);
      await globalThis.tenon!.sim!.whenIdle();
      document.querySelector<HTMLElement>('#keep-key')!.click();
    });
    await prepare();
    const text = modelFromXml((await savedBytes('#save-xml')).toString());
    expect(text.nkey).toBe(await page.evaluate(() => globalThis.tenon!.sim!.m.nkey + 1));
    expect(text.key_time.at(-1)).toBeCloseTo(0.05, 9);
    expect([...text.key_qpos.subarray(-text.nq)].map((x) => Number(x.toPrecision(6)))).toEqual(
      await page.evaluate(() => Array.from(globalThis.tenon!.sim!.d.qpos, (x) => Number(x.toPrecision(6)))),
    );
    const binary = await modelFromBinary(await savedBytes('#save-binary'));
    expect([...binary.geom_size]).toEqual([...text.geom_size]);
    // changes on the page are in both
    expect([binary, text].map(({ vis }) => [vis.global.fovy, Number(vis.scale.contactwidth.toFixed(3))])).toEqual([
      [20, 0.9],
      [20, 0.9],
    ]);
  });

  test('the solver and the stages are plotted over time', async () => {
    await open(light('quadruped'));
    await page.click('#section-profile > summary');
    await page.click('#profile-measure');
    await page.locator('#profile-effort .uplot').waitFor();
    await page.locator('#profile-stages .uplot').waitFor();
    expect(await page.locator('#profile-stages .u-series').count()).toBeGreaterThan(3);
    await page.click('#profile-measure');
    expect(await page.locator('#profile-stages').isHidden()).toBe(true);
  });

  test('a slow load shows the file being read and the compilation', async () => {
    const said = await page.evaluate(async () => {
      const seen: string[] = [];
      const grid = Array.from({ length: 20 }, (_, k) => `<body pos="${k} 0 0"><freejoint/><geom size=".1"/></body>`);
      const files = new Map([
        ['big.xml', `<mujoco><include file="many.xml"/></mujoco>`],
        ['many.xml', `<mujoco><worldbody>${grid.join('')}</worldbody></mujoco>`],
      ]);
      const encode = (text: string) => new TextEncoder().encode(text);
      const watcher = new MutationObserver(() => {
        const text = document.querySelector('#loading-step')?.textContent;
        if (text) seen.push(text);
      });
      watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
      // shorten the delay before progress is shown
      const { setTimeout } = window;
      window.setTimeout = ((act: () => void) => setTimeout(act, 0)) as typeof setTimeout;
      await globalThis.tenon!.openFiles(new Map([...files].map(([name, text]) => [name, encode(text)])));
      window.setTimeout = setTimeout;
      watcher.disconnect();
      return seen;
    });
    expect(said.join()).toMatch(/reading (big|many)\.xml|compiling/);
  });
}
