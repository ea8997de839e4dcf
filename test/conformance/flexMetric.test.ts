// needs: the compiled engine
/** Stiffness of flexes in the metric of the CG solver, compared with MuJoCo in both engines. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { inverse } from '../../src/core/engine/inverse.ts';
import { setStages } from '../../src/core/engine/runtime/engine.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Warning } from '../../src/core/model/enums.ts';
import { compileEngine } from '../../src/core/wasm/compileEngine.ts';
import { metricModels } from '../models/flex.ts';
import { loadModelFromXml } from '../support/compileMjcf.ts';
import { fieldError, mujoco, oracleModel, type Pair } from '../support/oracle/oracle.ts';
import '../support/plainEngine.ts';
import { twoEngines } from '../support/oracle/twoEngines.ts';

await compileEngine();

const FIELDS = ['efm_c', 'efm_K_rownnz', 'efm_K_rowadr', 'efm_K_colind', 'efm_K_val', 'efm_dofid', 'efm_L'] as const;
const FORCES = ['qfrc_spring', 'qfrc_passive', 'qacc_smooth', 'qfrc_constraint', 'qacc'] as const;

function load(xml: string): Pair {
  const m = loadModelFromXml(xml);
  const model = oracleModel(xml);
  const pair: Pair = { m, d: new Data(m), theirs: { m: model, d: new mujoco.MjData(model) } };
  const { d, theirs } = pair;
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(3 * i);
  for (let j = 0; j < m.njnt; j++) if (m.jnt_type[j] > 1) d.qpos[m.jnt_qposadr[j]] += 0.003 * Math.cos(5 * j);
  (theirs.d.qpos as Float64Array).set(d.qpos);
  (theirs.d.qvel as Float64Array).set(d.qvel);
  return pair;
}

test.each(metricModels)("%s has MuJoCo's metric, and moves like in MuJoCo", (name, xml) => {
  const pair = load(xml);
  const { m, d, theirs } = pair;
  forward(m, d);
  mujoco.mj_forward(theirs.m, theirs.d);
  expect([d.efm_active, theirs.d.efm_active]).toEqual([1, 1]);
  expect([d.nefmK, d.nefmdof, d.nefmL]).toEqual([theirs.d.nefmK, theirs.d.nefmdof, theirs.d.nefmL]);
  for (const field of FIELDS) expect(fieldError(pair, field), field).toBeLessThan(1e-8);
  for (const field of FORCES) expect(fieldError(pair, field), field).toBeLessThan(1e-7);
  if (name.startsWith('passive')) expect([...d.contact_exclude.subarray(0, d.ncon)]).toContain(4);
  for (let k = 0; k < 3; k++) {
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
  }
  expect(fieldError(pair, 'qpos')).toBeLessThan(1e-7);
  inverse(m, d);
  mujoco.mj_inverse(theirs.m, theirs.d);
  expect(fieldError(pair, 'qfrc_inverse')).toBeLessThan(1e-5);
  theirs.d.delete();
  theirs.m.delete();
});

test.each(metricModels.filter((_, i) => i % 5 === 4))('%s gives the same bits in both engines', async (_, xml) => {
  const theirs = oracleModel(xml);
  const { js, compared, seen } = await twoEngines(theirs);
  theirs.delete();
  for (let i = 0; i < js.m.nv; i++) js.d.qvel[i] = 0.3 * Math.sin(3 * i);
  setStages(js.m, compared);
  step(js.m, js.d, 3);
  expect(seen).toContain('effBuild');
});

test('passive contacts without the CG solver are rejected by a forward pass', () => {
  const xml = metricModels.find(([name]) => name.startsWith('passive'))![1];
  const m = loadModelFromXml(xml.replace('solver="CG"', 'solver="Newton"'));
  expect(() => forward(m, new Data(m))).toThrow(/passive contacts of flex 0 need solver="CG"/);
});

test('a stiff block that diverges with explicit forces is stable when the solver integrates them', () => {
  const xml = (solver: string): string => `<mujoco><option solver="${solver}" integrator="implicitfast" timestep=".01"/>
    <worldbody><body name="b"><flexcomp name="f" type="grid" count="3 3 3" spacing=".1 .1 .1" dim="3" mass=".1" radius=".001">
    <contact contype="0" conaffinity="0" selfcollide="none"/><elasticity young="1e7" poisson=".2" damping=".001"/><pin id="0 2"/>
    </flexcomp></body></worldbody></mujoco>`;
  const unstable = (solver: string): number => {
    const m = loadModelFromXml(xml(solver));
    const d = new Data(m);
    step(m, d, 30);
    return d.warning_number[Warning.BADQACC] + d.warning_number[Warning.BADQVEL] + d.warning_number[Warning.BADQPOS];
  };
  expect(unstable('CG')).toBe(0);
  expect(unstable('Newton')).toBeGreaterThan(0);
});
