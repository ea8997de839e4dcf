// needs: a browser
/** The viewer in a real browser: a user's first five minutes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewerFolder } from '../../scripts/viewer.mjs';
import { serve } from './server/serve.ts';
import { testAccessibility } from './testing/accessibility.ts';
import { testDisplay } from './testing/display.ts';
import { testDroppedFiles } from './testing/droppedFiles.ts';
import {
  bodyOnPage,
  closeViewer,
  doubleClick,
  drop,
  errors,
  frames,
  light,
  newPage,
  open,
  openViewer,
  PIXELS,
  page,
  serving,
  time,
} from './testing/page.ts';
import { testPanels } from './testing/panels.ts';
import { testWorking } from './testing/working.ts';

beforeAll(openViewer, 240_000);
afterAll(closeViewer);

test('the gallery shows every example, and a click opens a running one', async () => {
  await page.goto(serving.url);
  await page.locator('.card').first().waitFor();
  const names = await page
    .locator('.card')
    .evaluateAll((cards) => cards.map((c) => (c as HTMLElement).dataset['example']));
  expect(names).toEqual(expect.arrayContaining(['humanoid', 'pendulum', 'quadruped', 'box_stack']));
  await page.click('.card[data-example="pendulum"]');
  await page.waitForFunction(() => (globalThis.tenon?.sim?.d.time ?? 0) > 0.05);
  expect(await page.title()).toBe('pendulum · Tenon');
  await page.waitForFunction(() => location.hash.includes('example=pendulum'));
});

test('pause stops time, a step forward advances one timestep, and a step back undoes it', async () => {
  await page.click('#play');
  const before = await time();
  await frames(3);
  expect(await time()).toBe(before);
  await page.click('#step-forward');
  expect(await time()).toBeCloseTo(before + 0.002, 9);
  await page.click('#step-back');
  expect(await time()).toBe(before);
  await page.locator('#canvas').focus();
  await page.keyboard.press('ArrowRight');
  expect(await time()).toBeCloseTo(before + 0.002, 9);
});

test('the timeline goes back, and playing continues from there', async () => {
  const late = await time();
  await page.evaluate(() => {
    const line = document.querySelector<HTMLInputElement>('#timeline')!;
    line.value = '3';
    line.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const first = await time();
  expect(first).toBeCloseTo(3 * 0.002, 9);
  expect(first).toBeLessThan(late);
  await page.keyboard.press('Space');
  await page.waitForFunction((from) => globalThis.tenon!.sim!.d.time > from + 0.01, first);
  // later states are discarded: the history ends at the present
  await page.keyboard.press('Space');
  const now = await time();
  const { length, cursor } = await page.evaluate(() => globalThis.tenon!.sim!.history);
  expect(cursor).toBe(length - 1);
  expect(now).toBeCloseTo(0.002 * cursor, 9);
});

test('a double click selects a body, and dragging it with Ctrl pulls it', async () => {
  await open(`${light('pendulum')}&key=-1&paused`);
  // a click hits the last drawn frame
  await page.evaluate(() => globalThis.tenon!.loop.draw());
  const { x, y } = await bodyOnPage('arm');
  await doubleClick({ x, y });
  await page.waitForFunction(() => globalThis.tenon!.sim!.perturbation.body === 1);
  await page.keyboard.press('Space');
  await page.keyboard.down('Control');
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y - 20, { steps: 4 });
  await page.waitForFunction(() => Math.abs(globalThis.tenon!.sim!.d.qpos[0]!) > 0.1);
  expect(await page.evaluate(() => globalThis.tenon!.sim!.d.xfrc_applied.some((f) => f !== 0))).toBe(true);
  await page.mouse.up();
  await page.keyboard.up('Control');
  await page.waitForFunction(() => globalThis.tenon!.sim!.d.xfrc_applied.every((f) => f === 0));
});

test('a slider sets a control, and keys change visual settings', async () => {
  await open(light('cart_double_pendulum'));
  const slider = page.locator('#section-control input[type=range]').first();
  await slider.focus();
  await page.keyboard.press('End');
  expect(await page.evaluate(() => globalThis.tenon!.sim!.d.ctrl[0])).toBeCloseTo(1, 6);
  await page.waitForFunction(() => globalThis.tenon!.sim!.d.qpos[0]! > 0.02);
  await page.locator('#canvas').focus();
  await page.keyboard.press('c');
  await page.keyboard.press('f');
  expect(await page.evaluate(() => globalThis.tenon!.settings.flags.contactForce)).toBe(true);
  await page.waitForFunction(() => /contactPoint,contactForce/.test(location.hash));
});

test('a dropped model with a mesh is loaded and drawn', async () => {
  await drop({
    'scene.xml': `<mujoco model="dropped"><compiler meshdir="assets"/><asset><mesh name="wedge" file="wedge.obj"/></asset>
      <worldbody><light pos="0 0 3"/><geom type="plane" size="2 2 .1"/>
      <body name="wedge" pos="0 0 1"><freejoint/><geom type="mesh" mesh="wedge"/></body></worldbody></mujoco>`,
    'wedge.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
  });
  await page.waitForFunction(() => globalThis.tenon!.session?.title === 'dropped');
  await page.waitForFunction(() => globalThis.tenon!.sim!.d.time > 0);
  expect(await page.evaluate(() => globalThis.tenon!.sim!.m.nmesh)).toBe(1);
  // keep it still, and let two frames draw it in place
  await page.evaluate(async () => {
    globalThis.tenon!.sim!.play(false);
    await globalThis.tenon!.sim!.whenIdle();
    for (let k = 0; k < 2; k++) await new Promise((done) => requestAnimationFrame(done));
  });
  const { x, y } = await bodyOnPage('wedge');
  const body = await page.evaluate(
    ([px, py]) => {
      const { sceneRenderer } = globalThis.tenon!;
      const box = sceneRenderer.canvas.getBoundingClientRect();
      return sceneRenderer.pick((2 * (px! - box.left)) / box.width - 1, 1 - (2 * (py! - box.top)) / box.height)?.body;
    },
    [x, y],
  );
  expect(body).toBe(1);
});

test('a free body has sliders for position and angles', async () => {
  await page.locator('#section-joint > summary').click();
  const set = (label: string, value: string) =>
    page
      .locator('#section-joint .slider', { hasText: label })
      .locator('input')
      .evaluate((input, to) => {
        (input as HTMLInputElement).value = to;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }, value);
  if ((await page.locator('#section-joint').getAttribute('open')) === null)
    await page.locator('#section-joint > summary').click();
  await set('z wedge', '1.5');
  await set('yaw wedge', '1');
  await time();
  const qpos = await page.evaluate(() => [...globalThis.tenon!.sim!.d.qpos]);
  expect(qpos[2]).toBeCloseTo(1.5, 6);
  const [w, x, y, z] = qpos.slice(3, 7) as [number, number, number, number];
  expect(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))).toBeCloseTo(1, 6);
});

test('a camera follows a body', async () => {
  await page.locator('#canvas').focus();
  // a click hits the last drawn frame
  await page.evaluate(() => globalThis.tenon!.loop.draw());
  await doubleClick(await bodyOnPage('wedge'), { button: 'right', ctrl: true });
  await page.waitForFunction(() => globalThis.tenon!.sceneRenderer.rig!.mode.kind === 'track');
  expect(await page.evaluate(() => globalThis.tenon!.sceneRenderer.rig!.mode)).toEqual({ kind: 'track', body: 1 });
});

test('a link restores view and physics in another page, without workers', async () => {
  await open(
    `${light('cart_double_pendulum')}&opt.timestep=0.004&speed=0.5&track=3&view=120,-30,2,0,0,0.5&plot=qpos[1]`,
  );
  const url = await page.evaluate(() => {
    globalThis.tenon!.output.share();
    return location.href;
  });
  const other = await newPage(500, 320);
  await other.goto(url.replace('#', '?no-worker#'));
  await other.waitForFunction(() => (globalThis.tenon?.sim?.d.time ?? 0) > 0.02);
  expect(other.workers()).toHaveLength(0);
  expect(page.workers().length).toBeGreaterThan(0);
  const seen = await other.evaluate(() => {
    const { sim, sceneRenderer, session, settings } = globalThis.tenon!;
    const { rig } = sceneRenderer;
    return [sim!.m.opt.timestep, sim!.speed, rig!.mode, rig!.distance, session!.link().plot, settings.flags.shadow];
  });
  expect(seen).toEqual([0.004, 0.5, { kind: 'track', body: 3 }, 2, ['qpos[1]'], false]);
  await other.close();
  await page.locator('#canvas').focus();
  await page.keyboard.press(']');
  expect(await page.evaluate(() => globalThis.tenon!.sceneRenderer.rig!.mode)).toEqual({ kind: 'fixed', id: 0 });
});

test('the page responds while the engine is busy, and cancels it on request', async () => {
  await page.evaluate(() => globalThis.tenon!.sim!.runTo(1e6));
  await page.waitForFunction(() => globalThis.tenon!.sim!.overdueMs > 1000);
  await page.waitForFunction(() => /busy for \d+ s/.test(document.querySelector('#engine-ms')!.textContent!));
  await page.click('#help-button');
  await page.click('.help .primary');
  await open(light('pendulum'));
  expect(await page.evaluate(() => globalThis.tenon!.session!.title)).toBe('pendulum');
  expect(await time()).toBeLessThan(1e3);
});

test('a model with an error shows its text with the marked line, and a way back', async () => {
  await drop({ 'bad.xml': '<mujoco>\n  <worldbody>\n    <geom tipe="box" size="1"/>\n  </worldbody>\n</mujoco>' });
  await page.locator('.error-view').waitFor();
  expect(await page.locator('.line.marked').getAttribute('data-line')).toBe('3');
  expect(await page.locator('.mistakes').textContent()).toMatch(/bad\.xml:3:\d+ <geom> tipe/);
  await page.click('.error-view .primary');
  expect(await page.evaluate(() => globalThis.tenon!.session?.title)).toBe('pendulum');
});

test('a diverging simulation stops and returns to the last good state', async () => {
  await drop({
    'wild.xml': `<mujoco><option timestep="0.05"/><worldbody><body name="mass"><joint name="spring" type="slide" stiffness="1e5"/>
      <geom size=".1" mass=".01"/></body></worldbody><keyframe><key qpos="0.1"/></keyframe></mujoco>`,
  });
  await page.locator('.diverged').waitFor();
  expect(await page.locator('.diverged').textContent()).toContain("joint 'spring' of body 'mass'");
  await page.click('#recover');
  await page.locator('.diverged').waitFor({ state: 'hidden' });
  await time();
  expect(await page.evaluate(() => Math.abs(globalThis.tenon!.sim!.d.qpos[0]!))).toBeLessThan(1e3);
});

test('a program controls its example in the worker and is shown next to the picture', async () => {
  await open(light('kapitza'));
  await page.waitForFunction(() => Math.abs(globalThis.tenon!.sim!.d.ctrl[0]!) > 0.001);
  await page.waitForFunction(() => document.querySelector('.program')!.textContent!.includes('AMPLITUDE * Math.sin'));
  // one that also creates its model
  await open(light('metronomes'));
  expect(await page.evaluate(() => globalThis.tenon!.sim!.m.nu)).toBe(7);
  // and none from elsewhere when a link is followed
  await page.evaluate(() => globalThis.tenon!.follow({ model: 'examples/gallery/phenomena/metronomes.js' }));
  expect(await page.locator('.gallery').count()).toBe(1);
});

test('forces on a body are listed, any field can be watched, and model, data and camera can be exported', async () => {
  await open('#example=box_stack&paused&speed=slow&show=no-shadow,no-reflection');
  expect(await page.locator('#toast').textContent()).toContain('speed=slow: expected a number');
  for (const id of ['forces', 'watch', 'save']) await page.click(`#section-${id} > summary`);
  await page.evaluate(() => globalThis.tenon!.sim!.runTo(0.3));
  await page.waitForFunction(() => document.querySelectorAll('#forces-table tbody tr').length > 3);
  await page.fill('#watch-field', 'energy');
  await page.press('#watch-field', 'Enter');
  await page.waitForFunction(() => /energy\[0\]-?\d/.test(document.querySelector('#watch-values')!.textContent!));
  const saved = async (id: string) => {
    const waiting = page.waitForEvent('download');
    await page.click(id);
    return readFileSync(await (await waiting).path(), 'utf8');
  };
  expect(await saved('#print-data')).toMatch(/^qpos [-\d]/m);
  expect(await saved('#print-model')).toMatch(/^opt\.timestep 0\.00/m);
  expect(await saved('#save-xml')).toMatch(/^<mujoco/);
  expect(await page.evaluate(() => globalThis.tenon!.session!.camera())).toMatch(/^<camera pos="[-\d. e]+" xyaxes=/);
});

test('Space toggles playback with the focus on any element', async () => {
  await page.locator('#section-watch > summary').focus();
  await page.keyboard.press(' ');
  await page.waitForFunction(() => globalThis.tenon!.sim!.playing);
  await page.keyboard.press(' ');
  await page.waitForFunction(() => !globalThis.tenon!.sim!.playing);
});

test('a segmentation picture has one color for each geom', async () => {
  const foldPanels = async (folded: boolean) => {
    await page.evaluate((on) => {
      for (const side of ['left', 'right'] as const) globalThis.tenon!.sides.set(side, !on);
    }, folded);
    await frames(2);
  };
  await foldPanels(true);
  const colors = await page.evaluate((pixels) => {
    const { settings, loop, sceneRenderer, sim } = globalThis.tenon!;
    Object.assign(settings.flags, { segment: true, skybox: false, haze: false });
    loop.draw();
    const copy = new OffscreenCanvas(sceneRenderer.canvas.width, sceneRenderer.canvas.height).getContext('2d')!;
    copy.drawImage(sceneRenderer.canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, sceneRenderer.canvas.width, sceneRenderer.canvas.height);
    const count = new Map<string, number>();
    for (let k = 0; k < data.length; k += 4) {
      const color = data.slice(k, k + 3).join();
      count.set(color, (count.get(color) ?? 0) + 1);
    }
    settings.flags.segment = false;
    return { large: [...count.values()].filter((n) => n > 150 * pixels ** 2).length, geoms: sim!.m.ngeom };
  }, PIXELS);
  await foldPanels(false);
  expect(colors.large).toBeGreaterThan(4);
  expect(colors.large).toBeLessThanOrEqual(colors.geoms + 8);
});

test('the cart plans in the worker, swings up its poles, and shows the cost of derivatives', async () => {
  await open(light('swing_up'));
  await page.waitForFunction(() => globalThis.tenon!.sim!.d.sensordata[1]! > 0);
  // their resting position is known from tests of the same program in Node
  await page.waitForFunction(() => Math.abs(globalThis.tenon!.sim!.d.qvel[1]!) > 3);
});

test('a dog gets up and a box is identified in the worker: their programs import modules of other folders', async () => {
  await open(light('stand_up'));
  await page.waitForFunction(() => globalThis.tenon!.sim!.d.sensordata[1]! > 0);
  await open(light('identification'));
  await page.waitForFunction(() => globalThis.tenon!.sim!.d.sensordata[3]! > 0);
});

test('recording and saving a picture produce files', async () => {
  await open(light('pendulum'));
  await page.click('#record');
  // time to encode a frame
  await frames(7);
  const waiting = page.waitForEvent('download');
  await page.click('#record');
  const video = await waiting;
  expect(video.suggestedFilename()).toBe('pendulum.webm');
  // signature of a WebM file
  expect(
    readFileSync(await video.path())
      .subarray(0, 4)
      .toString('hex'),
  ).toBe('1a45dfa3');
  const picture = page.waitForEvent('download');
  await page.click('#screenshot');
  expect((await picture).suggestedFilename()).toBe('pendulum.png');
});

test('physics can be changed during a run, fields plotted, and the cost of a frame is shown', async () => {
  await open('#example=humanoid&show=inertia,joint,contactForce,no-shadow,no-reflection&plot=energy');
  await page.click('#section-physics > summary');
  const gravity = page.locator('#section-physics .triple').first().locator('input').nth(2);
  await gravity.fill('0');
  await gravity.press('Enter');
  expect(await page.evaluate(() => globalThis.tenon!.sim!.m.opt.gravity[2])).toBe(0);
  expect(await page.locator('.plot .uplot').count()).toBe(1);
  await page.click('#section-profile > summary');
  await page.waitForFunction(() => /^engine \d/.test(document.querySelector('#engine-ms')!.textContent!));
  await page.waitForFunction(() =>
    /Engine per frame[\d.]+ ms/.test(document.querySelector('#profile-table')!.textContent!),
  );
  await page.waitForFunction(() => globalThis.tenon!.sim!.frameMs > 0);
});

testDisplay();

testDroppedFiles();

testWorking();

testPanels();

testAccessibility();

test('the page reloads when the file of a model changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-view-'));
  const model = (name: string) =>
    `<mujoco model="${name}"><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
  writeFileSync(join(folder, 'm.xml'), model('first'));
  const live = await serve({ viewer: viewerFolder, model: join(folder, 'm.xml') });
  try {
    await page.goto(live.url);
    await page.waitForFunction(() => globalThis.tenon?.session?.title === 'first');
    writeFileSync(join(folder, 'm.xml'), model('second'));
    await page.waitForFunction(() => globalThis.tenon?.session?.title === 'second');
  } finally {
    await live.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('on a phone the picture is first and panels slide up', async () => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto(serving.url + light('pendulum'));
  await page.waitForFunction(() => (globalThis.tenon?.sim?.d.time ?? 0) > 0);
  const box = (await page.locator('#stage').boundingBox())!;
  expect(box.width).toBe(390);
  expect(box.height).toBeGreaterThan(500);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // every action is large enough for a finger
  const buttons = await page
    .locator('#top button, #bottom button')
    .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON() as DOMRect));
  expect(buttons).toHaveLength(14);
  for (const { left, right, width, height } of buttons) {
    expect(Math.min(width, height)).toBeGreaterThan(30);
    expect(left >= 0 && right <= 390).toBe(true);
  }
  await page.click('#toggle-right');
  expect(await page.locator('#right').isVisible()).toBe(true);
});

test('a page measures the performance of this machine', async () => {
  await page.goto(`${serving.url}measure.html?ms=10`);
  await page.click('button');
  await page.waitForFunction(() => /was ready after \d+ ms/.test(document.body.textContent!));
  const rows = await page.locator('tbody tr').allTextContents();
  expect(rows.map((row) => /^[a-z_]+/.exec(row)?.[0])).toEqual(['pendulum', 'humanoid', 'box_stack', 'quadruped']);
  const rates = await page.locator('tbody td:nth-child(4)').allTextContents();
  for (const rate of rates) expect(Number(rate.replaceAll(',', ''))).toBeGreaterThan(0);
});

test('the page has thrown no errors', () => {
  expect(errors).toEqual([]);
});
