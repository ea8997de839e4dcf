// The animation of the README: six examples side by side, drawn by the viewer in its physical look.
//
// Tiles and gaps are whole macroblocks of WebP (16 pixels) and the gaps are transparent, so tiles do not blur into each other.
import { animatedWebp } from './webp.mjs';

const examples = [
  ['quadruped_walk', 2],
  ['pick_and_place', 5],
  ['rubik', 2],
  ['soft/jelly', 0.3],
  ['humanoid_balance', 1],
  ['drone', 3],
];
const [COLUMNS, WIDTH, HEIGHT, GAP] = [3, 512, 320, 16];
const [FRAMES, FPS, QUALITY] = [40, 10, 0.4];

/** @param {import('playwright-core').Page} page @param {string} viewer its URL */
export async function drawFilm(page, viewer) {
  const rows = Math.ceil(examples.length / COLUMNS);
  const size = [COLUMNS * (WIDTH + GAP) - GAP, rows * (HEIGHT + GAP) - GAP];
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await page.goto(`${viewer}#ui=0`);
  await page.waitForFunction(() => globalThis.tenon);
  await page.evaluate(
    ([count, w, h]) => {
      globalThis['film'] = Array.from({ length: count }, () =>
        Object.assign(document.createElement('canvas'), { width: w, height: h }),
      );
    },
    [FRAMES, ...size],
  );
  for (const [k, [name, from]] of examples.entries()) {
    const origin = [(WIDTH + GAP) * (k % COLUMNS), (HEIGHT + GAP) * Math.floor(k / COLUMNS)];
    await page.evaluate(drawTile, { name, from, origin, fps: FPS, size: [WIDTH, HEIGHT] });
  }
  const urls = await page.evaluate(
    (quality) => globalThis['film'].map((canvas) => canvas.toDataURL('image/webp', quality)),
    QUALITY,
  );
  const pictures = urls.map((url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  return animatedWebp(pictures, Math.round(1000 / FPS), size);
}

/** Runs in the page: draws one example into its tile of every frame. */
async function drawTile({ name, from, origin, fps, size }) {
  const tenon = globalThis['tenon'];
  history.replaceState(null, '', `#example=${name}&paused&ui=0`);
  await tenon.follow(tenon.link());
  tenon.settings.flags.physical = true;
  const { sim, loop, sceneRenderer } = tenon;
  for (const [k, canvas] of globalThis['film'].entries()) {
    sim.runTo(from + k / fps);
    await sim.whenIdle();
    loop.draw();
    canvas.getContext('2d').drawImage(sceneRenderer.canvas, origin[0], origin[1], size[0], size[1]);
  }
}
