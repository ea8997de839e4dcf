// needs: the compiled engine
import { expect, test } from 'vitest';
import { flexContacts, flexModels } from '../../../../test/models/flex.ts';
import { oracleModel } from '../../../../test/support/oracle/oracle.ts';
import { twoEngines } from '../../../../test/support/oracle/twoEngines.ts';
import { modelFromXml } from '../../../load/load.ts';
import { Data } from '../../model/data.ts';
import { compileEngine } from '../../wasm/compileEngine.ts';
import { setStages } from '../runtime/engine.ts';
import { step } from '../step.ts';

// building it may take longer than a test
await compileEngine();

const some = [...flexModels, ...flexContacts].filter((_, i) => i % 3 === 0);

test.each(some)('%s gives the same bits in both engines', async (_, xml) => {
  const theirs = oracleModel(xml);
  const { js, compared, seen } = await twoEngines(theirs);
  theirs.delete();
  for (let i = 0; i < js.m.nv; i++) js.d.qvel[i] = 0.3 * Math.sin(3 * i);
  setStages(js.m, compared);
  step(js.m, js.d, 3);
  expect(seen).toContain('flex');
});

/** A block without anything around it. */
const block = (
  elasticity: string,
  dof = 'full',
): string => `<mujoco><option gravity="0 0 0" timestep=".001"/><worldbody>
  <body name="b"><flexcomp name="f" type="grid" count="3 3 3" spacing=".1 .1 .1" dim="3" mass="1" radius=".001" dof="${dof}">
    <contact contype="0" conaffinity="0" selfcollide="none"/>${elasticity}</flexcomp></body></worldbody></mujoco>`;

// rotating cells back one by one does not conserve the angular momentum of a flex of cells exactly
test.each([
  ['full', 6],
  ['trilinear', 3],
])('a soft body (%s) in empty space conserves momentum', (dof, components) => {
  const m = modelFromXml(block('<elasticity young="1e3" poisson=".3" damping=".002"/>', dof), { engine: 'js' });
  const d = new Data(m);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.2 * Math.sin(7 * i);
  const before = momentum();
  step(m, d, 200);
  for (let k = 0; k < components; k++) expect(momentum()[k]).toBeCloseTo(before[k], 9);
  expect(d.qpos.some((x) => Math.abs(x) > 0.01)).toBe(true);

  /** Linear and angular momentum, in the world frame. */
  function momentum(): number[] {
    const sum = [0, 0, 0, 0, 0, 0];
    for (let b = 1; b < m.nbody; b++) {
      if (m.body_dofnum[b] === 0) continue;
      const v = Array.from(d.qvel.subarray(m.body_dofadr[b], m.body_dofadr[b] + 3));
      const x = [0, 1, 2].map((k) => m.body_pos[3 * b + k] + d.qpos[m.jnt_qposadr[m.body_jntadr[b]] + k]);
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        sum[k] += m.body_mass[b] * v[k];
        sum[3 + k] += m.body_mass[b] * (x[i] * v[j] - x[j] * v[i]);
      }
    }
    return sum;
  }
});

test('a hanging chain of springs stretches by the weight below each spring divided by its stiffness', () => {
  const m = modelFromXml(
    `<mujoco><worldbody><body name="b" euler="0 90 0"><flexcomp name="f" type="grid" count="4 1 1" spacing=".1 .1 .1" dim="1"
      mass=".4" radius=".001"><contact contype="0" conaffinity="0"/><edge stiffness="50" damping="3"/><pin id="0"/></flexcomp>
      </body></worldbody></mujoco>`,
    { engine: 'js' },
  );
  const d = new Data(m);
  step(m, d, 3000);
  const weight = 0.1 * 9.81;
  // the pinned end is above: edge k carries 3 - k points of 0.1 kg
  for (let k = 0; k < 3; k++) expect(d.flexedge_length[k] - 0.1).toBeCloseTo(((3 - k) * weight) / 50, 6);
});

test('a cloth dropped on a sphere stays on it', () => {
  const m = modelFromXml(
    `<mujoco><option solver="CG" tolerance="1e-6"/><worldbody><geom size=".2"/><body name="b" pos="0 0 .25"><flexcomp name="f" type="grid"
      count="6 6 1" spacing=".06 .06 .06" dim="2" mass=".2" radius=".01"><edge equality="true"/><contact selfcollide="none"/></flexcomp>
      </body></worldbody></mujoco>`,
    { engine: 'wasm' },
  );
  const d = new Data(m);
  step(m, d, 250);
  expect(d.qpos.every(Number.isFinite)).toBe(true);
  expect(d.ncon).toBeGreaterThan(4);
  for (let v = 0; v < m.nflexvert; v++) {
    expect(Math.hypot(...d.flexvert_xpos.subarray(3 * v, 3 * v + 3))).toBeGreaterThan(0.19);
  }
});
