/** Derivatives of muscles by length, activation and control, against differences, in each piece of their curves. */
import { expect, test } from 'vitest';
import { muscleBias, muscleDynamics, muscleGain } from '../../../engine/actuation/muscle.ts';
import { muscleBiasLen, muscleGainLen, muscleRate } from './muscle.ts';

const difference = (f: (x: number) => number, x: number, eps = 1e-6) => (f(x + eps) - f(x - eps)) / (2 * eps);

/** range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax, at an offset; peak force given, or from scale and acc0. */
const parameters = [
  [7, 0.75, 1.05, 30, 200, 0.5, 1.6, 1.5, 1.3, 1.2],
  [7, 0.8, 1.2, -1, 150, 0.4, 1.9, 2, 0.7, 1.4],
];
const range = Float64Array.of(9, 9, 0.4, 0.9);
const acc0 = 3;

test.each(parameters)(
  'gain and bias by length, from shorter than the shortest to longer than the longest',
  (...row) => {
    const prm = Float64Array.from(row);
    const [, low, high, , , lmin, lmax] = row;
    const unit = (range[3] - range[2]) / (high - low);
    const length = (L: number) => range[2] + (L - low) * unit;
    const ends = [lmin, 0.5 * (lmin + 1), 1, 0.5 * (1 + lmax), lmax];
    const middles = [ends[0] - 0.1, ...ends.map((end, k) => 0.5 * (end + (ends[k + 1] ?? end + 0.5)))];
    const bias = (len: number) => muscleBias(len, range, 2, acc0, prm, 1);
    const values = middles.map((L) => {
      const len = length(L);
      for (const vel of [-0.2, 0.1]) {
        const gain = (x: number) => muscleGain(x, vel, range, 2, acc0, prm, 1);
        expect(muscleGainLen(gain(len), len, range, 2, prm, 1)).toBeCloseTo(difference(gain, len), 5);
      }
      const found = muscleBiasLen(len, range, 2, acc0, prm, 1);
      expect(found).toBeCloseTo(difference(bias, len), 4);
      return found;
    });
    // passive force begins at 1
    expect(values.map((value) => value < 0)).toEqual([false, false, false, true, true, true]);
  },
);

test.each([0, 0.3])('the rate of the activation by control and activation, with a transition of width %f', (width) => {
  const prm = Float64Array.of(7, 0.01, 0.04, width);
  const rate = new Float64Array(2);
  let sharp = 0;
  for (const act of [-0.2, 0.1, 0.45, 0.9, 1.2]) {
    for (const ctrl of [-0.3, 0.2, 0.4, 0.5, 0.95, 1.4]) {
      muscleRate(rate, ctrl, act, prm, 1);
      const byControl = difference((x) => muscleDynamics(x, act, prm, 1), ctrl);
      const byActivation = difference((x) => muscleDynamics(ctrl, x, prm, 1), act);
      expect(rate[0] / byControl || 1).toBeCloseTo(1, 5);
      expect(rate[1] / byActivation || 1).toBeCloseTo(1, 5);
      expect(rate[0] === 0).toBe(ctrl < 0 || ctrl > 1);
      if (Math.abs(ctrl - act) < width / 2) sharp++;
    }
  }
  expect(sharp > 2).toBe(width > 0);
});
