// needs: the compiled engine
import { expect, test } from 'vitest';
import { modelFromXml } from '../../load/load.ts';
import { Data } from '../model/data.ts';
import { ObjType } from '../model/enums.ts';
import { name2id } from '../model/names/names.ts';
import { forward } from './forward.ts';
import { inverse } from './inverse.ts';
import { step } from './step.ts';

const xml = `<mujoco><worldbody><geom name="floor" type="plane" size="5 5 1"/>
  <body name="a" pos="0 0 .09"><freejoint/><geom name="a" type="box" size=".1 .1 .1"/></body>
  <body name="b" pos="1 0 .08"><freejoint/><geom name="b" type="box" size=".1 .1 .1"/></body>
  <body name="c" pos="2 0 .09"><freejoint/><geom name="c" size=".1"/></body>
  <body name="d" pos="3 0 .09"><freejoint/><geom name="d" size=".1" contype="0" conaffinity="0"/></body></worldbody>
  <contact><pair geom1="floor" geom2="c"/></contact></mujoco>`;

function world() {
  const m = modelFromXml(xml, { engine: 'js' });
  const id = (name: string) => name2id(m, ObjType.GEOM, name);
  return { m, d: new Data(m), id };
}

test('contacts that the filter rejects are removed, and later ones move up', () => {
  const { m, d, id } = world();
  forward(m, d);
  const all = d.ncon;
  const dist = Array.from(d.contact_dist.subarray(0, all));
  const second = Array.from({ length: all }, (_, c) => d.contact_geom[2 * c + 1]);
  m.callbacks = { contactFilter: (_m, _d, g1, g2) => g1 === id('a') || g2 === id('a') };
  forward(m, d);
  const left = second.map((g, c) => ({ g, dist: dist[c] })).filter(({ g }) => g !== id('a'));
  expect(d.ncon).toBe(all - 4);
  expect(Array.from(d.contact_dist.subarray(0, d.ncon))).toEqual(left.map((c) => c.dist));
  expect(Array.from({ length: d.ncon }, (_, c) => d.contact_geom[2 * c + 1])).toEqual(left.map((c) => c.g));
  expect(d.nefc).toBe(4 * d.ncon);
});

test('a body whose contacts are rejected falls, the others stay', () => {
  const { m, d, id } = world();
  m.callbacks = { contactFilter: (_m, _d, g1, g2) => g1 === id('b') || g2 === id('b') };
  for (let k = 0; k < 200; k++) step(m, d);
  expect(d.body('b').xpos[2]).toBeLessThan(-0.5);
  expect(d.body('a').xpos[2]).toBeGreaterThan(0.08);
});

test('the filter is called once per touching pair, never for explicit pairs or pairs that masks reject', () => {
  const { m, d, id } = world();
  const asked: number[][] = [];
  m.callbacks = {
    contactFilter: (_m, _d, g1, g2) => {
      asked.push([g1, g2]);
      return true;
    },
  };
  forward(m, d);
  expect(asked).toEqual([
    [id('floor'), id('a')],
    [id('floor'), id('b')],
  ]);
  expect(d.ncon).toBe(1);
});

test('inverse dynamics applies the filter too', () => {
  const { m, d } = world();
  m.callbacks = { contactFilter: () => true };
  inverse(m, d);
  expect(d.ncon).toBe(1);
});
