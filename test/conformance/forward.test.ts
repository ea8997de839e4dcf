// needs: the compiled engine
/** Our examples through our own compiler and pipeline, compared with MuJoCo field by field. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Disable, Integrator } from '../../src/core/model/enums.ts';
import { dataFields } from '../../src/core/model/fields/data.ts';
import { setKeyframe } from '../../src/core/model/reset.ts';
import { modelFromXml } from '../../src/load/load.ts';
import {
  copyStateToOracle,
  fieldError,
  mujoco,
  oracleModel,
  type Pair,
  randomState,
} from '../support/oracle/oracle.ts';

const folder = new URL('../../examples/', import.meta.url);
const examples = readdirSync(folder).filter((name) => name.endsWith('.xml'));

/** Results of the smooth stages; records of the solver, sleep lists and scratch of the integrators are excluded. */
const smooth = dataFields
  .map(([name]) => name as string)
  .filter(
    (name) =>
      !/^(solver|warning|timer|flex|bvh|plugin|tree_|body_awake|parent_awake|dof_awake|qH|qDeriv|qLU|qfrc_inverse|history)/.test(
        name,
      ),
  );

function loadPair(name: string): Pair {
  const xml = readFileSync(new URL(name, folder), 'utf8');
  const m = modelFromXml(xml, { engine: 'js' });
  const model = oracleModel(xml);
  return { m, d: new Data(m), theirs: { m: model, d: new mujoco.MjData(model) } };
}

function both(pair: Pair, change: (opt: { disableflags: number; integrator: number; timestep: number }) => void): void {
  change(pair.m.opt);
  change(pair.theirs.m.opt);
}

function worst(pair: Pair, fields: readonly string[], tolerance: number): string[] {
  return fields
    .filter((field) => !(fieldError(pair, field) < tolerance))
    .map((field) => `${field} ${fieldError(pair, field)}`);
}

describe.each(examples)('%s', (name) => {
  test('smooth fields at the start, at keyframes and at five random states are within 1e-10', () => {
    const pair = loadPair(name);
    both(pair, (opt) => {
      opt.disableflags |= Disable.CONSTRAINT;
    });
    const states = [
      () => {},
      ...Array.from({ length: pair.m.nkey }, (_, k) => () => setKeyframe(pair.m, pair.d, k)),
      ...[1, 2, 3, 4, 5].map((seed) => () => randomState(pair, seed)),
    ];
    for (const set of states) {
      set();
      copyStateToOracle(pair);
      forward(pair.m, pair.d);
      mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
      expect(worst(pair, smooth, 1e-10)).toEqual([]);
    }
  });

  test('with contacts and constraints, rows are within 1e-8 and accelerations within 1e-6', () => {
    const pair = loadPair(name);
    const { m, d, theirs } = pair;
    for (let k = 0; k < 100; k++) {
      mujoco.mj_step(theirs.m, theirs.d);
      if (k % 25 > 0) continue;
      d.qpos.set(theirs.d.qpos as Float64Array);
      d.qvel.set(theirs.d.qvel as Float64Array);
      d.act.set(theirs.d.act as Float64Array);
      d.qacc_warmstart.set(theirs.d.qacc_warmstart as Float64Array);
      d.time = theirs.d.time;
      forward(m, d);
      mujoco.mj_forward(theirs.m, theirs.d);
      expect([d.ncon, d.nefc]).toEqual([theirs.d.ncon, theirs.d.nefc]);
      expect(
        worst(pair, ['contact_pos', 'contact_dist', 'contact_frame', 'efc_pos', 'efc_vel', 'efc_D', 'efc_aref'], 1e-8),
      ).toEqual([]);
      expect(worst(pair, ['qacc', 'qfrc_constraint'], 1e-6)).toEqual([]);
    }
  });
});

const integrators = ['EULER', 'RK4', 'IMPLICIT', 'IMPLICITFAST'] as const;

test.each(integrators)('1000 steps of the humanoid under %s, without constraints, stay within 1e-8', (name) => {
  const pair = loadPair('humanoid.xml');
  const { m, d, theirs } = pair;
  both(pair, (opt) => {
    opt.disableflags |= Disable.CONSTRAINT;
    opt.integrator = Integrator[name];
    opt.timestep = 0.001;
  });
  for (let k = 0; k < 1000; k++) {
    for (let u = 0; u < m.nu; u++) {
      const c = 0.2 * Math.sin(0.01 * k + u);
      d.ctrl[u] = c;
      (theirs.d.ctrl as Float64Array)[u] = c;
    }
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
  }
  expect(worst(pair, ['qpos', 'qvel'], 1e-8)).toEqual([]);
});
