// needs: the compiled engine
/** The distance equality is not in MuJoCo, so the oracle is geometry. */
import { expect, test } from 'vitest';
import { modelFromOracle, oracleModel } from '../../../../test/support/oracle/oracle.ts';
import { modelFromXml, prepare } from '../../../load/load.ts';
import { Data } from '../../model/data.ts';
import { EqType, ObjType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { forward } from '../forward.ts';
import { step } from '../step.ts';

/** Two swinging bodies; the connect of the model becomes a distance between their geoms, bodies or sites. */
function load(objtype: number, distance: number, option = ''): { m: Model; d: Data } {
  const theirs = oracleModel(`<mujoco><option ${option}/><worldbody>
    <body name="a" pos="0 0 1"><joint axis="0 1 0"/><joint axis="1 0 0"/><geom size=".05" pos=".3 0 0"/><site name="a" pos=".2 .1 0"/></body>
    <body name="b" pos="1 0 1"><freejoint/><geom type="box" size=".1 .05 .03"/><site name="b" pos="0 .1 .1"/></body></worldbody>
    <equality><connect body1="a" body2="b" anchor="0 0 0"/></equality></mujoco>`);
  const m = modelFromOracle(theirs);
  theirs.delete();
  m.eq_type[0] = EqType.DISTANCE;
  m.eq_objtype[0] = objtype;
  m.eq_obj1id[0] = objtype === ObjType.BODY ? 1 : 0;
  m.eq_obj2id[0] = objtype === ObjType.BODY ? 2 : 1;
  m.eq_data[0] = distance;
  return { m, d: new Data(m) };
}

function distanceNow(m: Model, d: Data): number {
  const at = { [ObjType.GEOM]: d.geom_xpos, [ObjType.SITE]: d.site_xpos, [ObjType.BODY]: d.xpos }[m.eq_objtype[0]]!;
  const i = 3 * m.eq_obj1id[0];
  const j = 3 * m.eq_obj2id[0];
  return Math.hypot(at[i] - at[j], at[i + 1] - at[j + 1], at[i + 2] - at[j + 2]);
}

for (const [name, objtype] of [
  ['geoms', ObjType.GEOM],
  ['bodies', ObjType.BODY],
  ['sites', ObjType.SITE],
] as const) {
  test(`a distance between ${name} has one row: the error, its derivative, and its acceleration`, () => {
    const { m, d } = load(objtype, 0.5);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.sin(i + 1);
    // errors at times -h, 0, h of a motion with constant joint velocity
    const h = 1e-5;
    const errors: number[] = [];
    const qpos = d.qpos.slice();
    for (const time of [-h, 0, h]) {
      d.qpos.set(qpos);
      // the free body rotates about its own axes
      for (let i = 0; i < 2; i++) d.qpos[i] += time * d.qvel[i];
      for (let i = 2; i < 5; i++) d.qpos[i] += time * d.qvel[i];
      const w = [5, 6, 7].map((i) => (time * d.qvel[i]) / 2);
      const angle = Math.hypot(...w);
      const s = angle === 0 ? 0 : Math.sin(angle) / angle;
      d.qpos.set([Math.cos(angle), w[0] * s, w[1] * s, w[2] * s], 5);
      forward(m, d);
      errors.push(d.efc_pos[0]);
    }
    d.qpos.set(qpos);
    forward(m, d);
    expect(d.ne).toBe(1);
    expect(d.efc_pos[0]).toBeCloseTo(distanceNow(m, d) - 0.5, 12);
    expect(d.efc_vel[0]).toBeCloseTo((errors[2] - errors[0]) / (2 * h), 6);
    const reference = -d.efc_KBIP[1] * d.efc_vel[0] - d.efc_KBIP[0] * d.efc_KBIP[2] * d.efc_pos[0];
    const jdotv = reference - d.efc_aref[0];
    expect(jdotv).toBeCloseTo((errors[0] - 2 * errors[1] + errors[2]) / (h * h), 3);
  });
}

test('a distance is maintained while its bodies swing', () => {
  const { m, d } = load(ObjType.GEOM, 0.7, 'timestep="0.001"');
  for (let k = 0; k < 500; k++) step(m, d);
  expect(Math.abs(distanceNow(m, d) - 0.7)).toBeLessThan(2e-3);
  expect(Math.abs(d.efc_force[0])).toBeGreaterThan(0.1);
  expect(d.nisland).toBe(1);
});

test.each(['js', 'wasm'] as const)('<distance> in MJCF keeps two geoms apart over many steps (%s)', async (engine) => {
  await prepare();
  const m = modelFromXml(
    `<mujoco><option timestep=".001"/><worldbody><body pos="0 0 1"><joint axis="0 1 0"/><geom name="a" size=".05" pos=".3 0 0"/></body>
      <body pos="1 0 1"><freejoint/><geom name="b" type="box" size=".1 .05 .03"/></body></worldbody>
    <equality><distance geom1="a" geom2="b" distance=".6"/><distance geom1="a" geom2="b" active="false"/></equality></mujoco>`,
    { engine },
  );
  const d = new Data(m);
  expect([...m.eq_type]).toEqual([EqType.DISTANCE, EqType.DISTANCE]);
  // without the attribute it is the distance in the initial pose
  expect([m.eq_data[0], m.eq_data[m.eq_data.length / 2]]).toEqual([0.6, 0.7]);
  step(m, d, 800);
  expect(d.ne).toBe(1);
  expect(Math.abs(distanceNow(m, d) - 0.6)).toBeLessThan(2e-3);
  expect(Math.abs(d.efc_force[0])).toBeGreaterThan(0.1);
  // when disabled, they separate
  d.eq_active[0] = 0;
  step(m, d, 300);
  expect(Math.abs(distanceNow(m, d) - 0.6)).toBeGreaterThan(0.05);
});
