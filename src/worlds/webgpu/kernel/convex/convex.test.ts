// needs: the compiled engine
/** The convex collision search of the shaders, in plain JavaScript, against that of the engine. The comparison on a
 * device (`TENON_LONG=1 npx vitest run test/webgpu`) then tests only the device. */
import { expect, test } from 'vitest';
import { penetration as engines } from '../../../../core/engine/collision/convex/convexConvex.ts';
import { setShape } from '../../../../core/engine/collision/convex/shape.ts';
import { CON, CON_NORMAL } from '../../../../core/engine/collision/precontact.ts';
import { forward } from '../../../../core/engine/forward.ts';
import { blockOf, Data } from '../../../../core/model/data.ts';
import { modelFromXml } from '../../../../load/load.ts';
import { penetration as shaders } from './penetration.ts';

const shapes = {
  ellipsoid: 'type="ellipsoid" size="0.12 0.09 0.06"',
  cylinder: 'type="cylinder" size="0.08 0.1"',
  capsule: 'type="capsule" size="0.06 0.1"',
  box: 'type="box" size="0.1 0.08 0.06"',
  tetra: 'type="mesh" mesh="tetra"',
};
const names = Object.keys(shapes);
/** Shapes from here on have faces. */
const FLAT = 3;
const xml = `<mujoco><option ccd_tolerance="1e-9" ccd_iterations="100"/>
  <asset><mesh name="tetra" vertex="0.1 0.1 0.1 -0.1 -0.1 0.1 -0.1 0.1 -0.1 0.1 -0.1 -0.1"/></asset>
  <worldbody>${Object.values(shapes)
    .map((shape) => `<body><freejoint/><geom contype="0" conaffinity="0" ${shape}/></body>`)
    .join('')}</worldbody></mujoco>`;
const pairs = names.flatMap((_, i) => names.slice(i + 1).map((_, k) => [i, i + 1 + k] as const));

let seed = 7;
const random = () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32 - 0.5;
};

test('the shader search finds the contacts of the engine, in 100 random poses of each pair', () => {
  const m = modelFromXml(xml, { engine: 'js' });
  const data = new Data(m);
  const d = blockOf(data);
  const con = [new Float64Array(50 * CON), new Float64Array(50 * CON)];
  const worst = { flat: 0, round: 0, normal: 0 };
  let touching = 0;
  for (let k = 0; k < 100; k++) {
    for (let i = 0; i < m.nq; i++) data.qpos[i] = i % 7 < 3 ? 0.25 * random() : random();
    forward(m, data);
    for (const [g1, g2] of pairs) {
      const [ours, theirs] = [shaders, engines].map((search, which) => {
        setShape(m, d, 0, g1, 0);
        setShape(m, d, 1, g2, 0);
        return search(m, d, 1, 0, con[which], 0);
      });
      if (ours === 0 || theirs === 0) {
        // shapes that barely touch may have a contact in only one of them
        const deepest = Math.max(ours * -con[0][0], theirs * -con[1][0]);
        expect(deepest, `${names[g1]} and ${names[g2]}`).toBeLessThan(1e-6);
        continue;
      }
      touching++;
      const kind = g1 >= FLAT && g2 >= FLAT ? 'flat' : 'round';
      worst[kind] = Math.max(worst[kind], Math.abs(con[0][0] - con[1][0]));
      const turn = [0, 1, 2].map((i) => con[0][CON_NORMAL + i] - con[1][CON_NORMAL + i]);
      worst.normal = Math.max(worst.normal, Math.hypot(...turn));
    }
  }
  expect(touching).toBeGreaterThan(375);
  expect(worst.flat).toBeLessThan(1e-12);
  // round shapes are searched as accurately as single precision allows on a device
  expect(worst.round).toBeLessThan(2e-6);
  expect(worst.normal).toBeLessThan(0.02);
});
