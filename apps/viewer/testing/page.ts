/** The viewer in a real browser, for its tests: a shared page. */
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserArgs, findProgram } from '../../../scripts/programs.mjs';
import { buildViewer, viewerFolder } from '../../../scripts/viewer.mjs';
import type { App } from '../app.ts';
import { type Serving, serve } from '../server/serve.ts';

declare global {
  // the handle of the page, see main.ts
  var tenon: App | undefined;
}

let browser: Browser;
export let serving: Serving;
/** The page that all tests share. */
export let page: Page;
/** Rendered pixels per page pixel: low, for software rendering. */
export const PIXELS = 0.5;
/** Errors thrown in the page. */
export const errors: string[] = [];

/** Before all tests: build, serve and open the viewer. */
export async function openViewer(): Promise<void> {
  await buildViewer();
  serving = await serve({ viewer: viewerFolder });
  browser = await chromium.launch({ executablePath: findProgram('chromium'), args: browserArgs });
  page = await newPage(800, 480);
}

export async function closeViewer(): Promise<void> {
  await browser?.close();
  await serving?.close();
}

export async function newPage(width: number, height: number): Promise<Page> {
  const fresh = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: PIXELS });
  await fresh.addInitScript(fewFrames);
  await fresh.addInitScript(coarseStudio);
  await fresh.addInitScript(openPanels);
  fresh.setDefaultTimeout(100_000);
  fresh.on('pageerror', (error) => errors.push(String(error)));
  return fresh;
}

/** Panels of examples are folded until the user opens them; most tests use them. */
function openPanels(): void {
  if (localStorage.getItem('tenon.panels') === null) localStorage.setItem('tenon.panels', '{"left":true,"right":true}');
}

/** Ten frames per second: software rendering is slow, and tests wait for frames. */
function fewFrames(): void {
  const { requestAnimationFrame } = window;
  window.requestAnimationFrame = (draw) => Number(setTimeout(() => requestAnimationFrame.call(window, draw), 100));
  window.cancelAnimationFrame = (id) => clearTimeout(id);
}

/**
 * A coarse environment for the physical look: three.js integrates over it in each of its pixels, for seconds on a CPU.
 */
function coarseStudio(): void {
  const { shaderSource } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.shaderSource = function (shader, text) {
    const coarse = text
      .replace('GGX_SAMPLES 256u', 'GGX_SAMPLES 8u')
      .replace('uniform int sourceSize;', 'const int sourceSize = 2;');
    shaderSource.call(this, shader, coarse);
  };
}

/** Link to an example without effects that are slow in software. */
export function light(name: string): string {
  return `#example=${name}&show=no-shadow,no-reflection`;
}

/** Follow a link to an example and wait until it runs. An open page continues without a reload. */
export async function open(hash: string, on: Page = page): Promise<void> {
  if (on.url().startsWith(serving.url)) {
    await on.evaluate(async (to) => {
      history.replaceState(null, '', to);
      await globalThis.tenon!.follow(globalThis.tenon!.link());
    }, hash);
  } else await on.goto(serving.url + hash);
  await on.waitForFunction(() => (globalThis.tenon?.sim?.d.time ?? 0) > 0 || globalThis.tenon?.sim?.playing === false);
}

/** Simulation time after all requests are done. */
export async function time(): Promise<number> {
  return page.evaluate(async () => {
    await globalThis.tenon!.sim!.whenIdle();
    return globalThis.tenon!.sim!.d.time;
  });
}

/** Waits for this many animation frames. */
export async function frames(count: number): Promise<void> {
  await page.evaluate(async (n) => {
    for (let k = 0; k < n; k++) await new Promise((done) => requestAnimationFrame(done));
  }, count);
}

/** A double click. Both clicks have the same time stamp, on any machine: the viewer compares time stamps. */
export async function doubleClick(
  { x, y }: { x: number; y: number },
  { button = 'left' as 'left' | 'right', ctrl = false } = {},
): Promise<void> {
  const input = await page.context().newCDPSession(page);
  const event = { x, y, button, modifiers: ctrl ? 2 : 0, timestamp: Date.now() / 1000 };
  try {
    for (const clickCount of [1, 2])
      for (const type of ['mousePressed', 'mouseReleased'] as const)
        await input.send('Input.dispatchMouseEvent', { ...event, type, clickCount });
  } finally {
    await input.detach();
  }
}

/** Position of a body on the page. */
export async function bodyOnPage(name: string): Promise<{ x: number; y: number }> {
  return page.evaluate((wanted) => {
    const { sim, sceneRenderer } = globalThis.tenon!;
    const { id } = sim!.d.body(wanted);
    const point = sceneRenderer
      .rig!.lookat.clone()
      .set(...(sim!.d.xipos.slice(3 * id, 3 * id + 3) as unknown as [number, number, number]));
    point.project(sceneRenderer.rig!.active);
    const box = sceneRenderer.canvas.getBoundingClientRect();
    return { x: box.left + (box.width * (1 + point.x)) / 2, y: box.top + (box.height * (1 - point.y)) / 2 };
  }, name);
}

/** Drop files on the page. */
export async function drop(files: Record<string, string | Uint8Array>): Promise<void> {
  const given = Object.entries(files).map(([name, content]) => ({
    name,
    base64: Buffer.from(content).toString('base64'),
  }));
  await page.evaluate((list) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of list)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, given);
}

/** Press a button that offers a file, and return its bytes as soon as the page has them, without waiting for a disk. */
export async function savedBytes(selector: string): Promise<Buffer> {
  const base64 = await page.evaluate(async (button) => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    try {
      const blob = await new Promise<Blob>((made) => {
        HTMLAnchorElement.prototype.click = () => {};
        URL.createObjectURL = (content) => {
          made(content as Blob);
          return 'about:blank';
        };
        document.querySelector<HTMLElement>(button)!.click();
      });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    } finally {
      URL.createObjectURL = createObjectURL;
      HTMLAnchorElement.prototype.click = click;
    }
  }, selector);
  return Buffer.from(base64, 'base64');
}
