/** Nearest points of lines: the shader formulas against those of the engine, in double precision. */
import { expect, test } from 'vitest';
import * as engine from '../../../core/engine/collision/pairs/lines.ts';
import { dot3 } from '../../../core/math/vec3.ts';
import * as shaders from './lines.ts';

let seed = 5;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 31 - 1;
};
const vector = () => Float64Array.of(random(), random(), random());

/** Nearest points of lines along p and q at offset o. */
function nearest({ linesDet, linesFirst, linesSecond }: typeof engine, ...[p, q, o]: Float64Array[]): number[] {
  const [a, b, c] = [dot3(p, 0, p, 0), -dot3(p, 0, q, 0), dot3(q, 0, q, 0)];
  const [u, v] = [-dot3(p, 0, o, 0), dot3(q, 0, o, 0)];
  const det = linesDet(a, b, c, p, q);
  return [det, linesFirst(b, c, u, v, p, q, o) / det, linesSecond(a, b, u, v, p, q, o) / det];
}

test('the nearest points of the shader formulas equal those of the engine', () => {
  for (let k = 0; k < 1000; k++) {
    const lines = [vector(), vector(), vector()];
    const [one, two] = [nearest(engine, ...lines), nearest(shaders, ...lines)];
    two.forEach((x, i) => {
      expect(Math.abs(x - one[i]) / (1 + Math.abs(one[i]))).toBeLessThan(1e-9 / one[0]);
    });
  }
});

test('lines that are rotated by rounding to single precision count as parallel', () => {
  for (let k = 0; k < 1000; k++) {
    const p = vector();
    const q = Float64Array.from(p, (x) => Math.fround(3 * Math.fround(x)));
    expect(nearest(shaders, p, q, vector())[0]).toBe(0);
  }
});
