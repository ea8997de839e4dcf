// `npm run references`: pictures of 12 models next to reference pictures, and their differences. The references are computed here, by ray
// casting in the official package and the lighting model that MuJoCo documents, because its renderer needs OpenGL. Writes
// build/references/<model>.png, ours on the left.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { textTable } from '../bench/kit/table.mjs';
import { browserArgs, findProgram } from './programs.mjs';
import { trace } from './references/trace.mjs';
import { chunk } from './torture/material/png.mjs';
import { esbuildPlugin } from './wasm/plugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [WIDTH, HEIGHT] = [128, 96];
const models = [
  ...[
    'pendulum',
    'humanoid',
    'quadruped',
    'box_stack',
    'arm_gripper',
    'gyroscope',
    'newton_cradle',
    'muscle_arm',
    'cart_double_pendulum',
  ],
  ...['gallery/machines/ball_on_plate', 'gallery/machines/planetary_gear', 'gallery/phenomena/kapitza'],
];

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['scripts/references/page.mjs'],
  bundle: true,
  write: false,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  plugins: [esbuildPlugin()],
});
const browser = await chromium.launch({ executablePath: findProgram('chromium'), args: browserArgs });
const page = await browser.newPage();
await page.addScriptTag({ content: outputFiles[0].text });
const official = await (await import('@mujoco/mujoco')).default();
mkdirSync(`${root}build/references`, { recursive: true });
const rows = [['model', 'mean difference', 'median', 'burnt', 'seams']];
for (const name of models) {
  const xml = readFileSync(`${root}examples/${name}.xml`, 'utf8');
  const drawn = await page.evaluate(([text, w, h]) => globalThis['drawModel'](text, w, h), [xml, WIDTH, HEIGHT]);
  const ours = Uint8Array.from(drawn.rgb);
  const reference = tracedModel(xml, drawn.switches);
  rows.push([basename(name), ...compare(ours, reference)]);
  writeFileSync(`${root}build/references/${basename(name)}.png`, sideBySide(ours, reference.rgb));
}
await browser.close();
console.log(textTable(rows));
console.log(
  `Differences in 255 levels, over pixels that show a geom, ${WIDTH} x ${HEIGHT}. burnt: white only in ours; seams: spots inside a geom that are 48 levels brighter than the reference. Percent of these pixels.`,
);

function tracedModel(xml, switches) {
  const m = official.MjModel.from_xml_string(xml);
  const d = new official.MjData(m);
  if (m.nkey > 0) official.mj_resetDataKeyframe(m, d, 0);
  official.mj_forward(m, d);
  return trace(official, m, d, switches, WIDTH, HEIGHT);
}

function compare(ours, { rgb, seen }) {
  const differences = [];
  let [burned, seams] = [0, 0];
  for (let i = 0; i < seen.length; i++) {
    if (seen[i] < 0) continue;
    const levels = [0, 1, 2].map((k) => ours[3 * i + k] - rgb[3 * i + k]);
    differences.push(levels.reduce((sum, x) => sum + Math.abs(x), 0) / 3);
    const white = (picture) => [0, 1, 2].every((k) => picture[3 * i + k] >= 250);
    if (white(ours) && !white(rgb) && isInside(seen, i)) burned++;
    if (Math.min(...levels) > 48 && isInside(seen, i)) seams++;
  }
  differences.sort((a, b) => a - b);
  const mean = differences.reduce((sum, x) => sum + x, 0) / differences.length;
  const percent = (n) => `${((100 * n) / differences.length).toFixed(2)} %`;
  return [mean.toFixed(2), differences[differences.length >> 1].toFixed(2), percent(burned), percent(seams)];
}

/** Whether the neighbors of a pixel show the same geom. */
function isInside(seen, i) {
  return [-WIDTH - 1, -WIDTH, -WIDTH + 1, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1].every((k) => seen[i + k] === seen[i]);
}

function sideBySide(left, right) {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const row = (picture) => picture.subarray(3 * WIDTH * y, 3 * WIDTH * (y + 1));
    return Buffer.concat([Buffer.from([0]), row(left), row(right)]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(2 * WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([start, ...parts]);
}
