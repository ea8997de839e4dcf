// needs: the compiled engine
/** Worlds differ only in physical quantities: another id, address or count would cause invalid accesses or endless loops. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Batch, checkParameters, closeThreads, rollout, withParameters } from '../../src/batch.ts';
import { modelTable, recordScalars } from '../../src/core/model/fields/index.ts';
import {
  copyModel,
  Data,
  getState,
  type Model,
  modelFromXml,
  prepare,
  StateBit,
  setConst,
  step,
} from '../../src/index.ts';

const xml = `<mujoco><option timestep=".005"/><worldbody><geom type="plane" size="5 5 1"/>
  <body name="a" pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/>
    <body name="b" pos=".1 0 0"><joint name="h" axis="0 1 0" range="-20 20" damping=".1"/>
      <geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/><site name="s" pos=".2 0 0"/></body></body>
  <body name="c" pos="1 0 .12"><freejoint/><geom size=".1" condim="3"/></body><site name="w" pos="0 0 1"/></worldbody>
  <contact><pair geom1="1" geom2="3" condim="3"/></contact>
  <equality><joint joint1="h" active="false" polycoef=".1 0 0 0 0"/></equality>
  <tendon><spatial name="t" range="0 .5"><site site="w"/><site site="s"/></spatial></tendon>
  <actuator><general joint="h" dyntype="filter" dynprm=".1" gainprm="3" ctrlrange="-1 1" forcerange="-1 1" actrange="-1 1"/></actuator>
  <sensor><jointpos joint="h"/></sensor></mujoco>`
  .replace('<geom type="box"', '<geom name="1" type="box"')
  .replace('<geom size=".1" condim="3"/>', '<geom name="3" size=".1" condim="3"/>');

/** Integers that may differ between worlds, each with another value than in the model. */
const switches: Record<string, number> = {
  geom_contype: 2,
  geom_conaffinity: 3,
  geom_condim: 1,
  geom_priority: 1,
  body_contype: 3,
  body_conaffinity: 3,
  pair_dim: 6,
  flex_contype: 1,
  flex_conaffinity: 1,
  flex_condim: 1,
  flex_priority: 1,
  jnt_limited: 0,
  jnt_actfrclimited: 0,
  jnt_actgravcomp: 0,
  tendon_limited: 0,
  tendon_actfrclimited: 0,
  actuator_ctrllimited: 0,
  actuator_forcelimited: 0,
  actuator_actlimited: 0,
  actuator_actearly: 1,
  eq_active0: 1,
  'opt.integrator': 1,
  'opt.cone': 1,
  'opt.jacobian': 1,
  'opt.solver': 0,
  'opt.iterations': 3,
  'opt.ls_iterations': 3,
  'opt.noslip_iterations': 2,
  'opt.ccd_iterations': 3,
  'opt.sdf_iterations': 3,
  'opt.sdf_initpoints': 3,
  'opt.disableflags': 16,
  'opt.enableflags': 2,
  'opt.disableactuator': 1,
};

let m: Model;
let start: Float64Array;

beforeAll(async () => {
  await prepare();
  m = modelFromXml(xml);
  start = getState(m, new Data(m), StateBit.FULLPHYSICS);
}, 120_000);

afterAll(closeThreads);

const fields = [...modelTable, ...recordScalars].map(([name, kind]) => ({ name, kind }));
const integers: string[] = fields.filter(({ kind }) => kind === 'i32' || kind === 'u8').map(({ name }) => name);
const width = (name: string) => modelValues(m, name).length;

function modelValues(of: Model, name: string): ArrayLike<number> {
  let value: unknown = of;
  for (const part of name.split('.')) value = (value as Record<string, unknown>)[part];
  return typeof value === 'number' ? [value] : (value as ArrayLike<number>);
}

describe('ids, addresses, types and counts', () => {
  const refused = integers.filter((name) => !(name in switches));

  test('are rejected by name everywhere', async () => {
    expect(refused.length).toBeGreaterThan(200);
    using batch = new Batch(m, 2);
    for (const name of refused) {
      const parameters = { [name]: Array.from(modelValues(m, name)) };
      const text = `'${name}' cannot differ between worlds, because the structure of the model depends on it`;
      expect(() => checkParameters(m, parameters)).toThrow(text);
      expect(() => withParameters(m, parameters)).toThrow(text);
      expect(() => batch.setParameters(parameters)).toThrow(text);
      await expect(rollout(m, start, { parameters })).rejects.toThrow(text);
    }
    await batch.step();
  });

  test('integer flags are the only exceptions', () => {
    expect(Object.keys(switches).every((name) => integers.includes(name))).toBe(true);
  });
});

