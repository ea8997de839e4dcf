// needs: the compiled engine
/** `mj_rayFlex` and `mju_raySkin` against the official package. */
import { expect, test } from 'vitest';
import load from '../../src/mujoco.ts';
import { mujoco as official } from '../support/oracle/oracle.ts';

const ours = await load();

const XML = `<mujoco><worldbody><body name="b" euler="10 20 30">
  <flexcomp name="line" type="circle" count="7 1 1" spacing=".1 .1 .1" dim="1" radius=".02"/>
  <flexcomp name="cloth" type="grid" count="4 4 1" spacing=".1 .1 .1" dim="2" radius=".01" pos="0 0 .2"/>
  <flexcomp name="block" type="grid" count="4 4 4" spacing=".1 .1 .1" dim="3" radius=".01" pos="0 0 -.3"/>
  </body></worldbody></mujoco>`;

/** Members common to the drop-in API and the official package that this test uses. */
type Package = Pick<typeof official, 'MjModel' | 'MjData' | 'IntBuffer' | 'DoubleBuffer' | 'mj_forward' | 'mj_rayFlex'>;

/** Distances, vertices and normals of rays from all around, for each flex and each choice of drawn parts. */
function rays(mj: Package): string[] {
  const m = mj.MjModel.from_xml_string(XML);
  const d = new mj.MjData(m);
  mj.mj_forward(m, d);
  const lines: string[] = [];
  const [vertid, normal] = [new mj.IntBuffer(1), new mj.DoubleBuffer(3)];
  for (let k = 0; k < 60; k++) {
    const pnt = [Math.sin(7 * k), Math.cos(3 * k), Math.sin(5 * k + 1)];
    const vec = pnt.map((x, i) => 0.3 * Math.sin(11 * k + 2 * i) * 0.5 - x);
    for (let f = 0; f < 3; f++) {
      const drawn = [1, 2, 4, 8, 5, 7].map((bits) => [1, 2, 4, 8].map((bit) => (bits & bit) !== 0));
      for (const [vert, edge, face, skin] of drawn) {
        vertid.GetView()[0] = -1;
        const dist = mj.mj_rayFlex(m, d, k % 2, vert, edge, face, skin, f, pnt, vec, vertid, normal);
        const numbers = [dist, ...normal.GetView()].map((x) => (Math.abs(x) < 1e-9 ? 0 : x).toFixed(8));
        lines.push(`${k} ${f} ${vert} ${edge} ${face} ${skin}: ${vertid.GetView()[0]} ${numbers.join(' ')}`);
      }
    }
  }
  d.delete();
  m.delete();
  return lines;
}

test('rays hit flexes at the same points as in the official package', () => {
  const here = rays(ours as unknown as Package);
  expect(here).toEqual(rays(official));
  expect(here.filter((line) => !line.includes(': -1')).length).toBeGreaterThan(150);
});
