/** Tests of the panels: folded or open, next to the picture or as sheets. */
import { expect, test } from 'vitest';
import { light, newPage, open } from './page.ts';

/** The width of the picture, and which panels are visible. */
async function layout(on: Awaited<ReturnType<typeof newPage>>) {
  const shown = (id: string) => on.locator(id).isVisible();
  const { width } = (await on.locator('#canvas').boundingBox())!;
  return { width, left: await shown('#left'), right: await shown('#right') };
}

export function testPanels(): void {
  test('panels of an example are folded; a handle opens one, and the next visit has it open', async () => {
    const other = await newPage(800, 480);
    await open(light('pendulum'), other);
    await other.evaluate(() => localStorage.removeItem('tenon.panels'));
    await open(light('pendulum'), other);
    expect(await layout(other)).toEqual({ width: 800, left: false, right: false });
    const handle = other.locator('#handle-right');
    expect(await handle.getAttribute('aria-expanded')).toBe('false');
    await handle.click();
    expect(await layout(other)).toEqual({ width: 480, left: false, right: true });
    expect(await handle.getAttribute('aria-expanded')).toBe('true');
    await other.reload();
    await other.locator('#section-info').waitFor();
    expect(await layout(other)).toEqual({ width: 480, left: false, right: true });
    // a panel that is folded by keyboard leaves the focus on its handle
    await other.locator('#section-info > summary').focus();
    await other.evaluate(() => globalThis.tenon!.sides.toggle('right'));
    expect(await other.evaluate(() => document.activeElement?.id)).toBe('handle-right');
    await other.close();
  });

  test('panels of other models are open', async () => {
    const other = await newPage(800, 480);
    await open(light('pendulum'), other);
    await other.evaluate(() => localStorage.removeItem('tenon.panels'));
    await other.evaluate(() => globalThis.tenon!.open({ kind: 'address', url: 'examples/gyroscope.xml' }));
    expect(await layout(other)).toEqual({ width: 200, left: true, right: true });
    await other.close();
  });

  test('a camera of the model shows the whole arm, however narrow the panels leave the picture', async () => {
    const other = await newPage(800, 480);
    await open(`${light('pick_and_place')}&paused`, other);
    const edges = await other.evaluate(() => {
      const { sceneRenderer, sim, loop } = globalThis.tenon!;
      loop.draw();
      const { m, d } = sim!;
      const { rig } = sceneRenderer;
      // centers of all geoms except the ground
      return Array.from({ length: m.ngeom }, (_, g) => g)
        .filter((g) => m.geom_type[g] !== 0)
        .map((g) =>
          rig!.lookat.clone().set(...(d.geom_xpos.slice(3 * g, 3 * g + 3) as unknown as [number, number, number])),
        )
        .map((point) => Math.abs(point.project(rig!.active).x));
    });
    expect(await layout(other)).toEqual({ width: 200, left: true, right: true });
    expect(Math.max(...edges)).toBeLessThan(1);
    await other.close();
  });

  test('controls are first, in groups that a search filters; the energy is computed on request', async () => {
    const other = await newPage(900, 700);
    await open(`${light('humanoid')}&paused`, other);
    const sections = await other.locator('#right > .panels > details').evaluateAll((all) => all.map(({ id }) => id));
    expect(sections.slice(0, 3)).toEqual(['section-control', 'section-joint', 'section-info']);
    const visible = () =>
      other
        .locator('#section-control .slider:visible > span:first-child')
        .evaluateAll((all) => all.map((e) => e.textContent));
    expect(await visible()).toEqual(['waist yaw', 'waist pitch', 'waist roll']);
    await other.fill('#section-control input[type=search]', 'knee');
    expect(await visible()).toEqual(['right knee', 'left knee']);
    await other.fill('#section-control input[type=search]', 'wing');
    expect(await other.locator('#section-control [role=status]').textContent()).toBe(
      'No control has this in its name.',
    );
    await other.fill('#section-control input[type=search]', '');
    expect(await visible()).toHaveLength(3);
    expect(await other.locator('#energy').textContent()).toBe('not computed');
    await other.check('#energy-switch');
    await other.evaluate(() => globalThis.tenon!.sim!.stepForward());
    await other.waitForFunction(() => /^-?[\d.]+ J$/.test(document.querySelector('#energy')!.textContent));
    expect(await other.evaluate(() => globalThis.tenon!.sim!.d.energy[0])).not.toBe(0);
    await other.close();
  });

  test('a link with unknown words opens what it can, and says what it cannot', async () => {
    const other = await newPage(800, 480);
    await open(`${light('pendulum')}&paused&camera=9&track=1&opt.timestpe=1`, other);
    const said = async () => (await other.locator('#toast').textContent())!.split('\n');
    expect(await said()).toEqual([
      expect.stringContaining('camera=9: expected a camera from 0 to'),
      expect.stringContaining("opt.timestpe: unknown option; did you mean 'timestep'?"),
    ]);
    expect(await other.evaluate(() => globalThis.tenon!.sceneRenderer.rig!.mode)).toEqual({ kind: 'track', body: 1 });
    await other.evaluate(() => globalThis.tenon!.follow({ example: 'pendulun' }));
    expect(await other.locator('.gallery').count()).toBe(1);
    expect((await said()).at(-1)).toContain("unknown example; did you mean 'pendulum'?");
    await other.close();
  });

  test('on a phone a panel is a sheet below the picture, one at a time, with a button that closes it', async () => {
    const phone = await newPage(390, 844);
    await open(light('pendulum'), phone);
    expect(await layout(phone)).toEqual({ width: 390, left: false, right: false });
    await phone.click('#toggle-right');
    const sheet = (await phone.locator('#right').boundingBox())!;
    const picture = (await phone.locator('#canvas').boundingBox())!;
    expect(sheet.width).toBe(390);
    expect(picture.height).toBeGreaterThan(150);
    expect(sheet.y).toBeGreaterThanOrEqual(picture.y + picture.height - 1);
    await phone.click('#toggle-left');
    expect(await layout(phone)).toEqual({ width: 390, left: true, right: false });
    await phone.focus('#left .sheet-head button');
    await phone.keyboard.press('Enter');
    expect(await layout(phone)).toEqual({ width: 390, left: false, right: false });
    expect(await phone.evaluate(() => document.activeElement?.id)).toBe('toggle-left');
    await phone.close();
  });
}
