/** Flexes with the integrator `discrete` as in MuJoCo 3.14.0: elasticity and passive contacts in the metric of CG and Newton. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { inverse } from '../../src/core/engine/inverse.ts';
import { step } from '../../src/core/engine/step.ts';
import { Disable, Solver } from '../../src/core/model/enums.ts';
import { metricModels } from '../models/flex.ts';
import { mujocoNext, pairFromNext, renewNext } from '../support/oracle/next.ts';
import { copyStateToOracle, fieldError, type Pair } from '../support/oracle/oracle.ts';
import '../support/plainEngine.ts';

const MATRIX = ['efm_K_rownnz', 'efm_K_rowadr', 'efm_K_colind', 'efm_K_val', 'efm_dofid', 'efm_L'] as const;
// MuJoCo 3.14 has the damping of stretched elements in qfrc_damper, not in qfrc_spring; the sum is the same
const FORCES = ['efm_c', 'qfrc_passive', 'qacc_smooth', 'qfrc_constraint', 'qacc'] as const;

async function load(xml: string, options: object): Promise<Pair> {
  await renewNext();
  const pair = pairFromNext(xml.replace(/integrator="\w+"/, 'integrator="discrete"'));
  const { m, d, theirs } = pair;
  Object.assign(m.opt, options);
  Object.assign(theirs.m.opt, options);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.3 * Math.sin(3 * i);
  for (let j = 0; j < m.njnt; j++) if (m.jnt_type[j] > 1) d.qpos[m.jnt_qposadr[j]] += 0.003 * Math.cos(5 * j);
  copyStateToOracle(pair);
  return pair;
}

const variants: readonly (readonly [string, object])[] = [
  ['CG', {}],
  ['Newton', { solver: Solver.NEWTON }],
  ['Newton with a dense Jacobian', { solver: Solver.NEWTON, jacobian: 0 }],
  ['elliptic cones', { cone: 1 }],
  ['no springs', { disableflags: Disable.SPRING }],
  ['no dampers', { solver: Solver.NEWTON, disableflags: Disable.DAMPER }],
  ['neither', { disableflags: Disable.SPRING | Disable.DAMPER }],
];
const cases = metricModels.flatMap(([name, xml]) =>
  variants
    .filter(
      ([, { solver }]: readonly [string, { solver?: number }]) =>
        !(name.endsWith('free body') && solver === Solver.NEWTON),
    )
    .map(([variant, options]) => [name, variant, xml, options] as const),
);

test.each(cases)('%s, %s', async (name, _, xml, options) => {
  const pair = await load(xml, options);
  const { m, d, theirs } = pair;
  forward(m, d);
  mujocoNext.mj_forward(theirs.m, theirs.d);
  // MuJoCo has passive contacts in a list of its own, not in the matrix
  if (!name.startsWith('passive')) {
    for (const field of MATRIX) expect(fieldError(pair, field), field).toBeLessThan(1e-8);
  }
  for (const field of FORCES) expect(fieldError(pair, field), field).toBeLessThan(2e-7);
  inverse(m, d);
  (theirs.d.qacc as Float64Array).set(d.qacc);
  mujocoNext.mj_inverse(theirs.m, theirs.d);
  expect(fieldError(pair, 'qfrc_inverse'), 'qfrc_inverse').toBeLessThan(1e-5);
  copyStateToOracle(pair);
  for (let k = 0; k < 3; k++) {
    step(m, d);
    mujocoNext.mj_step(theirs.m, theirs.d);
  }
  for (const field of ['qpos', 'qvel']) expect(fieldError(pair, field), field).toBeLessThan(1e-7);
});

test('combinations that MuJoCo refuses are refused, with what to set', async () => {
  const refused = async (xml: string, options: object, message: RegExp): Promise<void> => {
    const { m, d, theirs } = await load(xml, options);
    expect(() => mujocoNext.mj_forward(theirs.m, theirs.d)).toThrow();
    expect(() => forward(m, d)).toThrow(message);
    expect(() => step(m, d)).toThrow(message);
  };
  const soft = metricModels[3][1];
  await refused(soft, { solver: Solver.PGS }, /the PGS solver does not support .* Use solver="CG" or "Newton"/);
  await refused(soft, { noslip_iterations: 2 }, /noslip does not support .* Set noslip_iterations="0"/);
  await refused(soft, { enableflags: 16 }, /sleeping does not support .* Disable the flag sleep/);
  const cell = metricModels.find(([name]) => name === 'a cell on a free body')!;
  await refused(cell[1], { solver: Solver.NEWTON }, /nodes on bodies that do more than slide .* Use solver="CG"/);
});
