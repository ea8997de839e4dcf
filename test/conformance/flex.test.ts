import { expect, test } from 'vitest';
import { expander } from '../../src/compiler/expand/index.ts';
import { forward } from '../../src/core/engine/forward.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import type { Model } from '../../src/core/model/model.ts';
import { readMjcf } from '../../src/formats/mjcf/readMjcf.ts';
import { writeMjcf } from '../../src/formats/mjcf/writeMjcf.ts';
import { contactAt } from '../../src/mujoco/classes/contact.ts';
import { flexContacts, flexModels, skinModel } from '../models/flex.ts';
import { loadModelFromXml } from '../support/compileMjcf.ts';
import { compareModels, describeDifferences } from '../support/oracle/compileConformance.ts';
import { fieldError, mujoco, oracleModel, type Pair } from '../support/oracle/oracle.ts';
import '../support/plainEngine.ts';

function differences(ours: Model, xml: string): string[] {
  const theirs = oracleModel(xml);
  try {
    return describeDifferences(compareModels(ours, theirs));
  } finally {
    theirs.delete();
  }
}

test.each([...flexModels, ['a skin', skinModel] as const])("%s compiles to MuJoCo's model", (_, xml) => {
  expect(differences(loadModelFromXml(xml), xml)).toEqual([]);
});

const written = [...flexModels.filter((_, i) => i % 3 === 0), ['a skin', skinModel] as const];
test.each(written)('%s is unchanged after a round trip through MJCF', (_, xml) => {
  const text = writeMjcf(readMjcf(xml, { expander }));
  // except rounding in the poses of bodies
  expect(differences(loadModelFromXml(text), xml)).toEqual([]);
});

const FIELDS = ['flexvert_xpos', 'flexelem_aabb', 'flexedge_length', 'flexedge_velocity', 'flexvert_length'] as const;
const FORCES = [
  'qfrc_spring',
  'qfrc_damper',
  'qfrc_passive',
  'efc_pos',
  'efc_aref',
  'efc_D',
  'qfrc_constraint',
  'qacc',
] as const;

test.each(flexModels)('%s moves like in MuJoCo', (_, xml) => {
  const m = loadModelFromXml(xml);
  const model = oracleModel(xml);
  const pair: Pair = { m, d: new Data(m), theirs: { m: model, d: new mujoco.MjData(model) } };
  const { d, theirs } = pair;
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(3 * i);
  for (let j = 0; j < m.njnt; j++) if (m.jnt_type[j] > 1) d.qpos[m.jnt_qposadr[j]] += 0.01 * Math.cos(5 * j);
  (theirs.d.qpos as Float64Array).set(d.qpos);
  (theirs.d.qvel as Float64Array).set(d.qvel);
  forward(m, d);
  mujoco.mj_forward(theirs.m, theirs.d);
  expect(d.nefc).toBe(theirs.d.nefc);
  for (const name of [...FIELDS, ...FORCES]) expect(fieldError(pair, name), name).toBeLessThan(1e-8);
  for (let k = 0; k < 6; k++) {
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
  }
  expect(fieldError(pair, 'qpos')).toBeLessThan(1e-7);
  theirs.d.delete();
  theirs.m.delete();
});

/** Contacts as lines of text, in their order. */
function contactLines(pair: Pair, ours: boolean): string[] {
  const { d, theirs } = pair;
  const { contact } = theirs.d;
  return Array.from({ length: ours ? d.ncon : theirs.d.ncon }, (_, i) => {
    const c = ours ? contactAt(d, i) : contact.get(i)!;
    const ids = [...c.geom, ...c.flex, ...c.elem, ...c.vert, c.dim, c.exclude];
    const reals = [c.dist, ...c.pos, ...c.frame, c.includemargin, ...c.friction, ...c.solref, ...c.solimp];
    return `${ids.join(' ')}: ${Array.from(reals, (x) => (Math.abs(x) < 5e-8 ? 0 : x).toFixed(7)).join(' ')}`;
  });
}

test.each(flexContacts)("%s has MuJoCo's contacts, and moves like in MuJoCo", (_, xml) => {
  const m = loadModelFromXml(xml);
  const model = oracleModel(xml);
  const pair: Pair = { m, d: new Data(m), theirs: { m: model, d: new mujoco.MjData(model) } };
  const { d, theirs } = pair;
  for (let j = 0; j < m.njnt; j++) if (m.jnt_type[j] > 1) d.qpos[m.jnt_qposadr[j]] += 0.005 * Math.cos(5 * j);
  (theirs.d.qpos as Float64Array).set(d.qpos);
  forward(m, d);
  mujoco.mj_forward(theirs.m, theirs.d);
  expect(d.ncon).toBeGreaterThan(0);
  expect(contactLines(pair, true)).toEqual(contactLines(pair, false));
  expect(d.nefc).toBe(theirs.d.nefc);
  const scale = Math.max(...Array.from(d.qacc, Math.abs));
  expect(fieldError(pair, 'qacc') * Math.min(1, 1 / scale)).toBeLessThan(1e-6);
  theirs.d.delete();
  theirs.m.delete();
});
