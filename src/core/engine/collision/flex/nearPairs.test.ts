// needs: the compiled engine
import { expect, test } from 'vitest';
import { modelFromXml } from '../../../../load/load.ts';
import { Data } from '../../../model/data.ts';
import { compileEngine } from '../../../wasm/compileEngine.ts';
import { forward } from '../../forward.ts';

await compileEngine();

const LENGTH = 12;
const m = modelFromXml(
  `<mujoco><option solver="CG" iterations="1"/><worldbody><flexcomp name="f" type="grid" dim="2" count="${LENGTH} 3 1" spacing=".1 .1 .1" mass="1" radius=".01"/>
  </worldbody></mujoco>`,
  { engine: 'wasm' },
);

/** Poses the cloth rolled up by an angle, along a spiral, at a different position each time. */
function roll(d: Data, angle: number): void {
  const pos = [10 * angle, 0.1, 0];
  for (let i = 0; i < LENGTH; i++) {
    const turn = (angle * i) / LENGTH;
    if (i > 0) [pos[0], pos[2]] = [pos[0] + 0.1 * Math.cos(turn), pos[2] + 0.1 * Math.sin(turn)];
    for (let j = 0; j < 3; j++) {
      const body = m.flex_vertbodyid[3 * i + j];
      for (let k = 0; k < 3; k++) {
        d.qpos[m.body_dofadr[body] + k] = pos[k] + 0.1 * j * (k === 1 ? 1 : 0) - m.body_pos[3 * body + k];
      }
    }
  }
  forward(m, d);
}

const contacts = (d: Data): number[] => [
  ...d.contact_elem.subarray(0, 2 * d.ncon),
  ...d.contact_dist.subarray(0, d.ncon),
];

test('a rolled-up cloth has the same contacts with and without the pairs cached in earlier steps', () => {
  const [d, fresh] = [new Data(m), new Data(m)];
  let [maxContacts, made, before] = [0, 0, Number.NaN];
  const frames = 160;
  for (let k = 0; k <= frames; k++) {
    const angle = (7.5 * k) / frames;
    roll(d, angle);
    fresh.work_near_count[0] = 0;
    roll(fresh, angle);
    expect(contacts(d)).toEqual(contacts(fresh));
    maxContacts = Math.max(maxContacts, d.ncon);
    const list = d.work_near_pos[0];
    if (list !== before) made++;
    before = list;
  }
  expect(maxContacts).toBeGreaterThan(20);
  // lists reused for some steps, and rebuilt repeatedly
  expect(made).toBeGreaterThan(5);
  expect(made).toBeLessThan(frames / 2);
});
