// needs: the compiled engine
/** The JavaScript and the compiled engine give the same bits for contacts, distances and rays. */
import { expect, test } from 'vitest';
import { growArena } from '../../../src/core/model/data.ts';
import { twoEngines } from '../../support/oracle/twoEngines.ts';
import { type Depth, depths, makeModel, openScene, pairKinds, setPose, VARIANTS } from './cases.ts';

// building the engine may take longer than a test
const pair = makeModel();
const { js, compared } = await twoEngines(pair.theirs.m);

test('contacts, distances and rays of all pairs have the same bits in both engines', () => {
  const names = Object.keys(depths) as Depth[];
  let contacts = 0;
  for (const [i, kind] of pairKinds.entries()) {
    const scene = openScene(pair, kind, (5 * i) % VARIANTS);
    setPose(scene, 900 + i, names[i % names.length]);
    for (const name of ['contype', 'conaffinity'] as const) {
      js.m[`geom_${name}`].set(pair.m[`geom_${name}`]);
      js.m[`body_${name}`].set(pair.m[`body_${name}`]);
    }
    js.m.geom_margin.set(pair.m.geom_margin);
    js.m.geom_gap.set(pair.m.geom_gap);
    for (const name of ['xipos', 'ximat', 'geom_xpos', 'geom_xmat'] as const) js.d[name].set(pair.d[name]);
    while (compared.collision(js.m, js.d) !== 0) growArena(js.d);
    contacts += js.d.ncon;
    compared.geomDistance(js.m, js.d, scene.g1, scene.g2, 1);
    const p = js.d.geom_xpos.subarray(3 * scene.g2, 3 * scene.g2 + 3);
    compared.ray(js.m, js.d, p[0] + 0.9, p[1] - 0.2, p[2] + 1, -0.9, 0.21, -1.05, -1, true, -1);
  }
  expect(contacts).toBeGreaterThan(35);
  const prepared = [js.m, js.d, 0.1, 0.2, 1.5] as const;
  compared.multiRayPrepare(...prepared, -1, true, -1, 10);
  for (let k = 0; k < 20; k++) compared.multiRayCast(...prepared, Math.sin(k), Math.cos(3 * k), Math.sin(7 * k));
});