describe.each(Object.entries(switches))('%s', (name, value) => {
  test('is accepted, like a write to the field of a Model', async () => {
    const values = new Array<number>(width(name)).fill(value);
    using changed = withParameters(m, { [name]: values });
    using byHand = copyModel(m);
    write(byHand, name, value);
    setConst(byHand);
    expect(await rollout(changed, start, { nstep: 40 })).toEqual(await rollout(byHand, start, { nstep: 40 }));
  });

  test('has a range', () => {
    if (width(name) === 0) return;
    for (const bad of [0.5, Number.NaN, 2 ** 40]) {
      expect(() => checkParameters(m, { [name]: new Array(width(name)).fill(bad) })).toThrow(
        new RegExp(`${name.replace('.', '\\.')}: expected .*, found ${bad} at index 0`),
      );
    }
  });
});

function write(to: Model, name: string, value: number): void {
  const path = name.split('.');
  const last = path.pop()!;
  let owner = to as unknown as Record<string, unknown>;
  for (const part of path) owner = owner[part] as Record<string, unknown>;
  if (typeof owner[last] === 'number') owner[last] = value;
  else (owner[last] as Float64Array).fill(value);
}

test('constants among the parameters are not recomputed', async () => {
  const values = Array.from(m.body_invweight0, (x) => 2 * x);
  using changed = withParameters(m, { body_invweight0: values, body_mass: m.body_mass.map((x) => 2 * x) });
  expect([...changed.body_invweight0]).toEqual(values);
  expect(changed.body_subtreemass[1]).toBeCloseTo(2 * m.body_subtreemass[1]);
});

test('counts and indices among the values of flexes cannot change', () => {
  using bent = modelFromXml(`<mujoco><worldbody><flexcomp name="f" radius=".001" type="grid" count="3 3 3"
    spacing=".05 .05 .05" dim="3" mass=".5" dof="trilinear"><contact contype="0" conaffinity="0" selfcollide="none"/>
    <edge equality="strain"/><elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="bend"/></flexcomp>
    </worldbody></mujoco>`);
  const twice = (values: Float64Array) => values.map((x) => 2 * x);
  expect(() => withParameters(bent, { flex_bending: twice(bent.flex_bending) })).toThrow(
    'flex_bending: element 0 is a count or an index and cannot differ between worlds. Expected 12, found 24',
  );
  expect(() => withParameters(bent, { flex_stiffness: twice(bent.flex_stiffness) })).toThrow('is a count or an index');
  expect(() => withParameters(bent, { eq_data: bent.eq_data.map((x) => x + 1) })).toThrow('is a count or an index');
  // the last value of each edge except three is its stiffness
  const softer = bent.flex_bending.map((x, k) => (k % 10 === 7 ? 0.5 * x : x));
  using soft = withParameters(bent, { flex_bending: softer });
  expect(soft.flex_bending).toEqual(softer);
  const d = new Data(soft);
  step(soft, d, 2);
  expect(d.time).toBeGreaterThan(0);
});

test('Models with other plugins are rejected, because plugins belong to the Data of the first', async () => {
  const withGain = (kp: number) =>
    modelFromXml(`<mujoco><extension><plugin plugin="mujoco.pid"><instance name="i"><config key="kp" value="${kp}"/></instance>
      </plugin></extension><worldbody><body><joint name="h"/><geom size=".1"/></body></worldbody>
      <actuator><plugin joint="h" plugin="mujoco.pid" instance="i"/></actuator></mujoco>`);
  const [one, two] = [withGain(1), withGain(2)];
  const state = getState(one, new Data(one), StateBit.FULLPHYSICS);
  await expect(rollout([one, two], state)).rejects.toThrow(
    'rollout: model 1 differs from model 0 in its plugins: plugin_attr',
  );
  const copy = copyModel(one);
  copy.opt.gravity[2] = -1;
  expect((await rollout([one, copy], state, { nstep: 2 })).nbatch).toBe(2);
});

describe.each(['wasm', 'js'] as const)('with invalid values in the model (%s)', (engine) => {
  const reals = fields.filter(({ kind }) => kind === 'f64' || kind === 'f32').map(({ name }) => name);

  test('a step returns', async () => {
    await prepare({ engine });
    using own = modelFromXml(xml, { engine });
    using d = new Data(own);
    const original = new Map(reals.map((name) => [name, Array.from(modelValues(own, name))]));
    let steps = 0;
    const failed: string[] = [];
    for (const name of reals) {
      for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0, 1e300, 1e-300]) {
        if (name === 'opt.timestep' && !Number.isFinite(bad)) continue;
        write(own, name, bad);
        try {
          step(own, d, 2);
        } catch (error) {
          failed.push(`${name} = ${bad}: ${(error as Error).message}`);
        }
        steps++;
        restore(own, name, original.get(name)!);
      }
    }
    expect(failed).toEqual([]);
    expect(steps).toBeGreaterThan(1000);
  }, 120_000);
});

function restore(to: Model, name: string, values: readonly number[]): void {
  const array = modelValues(to, name);
  if (ArrayBuffer.isView(array)) (array as Float64Array).set(values);
  else write(to, name, values[0]);
}
