// needs: the compiled engine
import { expect, test } from 'vitest';
import { random } from '../../../../test/support/oracle/oracle.ts';
import { modelFromXml } from '../../../load/load.ts';
import { BODY_ASLEEP, TREE_AWAKE } from '../../model/constants.ts';
import { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { collide } from '../collide.ts';
import { kinematics } from '../position/kinematics.ts';
import { updateSleep } from '../sleep/updateSleep.ts';

/** Crowded bodies of very different sizes, a few of them fixed or moved by the user, and planes. */
function crowd(n: number, seed: number): string {
  const next = random(seed);
  const randomPosition = () => `${(2 * next()).toFixed(3)} ${(2 * next()).toFixed(3)} ${(next() + 0.5).toFixed(3)}`;
  const size = () => 0.03 * 2 ** (6 * Math.abs(next()) ** 3);
  const body = (k: number) => {
    const kind = k % 9 === 4 ? '' : k % 9 === 7 ? 'mocap="true"' : 'free';
    const geom = k % 2 ? `size="${size()}"` : `type="box" size="${size()} ${size()} ${size()}"`;
    const joint = kind === 'free' ? '<freejoint/>' : '';
    return `<body pos="${randomPosition()}" ${kind === 'free' ? '' : kind}>${joint}<geom ${geom}/></body>`;
  };
  const bodies = Array.from({ length: n }, (_, k) => body(k)).join('');
  return `<mujoco><worldbody><geom type="plane" size="1 1 1"/>
    <body mocap="true" pos="0 0 -.2"><geom type="plane" size="1 1 1"/></body>${bodies}</worldbody></mujoco>`;
}

/** Geom pairs in contact; pairs without an awake geom only on request. */
function pairs(m: Model, d: Data, among: (b: number) => boolean): string[] {
  const found: string[] = [];
  for (let k = 0; k < d.ncon; k++) {
    const [g1, g2] = [d.contact_geom[2 * k], d.contact_geom[2 * k + 1]];
    const [b1, b2] = [m.geom_bodyid[g1], m.geom_bodyid[g2]];
    if (among(b1) || among(b2)) found.push(`${g1} ${g2} ${d.contact_dist[k]}`);
  }
  return found;
}

test.each([20, 60, 300])('%i bodies: awake bodies have the contacts that they have when nothing sleeps', (n) => {
  const m = modelFromXml(crowd(n, n), { engine: 'js' });
  m.opt.enableflags |= Enable.SLEEP;
  for (const part of [0.1, 0.5, 0.95]) {
    const d = new Data(m);
    kinematics(m, d);
    collide(m, d);
    const next = random(n + 1000 * part);
    const everything = d.ncon;
    for (let t = 0; t < m.ntree; t++) d.tree_asleep[t] = 0.5 + 0.5 * next() < part ? t : TREE_AWAKE;
    updateSleep(m, d, 0);
    // a fixed body counts as awake only against awake bodies
    const awake = (b: number) => d.body_awake[b] !== BODY_ASLEEP && m.body_weldid[b] !== 0;
    const expected = pairs(m, d, awake);
    // twice: the second time from cached boxes
    for (let k = 0; k < 2; k++) {
      collide(m, d);
      expect(pairs(m, d, () => true)).toEqual(expected);
    }
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(everything);
  }
});

test('a body that wakes leaves the grid, and one that falls asleep enters it', () => {
  const ball = (x: number) => `<body pos="${x} 0 1"><freejoint/><geom size=".1"/></body>`;
  const m = modelFromXml(`<mujoco><worldbody>${[0, 0.15, 0.3].map(ball).join('')}</worldbody></mujoco>`, {
    engine: 'js',
  });
  m.opt.enableflags |= Enable.SLEEP;
  const d = new Data(m);
  kinematics(m, d);
  const contacts = (...sleepers: number[]) => {
    for (let t = 0; t < 3; t++) d.tree_asleep[t] = sleepers.includes(t) ? t : TREE_AWAKE;
    updateSleep(m, d, 0);
    collide(m, d);
    return pairs(m, d, () => true).map((text) => text.slice(0, 3));
  };
  expect(contacts()).toEqual(['0 1', '1 2']);
  expect(contacts(1)).toEqual(['0 1', '1 2']);
  expect(contacts(0, 1)).toEqual(['1 2']);
  expect(contacts(0, 2)).toEqual(['0 1', '1 2']);
  expect(contacts(0, 1, 2)).toEqual([]);
  expect(contacts()).toEqual(['0 1', '1 2']);
});
