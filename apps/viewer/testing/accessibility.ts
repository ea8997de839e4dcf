/** Accessibility: findings of axe-core, and options that the keyboard reaches. */
import axeCore from 'axe-core';
import { expect, test } from 'vitest';
import { light, newPage, open, serving } from './page.ts';

type Page = Awaited<ReturnType<typeof newPage>>;

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** The global object of a page in which axe-core was evaluated. */
interface Examined {
  axe: { run(): Promise<{ violations: Finding[]; passes: Finding[] }> };
}

/** Serious and critical findings on a page, and the rules that it passes. */
async function examine(on: Page): Promise<{ findings: string[]; passed: string[] }> {
  await on.evaluate(axeCore.source);
  const { violations, passes } = await on.evaluate(() => (globalThis as unknown as Examined).axe.run());
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  return { findings, passed: passes.map(({ id }) => id) };
}

/** Open all sections and groups of the panels. */
function unfoldAll(on: Page): Promise<void> {
  return on.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('aside details')) details.open = true;
  });
}

export function testAccessibility(): void {
  test.each(['light', 'dark'] as const)(
    'axe-core finds nothing serious in the gallery, in %s colors',
    async (colorScheme) => {
      const other = await newPage(1280, 800);
      await other.emulateMedia({ colorScheme });
      await other.goto(serving.url);
      await other.locator('.card').first().waitFor();
      const { findings, passed } = await examine(other);
      expect(findings).toEqual([]);
      expect(passed).toEqual(expect.arrayContaining(['color-contrast', 'button-name', 'image-alt']));
      await other.close();
    },
  );

  test.each(['light', 'dark'] as const)(
    'axe-core finds nothing serious in an example with all sections open, in %s colors',
    async (colorScheme) => {
      const other = await newPage(1280, 800);
      await other.emulateMedia({ colorScheme });
      await open(`${light('quadruped_walk')}&paused&plot=qpos[2]`, other);
      await unfoldAll(other);
      const { findings, passed } = await examine(other);
      expect(findings).toEqual([]);
      expect(passed).toEqual(expect.arrayContaining(['color-contrast', 'button-name', 'label', 'select-name']));
      await other.close();
    },
  );

  test('the audit notices a button without a name', async () => {
    const other = await newPage(800, 480);
    await open(`${light('pendulum')}&paused`, other);
    await other.evaluate(() => document.querySelector('#play')!.replaceWith(document.createElement('button')));
    expect((await examine(other)).findings.join()).toContain('button-name');
    await other.close();
  });

  test('the keyboard reaches every option of both panels, and each has a name', async () => {
    const other = await newPage(1280, 800);
    await open(`${light('quadruped_walk')}&paused`, other);
    await unfoldAll(other);
    const wanted = await other.evaluate(() => {
      const all = document.querySelectorAll<HTMLElement>('aside input, aside select, aside button, aside summary');
      const seen = [...all].filter((element) => element.checkVisibility());
      const reached = new Set<EventTarget>();
      addEventListener('focusin', ({ target }) => {
        if (target && seen.includes(target as HTMLElement)) reached.add(target);
        document.body.dataset['reached'] = String(reached.size);
      });
      return seen.length;
    });
    expect(wanted).toBeGreaterThan(150);
    // backward from the picture through the left panel, forward from its handle through the right one
    for (const [start, keyName] of [
      ['#canvas', 'Shift+Tab'],
      ['#handle-right', 'Tab'],
    ] as const) {
      await other.locator(start).focus();
      for (let k = 0; k < wanted; k++) await other.keyboard.press(keyName);
    }
    expect(Number(await other.locator('body').getAttribute('data-reached'))).toBe(wanted);
    // Space switches a checkbox that the keyboard reached; elsewhere it plays
    await other.locator('#energy-switch').focus();
    await other.keyboard.press(' ');
    expect(await other.locator('#energy-switch').isChecked()).toBe(true);
    expect(await other.evaluate(() => globalThis.tenon!.sim!.playing)).toBe(false);
    await other.locator('#canvas').focus();
    await other.keyboard.press(' ');
    expect(await other.evaluate(() => globalThis.tenon!.sim!.playing)).toBe(true);
    await other.close();
  });
}
