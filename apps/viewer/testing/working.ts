/** Tests of tools: effects, control noise, plots of sensors, saved files, models from archives and URLs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FlagId } from '../../../src/view/scene/settings.ts';
import { drop, page, savedBytes, time } from './page.ts';

const LONG = 'a_joint_whose_name_is_longer_than_its_place_in_the_panel';

/** An infinite ground, a crate with a camera in it, one that looks at it, and an arm with a motor and a sensor. */
const workshop = `<mujoco model="workshop"><option timestep="0.002"/><visual><map haze="0.5"/><rgba haze="1 0 0 1"/></visual>
  <asset><texture type="skybox" builtin="gradient" rgb1="0 0 1" rgb2="0 0 1" width="8" height="8"/></asset>
  <worldbody><light pos="0 0 3"/><camera name="outside" pos="0 -3 .5" xyaxes="1 0 0 0 0 1"/>
  <camera name="inside" pos="0 0 .5" xyaxes="1 0 0 0 0 1"/><geom type="plane" size="0 0 1"/>
  <geom name="crate" type="box" size=".5 .5 .5" pos="0 0 .5" rgba=".2 .9 .2 1"/>
  <body pos="3 0 2"><joint name="${LONG}" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/></body></worldbody>
  <actuator><motor name="pull" joint="${LONG}"/></actuator><sensor><jointpos name="angle" joint="${LONG}"/></sensor></mujoco>`;

/**
 * Render through a camera with these flags, and return the colors of the pixels at these positions (0 to 1, from the
 * upper left).
 */
function colors(camera: number, flags: Partial<Record<FlagId, boolean>>, pixels: [number, number][]) {
  return page.evaluate(
    ([id, wanted, at]) => {
      const { loop, sceneRenderer, settings } = globalThis.tenon!;
      const before = { ...settings.flags };
      Object.assign(settings.flags, wanted);
      sceneRenderer.rig!.fixed(id);
      sceneRenderer.resize(60, 40, 1);
      loop.draw();
      const copy = new OffscreenCanvas(60, 40).getContext('2d')!;
      copy.drawImage(sceneRenderer.canvas, 0, 0);
      Object.assign(settings.flags, before);
      return at.map(([x, y]) => [...copy.getImageData(60 * x, 40 * y, 1, 1).data.slice(0, 3)]);
    },
    [camera, flags, pixels] as const,
  );
}

/** Press a button in a panel; panels are long, so this does not scroll the page. */
async function press(selector: string): Promise<void> {
  await page.locator(selector).first().dispatchEvent('click');
}

async function unfold(id: string): Promise<void> {
  await page.locator(`#section-${id}`).evaluate((section) => section.setAttribute('open', ''));
}

