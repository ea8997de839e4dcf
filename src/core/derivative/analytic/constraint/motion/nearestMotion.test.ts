// needs: the compiled engine
import { expect, test } from 'vitest';
import { egg, place, pot, rock, shapes, twoFree } from '../../../../../../test/support/scenes/twoFree.ts';
import { prepare } from '../../../../../load/load.ts';
import { nearestFrame, patchKind, patchSurface } from '../../../../engine/collision/convex/exact/workspace.ts';
import { forward } from '../../../../engine/forward.ts';
import { mulQuat, rotVecQuat } from '../../../../math/quat.ts';
import { Data } from '../../../../model/data.ts';
import type { Model } from '../../../../model/model.ts';
import { contactMotionOffset, MOTION, workspaceSize } from '../../layout.ts';
import { closedMotion, MIN_DEPTH } from './contactMotion.ts';

await prepare();

/** Refines the contact of EPA to nearest points: normal, point, distance. */
function nearest(m: Model, d: Data, w: Float64Array): number[] | undefined {
  forward(m, d);
  if (d.ncon !== 1 || !closedMotion(m, d, w, 0, 1, d.contact_geom[0], d.contact_geom[1], MIN_DEPTH)) return;
  const [p, q] = [patchSurface.slice(0, 3), patchSurface.slice(3)];
  const apart = [...q].map((x, k) => x - p[k]);
  const [x, y, z] = nearestFrame;
  return [x, y, z, ...[...q].map((v, k) => 0.5 * (v + p[k])), apart[0] * x + apart[1] * y + apart[2] * z];
}

/** Moves the second body along one of the six motions of a table; rotations are about the center of its geom. */
function nudged(d: Data, start: Float64Array, center: Float64Array, c: number, by: number): void {
  d.qpos.set(start);
  if (c < 3) d.qpos[7 + c] += by;
  else {
    const rotation = new Float64Array([Math.cos(by / 2), 0, 0, 0]);
    rotation[c - 2] = Math.sin(by / 2);
    mulQuat(d.qpos, 10, rotation, 0, start, 10);
    const arm = start.slice(7, 10).map((x, k) => x - center[k]);
    rotVecQuat(arm, 0, arm, 0, rotation, 0);
    for (let k = 0; k < 3; k++) d.qpos[7 + k] = center[k] + arm[k];
  }
}

/** Extrapolated differences of `at` around 0. */
function extrapolatedDerivative(at: (by: number) => number[] | undefined): number[] | undefined {
  const eps = 1e-4;
  const [a, b, c, e] = [-eps, -eps / 2, eps / 2, eps].map(at);
  if (a && b && c && e) return a.map((_, k) => (8 * (c[k] - b[k]) - (e[k] - a[k])) / (6 * eps));
}

/** Differences of the nearest points, from the equations that Newton's method solves, not from its derivatives. Returns
 *  the number of compared contacts, their fraction of the single contacts, and the patches they were between. */
function compareNearest(
  one: string,
  two: string,
  put = (d: Data, seed: number) => place(d, seed, false),
): { compared: number; share: number; found: Set<string> } {
  const m = twoFree(one, two);
  m.opt.ccd_iterations = 200;
  const d = new Data(m);
  const w = new Float64Array(workspaceSize(m));
  const at = contactMotionOffset(m);
  const found = new Set<string>();
  let [single, compared] = [0, 0];
  for (let seed = 0; seed < 150; seed++) {
    put(d, seed);
    forward(m, d);
    const start = d.qpos.slice();
    const center = d.geom_xpos.slice(3, 6);
    if (d.ncon !== 1) continue;
    single++;
    const here = nearest(m, d, w);
    if (!here) continue;
    const table = w.slice(at, at + MOTION);
    const touching = patchKind.join('-');
    let worst = 0;
    for (let c = 0; c < 6; c++) {
      const derivative = extrapolatedDerivative((by) => {
        nudged(d, start, center, c, by);
        const there = nearest(m, d, w);
        return patchKind.join('-') === touching ? there : undefined;
      });
      const [rx, ry, rz] = table.slice(7 * c, 7 * c + 3);
      const [x, y, z] = here;
      const rotatedMotion = [ry * z - rz * y, rz * x - rx * z, rx * y - ry * x];
      const wanted = [...rotatedMotion, ...table.slice(7 * c + 3, 7 * c + 7)];
      const scale = 1 + Math.max(...wanted.map(Math.abs));
      // near a border, or barely inside
      if (!derivative || scale > 20) worst = Number.NaN;
      else worst = Math.max(worst, ...derivative.map((v, k) => Math.abs(v - wanted[k]) / scale));
    }
    if (Number.isNaN(worst)) continue;
    expect.soft(worst, `${one} and ${two}, ${seed}, ${touching}`).toBeLessThan(1e-7);
    found.add(touching);
    compared++;
  }
  return { compared, share: compared / single, found };
}

/** Ellipsoids and cylinders, each with the patches that must occur (features.ts); the rest is on a border, or about to
 *  cross it. */
const round: [string, string, string[]][] = [
  [shapes.sphere, egg, ['1-4']],
  [shapes.capsule, egg, ['1-4', '2-4']],
  [egg, egg, ['4-4']],
  [egg, pot, ['4-2', '4-3', '4-5']],
  [egg, shapes.box, ['4-1', '4-2', '4-3']],
  [shapes.capsule, pot, ['1-2', '1-3', '1-5', '2-2', '2-5']],
  [pot, pot, ['2-2', '2-5', '3-5', '5-2', '5-3', '5-5']],
  [pot, shapes.box, ['2-1', '2-2', '3-1', '5-2', '5-3']],
  [egg, rock, ['4-1', '4-2', '4-3']],
  [pot, rock, ['2-1', '2-2', '5-2', '5-3']],
];

test.each(round)('%s and %s: nearest points of patches move as their differences predict', (one, two, kinds) => {
  const { compared, share, found } = compareNearest(one, two);
  expect(compared).toBeGreaterThan(50);
  expect(share).toBeGreaterThan(0.9);
  expect([...found]).toEqual(expect.arrayContaining(kinds));
});

test('an ellipsoid on a corner of a box moves as differences predict', () => {
  const { compared, found } = compareNearest(egg, 'type="box" size=".1 .1 .1" euler="45 35.26 0"', (d, seed) => {
    place(d, seed, true);
    for (let c = 0; c < 3; c++) d.qpos[7 + c] = d.qpos[c];
    d.qpos[9] += 0.25 + 0.1 * Math.sqrt(3) - 0.04;
  });
  expect(compared).toBeGreaterThan(100);
  expect([...found]).toContain('4-1');
});
