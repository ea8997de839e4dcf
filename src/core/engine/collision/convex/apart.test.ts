// needs: the compiled engine
import { expect, test } from 'vitest';
import { modelFromXml, prepare } from '../../../../load/load.ts';
import { blockOf, Data } from '../../../model/data.ts';
import { forward } from '../../forward.ts';
import { step } from '../../step.ts';

await prepare();

/** Long crossing shapes: the line between their centers does not separate them. */
const pile = `<mujoco><option timestep="0.004"/>
  <asset><mesh name="wedge" vertex="0 0 0 .6 0 0 0 .1 0 .6 .1 0 0 0 .1 .6 .1 .2"/></asset>
  <default><geom density="500"/></default>
  <worldbody><geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .3"><freejoint/><geom type="cylinder" size=".05 .4" euler="90 0 0"/></body>
    <body pos=".1 .1 .5"><freejoint/><geom type="ellipsoid" size=".4 .06 .08"/></body>
    <body pos="-.1 -.05 .7"><freejoint/><geom type="mesh" mesh="wedge"/></body>
    <body pos="0 .3 .9" euler="0 30 0"><freejoint/><geom type="cylinder" size=".06 .3"/></body>
    <body pos=".2 -.2 1.1" euler="40 0 20"><freejoint/><geom type="mesh" mesh="wedge"/></body>
  </worldbody></mujoco>`;

const bytes = (array: Float64Array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice();

test('a pile falls with bit-identical contacts whether or not directions are cached', () => {
  const m = modelFromXml(pile);
  const d = new Data(m);
  const fresh = new Data(m);
  let remembered = 0;
  let touching = 0;
  for (let k = 0; k < 300; k++) {
    step(m, d);
    forward(m, d);
    fresh.qpos.set(d.qpos);
    fresh.qvel.set(d.qvel);
    blockOf(fresh).work_apart_geom.fill(0);
    forward(m, fresh);
    expect(d.ncon).toBe(fresh.ncon);
    expect(bytes(d.contact_pos)).toEqual(bytes(fresh.contact_pos));
    expect(bytes(d.contact_dist)).toEqual(bytes(fresh.contact_dist));
    remembered += blockOf(d).work_apart_geom.filter(Boolean).length;
    touching += d.ncon;
  }
  // otherwise this test compares nothing
  expect(remembered).toBeGreaterThan(100);
  expect(touching).toBeGreaterThan(1000);
});