export function testWorking(): void {
  test('haze, back faces, segments and ids as colors are drawn on request', async () => {
    await drop({ 'workshop.xml': workshop });
    await page.waitForFunction(() => globalThis.tenon!.session?.title === 'workshop');
    const horizon: [number, number][] = [[0.05, 0.47]];
    const [[clear], [hazy]] = [await colors(0, { haze: false }, horizon), await colors(0, {}, horizon)];
    expect(clear![2]).toBe(255);
    expect(hazy![0]).toBeGreaterThan(150);
    // a camera inside the crate shows the sky or the crate
    const middle: [number, number][] = [[0.5, 0.4]];
    const [[through], [against]] = [await colors(1, {}, middle), await colors(1, { cullFace: false }, middle)];
    expect(through![2]).toBeGreaterThan(through![1]!);
    expect(against![1]).toBeGreaterThan(against![2]!);
    // the crate is the second geom, the ground the first; neither light nor haze affects their colors, and the sky is
    // black
    const pixels: [number, number][] = [
      [0.5, 0.5],
      [0.1, 0.9],
      [0.1, 0.1],
    ];
    expect(await colors(0, { idColor: true }, pixels)).toEqual([
      [2, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]);
    const [crate, other, ground] = await colors(0, { segment: true }, [[0.5, 0.45], [0.45, 0.55], pixels[1]!]);
    expect(crate).toEqual(other);
    expect(crate).not.toEqual(ground);
  });

  test('control noise can be enabled, a click plots a sensor, and long names are shown in full', async () => {
    await page.evaluate(() => globalThis.tenon!.sim!.reset(-1));
    await page
      .locator('#noise input')
      .first()
      .evaluate((slider: HTMLInputElement) => {
        slider.value = '1';
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      });
    await page.waitForFunction(() => Math.abs(globalThis.tenon!.sim!.d.qvel[0]!) > 1e-4);
    expect(await page.evaluate(() => globalThis.tenon!.sim!.d.ctrl[0])).toBe(0);
    await unfold('sensors');
    await press('#section-sensors button.link');
    await page.locator('.plot .uplot').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => globalThis.tenon!.session!.link().plot)).toEqual(['sensordata[0]']);
    await unfold('joint');
    const name = page.locator('#section-joint .slider > span:first-child', { hasText: LONG });
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  });

  test('the camera is copied as MJCF, and saved files have the changed options', async () => {
    await unfold('save');
    await page.evaluate(() => {
      globalThis.tenon!.display.freeCamera();
      navigator.clipboard.writeText = async (text) => {
        document.body.dataset['copied'] = text;
      };
    });
    await press('#copy-camera');
    await page.locator('body[data-copied]').waitFor();
    const copied = await page.locator('body').getAttribute('data-copied');
    expect(copied).toMatch(/^<camera pos="(\S+ ){2}\S+" xyaxes="(\S+ ){5}\S+"\/>$/);
    await unfold('physics');
    const set = async (field: string, value: string) => {
      const input = page.locator('#section-physics .field', { hasText: field }).locator('input').first();
      await input.evaluate((element: HTMLInputElement, to) => {
        element.value = to;
        element.dispatchEvent(new Event('change', { bubbles: true }));
      }, value);
    };
    await set('Timestep', '0.004');
    await set('Medium density', '1.5');
    await press('#section-physics .toggle:has-text("contact") input');
    await time();
    const text = (await savedBytes('#save-xml')).toString();
    expect(text).toMatch(/<option timestep="0.004" density="1.5"/);
    expect(text).toContain('contact="disable"');
    // unchanged values are saved as written
    expect(text).toContain('<map haze="0.5"/>');
  });

  test('the scene and a recorded motion are saved as glTF', async () => {
    const description = (bytes: Buffer) => {
      expect(bytes.toString('latin1', 0, 4)).toBe('glTF');
      return JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12))) as {
        nodes: { name: string }[];
        animations?: { samplers: { input: number }[] }[];
        accessors: { count: number }[];
      };
    };
    const scene = description(await savedBytes('#save-scene'));
    expect(scene.nodes.map(({ name }) => name)).toContain('crate');
    expect(scene.animations).toBe(undefined);
    await page.evaluate(() => globalThis.tenon!.sim!.play(false));
    await press('#record-motion');
    await page.waitForFunction(() => document.querySelector('#record-motion')!.textContent === 'Save motion');
    await page.evaluate(() => {
      globalThis.tenon!.sim!.set('qvel', 0, [3]);
      globalThis.tenon!.sim!.play(true);
    });
    const from = await time();
    await page.waitForFunction((start) => globalThis.tenon!.sim!.d.time > start + 0.3, from);
    const motion = description(await savedBytes('#record-motion'));
    expect(motion.accessors[motion.animations![0]!.samplers[0]!.input]!.count).toBeGreaterThan(2);
    await page.evaluate(() => globalThis.tenon!.sim!.play(false));
  });

  test('a dropped ZIP archive with a URDF robot and its mesh is opened', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-zip-'));
    try {
      const file = join(folder, 'robot.zip');
      const urdf = `<robot name="zipped"><link name="base"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
        <collision><geometry><mesh filename="meshes/wedge.obj"/></geometry></collision></link></robot>`;
      const script =
        'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1],"w",zipfile.ZIP_DEFLATED); ' +
        '[z.writestr("robot/"+n,t) for n,t in zip(sys.argv[2::2],sys.argv[3::2])]; z.close()';
      const mesh = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
      execFileSync('python3', ['-c', script, file, 'robot.urdf', urdf, 'meshes/wedge.obj', mesh]);
      await drop({ 'robot.zip': readFileSync(file) });
      await page.waitForFunction(() => globalThis.tenon!.session?.title === 'zipped');
      expect(await page.evaluate(() => globalThis.tenon!.sim!.m.nmesh)).toBe(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('the URL of a folder on GitHub opens its scene', async () => {
    const headers = { 'access-control-allow-origin': '*' };
    const list = ['arm.xml', 'scene.xml'].map((name) => ({ name, type: 'file' }));
    const api = 'https://api.github.com/**';
    const raw = 'https://raw.githubusercontent.com/**';
    const context = page.context();
    await context.route(api, (route) => route.fulfill({ json: list, headers }));
    await context.route(raw, (route) =>
      route.fulfill({ body: workshop.replace('workshop', route.request().url()), headers }),
    );
    try {
      await page.evaluate(() => globalThis.tenon!.showGallery());
      await page.locator('.gallery form input').fill('https://github.com/someone/robots/tree/main/arm');
      await page.locator('.gallery form button').click();
      const scene = 'https://raw.githubusercontent.com/someone/robots/main/arm/scene.xml';
      await page.waitForFunction((title) => globalThis.tenon!.session?.title === title, scene);
    } finally {
      await context.unroute(api);
      await context.unroute(raw);
    }
  });
}
