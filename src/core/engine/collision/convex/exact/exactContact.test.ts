// needs: the compiled engine
import { expect, test } from 'vitest';
import {
  convexPairs,
  egg,
  ground,
  place,
  pot,
  rock,
  shapes,
  twoFree,
} from '../../../../../../test/support/scenes/twoFree.ts';
import { closeThreads, rollout } from '../../../../../batch.ts';
import { modelFromBinary, modelFromXml, modelToBinary, prepare } from '../../../../../load/load.ts';
import load from '../../../../../mujoco.ts';
import { copyModel } from '../../../../model/copy.ts';
import { Data } from '../../../../model/data.ts';
import type { Model } from '../../../../model/model.ts';
import { forward } from '../../../forward.ts';

await prepare();
await prepare({ engine: 'js' });

/** Pairs whose contacts come from GJK and EPA, and the margins of their geoms. */
const pairs: [string, string, number][] = [
  ...convexPairs,
  [shapes.box, rock, 0.02],
  [rock, rock, 0.02],
  [ground, egg, 0],
  [ground, pot, 0.02],
];

/** Distance, position and normal of all contacts. */
function contacts(m: Model, d: Data): number[] {
  forward(m, d);
  return Array.from({ length: d.ncon }, (_, k) => [
    d.contact_dist[k],
    ...d.contact_pos.subarray(3 * k, 3 * k + 3),
    ...d.contact_frame.subarray(9 * k, 9 * k + 3),
  ]).flat();
}

/** Contacts at neighboring states, along some motion of the second geom; undefined if their number differs. */
function beside(m: Model, d: Data, by: number): number[] {
  const last = d.qpos.length - 7;
  const from = d.qpos.slice();
  d.qpos[last] += by;
  d.qpos[last + 1] -= 0.7 * by;
  d.qpos[last + 4] += 0.5 * by;
  const found = contacts(m, d);
  d.qpos.set(from);
  return found;
}

/** Third difference of four contacts on a line: of order h^3 if they move smoothly. */
function roughness(m: Model, d: Data, h: number): number {
  const [a, b, c, e] = [-2, -1, 1, 2].map((k) => beside(m, d, k * h));
  if (a.length !== e.length || b.length !== c.length || a.length !== c.length) return Number.NaN;
  return Math.max(...a.map((x, k) => Math.abs(e[k] - 2 * c[k] + 2 * b[k] - x)));
}

/** Number of smooth states, and of states in which the two geoms touch. */
function smoothStates(one: string, two: string, margin: number, exact: number): { smooth: number; all: number } {
  const m = twoFree(one, two);
  const d = new Data(m);
  m.opt.ccd_tolerance = 1e-6;
  m.opt.ccd_exact = exact;
  m.geom_margin.fill(margin / 2);
  const counts = { smooth: 0, all: 0 };
  for (let seed = 0; seed < 60; seed++) {
    place(d, seed, false);
    const left = roughness(m, d, 1e-5);
    // no contact, or one about to appear or disappear
    if (contacts(m, d).length === 0 || Number.isNaN(left)) continue;
    counts.all++;
    if (left < 1e-9) counts.smooth++;
  }
  return counts;
}

test.each(pairs)('%s and %s, margin %d: contacts move smoothly with ccd_exact', (one, two, margin) => {
  const { smooth, all } = smoothStates(one, two, margin, 1);
  expect(all).toBeGreaterThan(25);
  // the rest change features along the way; height fields have many features
  expect(smooth).toBeGreaterThanOrEqual(0.94 * all);
});

test('without ccd_exact, contacts of two ellipsoids jump in a fifth of all states', () => {
  const { smooth, all } = smoothStates(egg, egg, 0, 0);
  expect(smooth).toBeLessThan(0.8 * all);
});

test('an ellipsoid touches the face of a box where it touches the plane of that face', () => {
  const [box, plane] = ['type="box" size="1 1.2 .2" pos="0 0 -.2"', 'type="plane" size="1 1 1"'].map((floor) => {
    const m = modelFromXml(`<mujoco><worldbody><body euler="10 20 0"><geom ${floor}/></body>
      <body pos=".1 .2 .18" euler="30 40 50"><freejoint/><geom ${egg}/></body></worldbody></mujoco>`);
    m.opt.ccd_exact = 1;
    return contacts(m, new Data(m));
  });
  expect(box.length).toBe(7);
  // the ellipsoid precedes the box, but follows the plane
  const apart = box.map((x, k) => Math.abs(x - (k > 3 ? -plane[k] : plane[k])));
  expect(Math.max(...apart)).toBeLessThan(1e-13);
});

test.each(pairs)('%s and %s, margin %d: both engines give the same bits', (one, two, margin) => {
  const [wasm, js] = (['wasm', 'js'] as const).map((engine) => {
    const m = twoFree(one, two, engine);
    const d = new Data(m);
    m.opt.ccd_tolerance = 1e-6;
    m.opt.ccd_exact = 1;
    m.geom_margin.fill(margin / 2);
    return Array.from({ length: 25 }, (_, seed) => {
      place(d, seed, false);
      return contacts(m, d);
    });
  });
  expect(wasm).toEqual(js);
});

const standing = `<mujoco><worldbody><geom type="ellipsoid" size="1 .8 .3" pos="0 0 -.3"/>
  <body pos="0 0 .1"><freejoint/><geom type="capsule" size=".05 .1"/></body></worldbody></mujoco>`;

test('copies of a Model, worlds and threads inherit the option', async () => {
  const m = modelFromXml(standing);
  expect(m.opt.ccd_exact).toBe(0);
  m.opt.ccd_exact = 1;
  expect(copyModel(m).opt.ccd_exact).toBe(1);
  const options = { nbatch: 2, nstep: 60, fields: ['qpos'] } as const;
  const initial = new Float64Array([0, ...new Data(m).qpos, ...new Float64Array(m.nv)]);
  const of = async (threads: number) => (await rollout(m, initial, { ...options, threads })).state;
  const alone = await of(0);
  expect(await of(2)).toEqual(alone);
  m.opt.ccd_exact = 0;
  const usual = await of(2);
  expect(usual).not.toEqual(alone);
  // the option is also a parameter of worlds
  const given = await rollout(m, initial, { ...options, threads: 2, parameters: { 'opt.ccd_exact': [1] } });
  expect(given.state).toEqual(alone);
  await closeThreads();
});

test('binary files and the drop-in API use MuJoCo’s formats and do not have the option', async () => {
  const m = modelFromXml(standing);
  const usual = await modelToBinary(m);
  m.opt.ccd_exact = 1;
  expect(await modelToBinary(m)).toEqual(usual);
  const read = await modelFromBinary(await modelToBinary(m));
  expect(read.opt.ccd_exact).toBe(0);
  const mujoco = await load();
  const theirs = mujoco.MjModel.from_xml_string(standing);
  expect('ccd_tolerance' in theirs.opt).toBe(true);
  expect('ccd_exact' in theirs.opt).toBe(false);
});
