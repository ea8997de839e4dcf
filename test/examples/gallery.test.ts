// needs: the compiled engine
/** Every example of the gallery fulfills its claim. Each runs briefly; `TENON_LONG=1` runs all of them for a minute. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { listExamples } from '../../scripts/viewer/examples.mjs';
import * as tenon from '../../src/index.ts';
import type { Program } from '../../src/viewer.ts';
import { claims } from './claims.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const examples = listExamples(root);
const isLong = process.env['TENON_LONG'] === '1';
await tenon.prepare();

test('every example of the gallery has a claim, a picture and a description, and every claim an example', () => {
  expect(examples.map(({ name }) => name).sort()).toEqual(Object.keys(claims).sort());
  expect(examples.length).toBeGreaterThanOrEqual(36);
  expect(examples.filter(({ picture, about }) => picture === undefined || about === '')).toEqual([]);
});

// soft examples are slow, and have separate tests for the first moments
test.each(examples.filter(({ name }) => claims[name] && (isLong || !name.startsWith('soft/'))))(
  '$name: $about',
  async ({ name, model, source }) => {
    const { seconds, holds } = claims[name];
    const program = source === undefined ? {} : ((await import(/* @vite-ignore */ root + source)) as Program);
    const text = model === undefined ? program.model!(tenon) : readFileSync(root + model, 'utf8');
    const m = tenon.modelFromXml(text);
    const d = new tenon.Data(m);
    if (m.nkey > 0) tenon.resetDataKeyframe(m, d, 0);
    tenon.forward(m, d);
    const control = program.controller?.(m, tenon);
    const start = d.qpos.slice();
    const past: Float64Array[] = [];
    while (d.time < (isLong ? 59.9 : seconds) - 1e-9) {
      if (d.time >= 0.1 * past.length) past.push(d.qpos.slice());
      control?.(d);
      tenon.step(m, d);
    }
    tenon.forward(m, d);
    expect(d.qpos.every(Number.isFinite)).toBe(true);
    expect(tenon.describeWarnings(m, d)).toEqual([]);
    holds({ m, d, start, past });
  },
  isLong ? 900_000 : 120_000,
);
