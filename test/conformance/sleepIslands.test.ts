// needs: the compiled engine
/** Sleeping islands, and waking them, in both engines. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { resetData, resetDataKeyframe } from '../../src/core/engine/reset.ts';
import { step } from '../../src/core/engine/step.ts';
import { BODY_STATIC } from '../../src/core/model/constants.ts';
import type { Data } from '../../src/core/model/data.ts';
import { Disable, SleepPolicy } from '../../src/core/model/enums.ts';
import { modelFromXml } from '../../src/load/load.ts';
import { type MjData, mujoco, oracleModel } from '../support/oracle/oracle.ts';
import { arm, asleep, awake, both, box, run, sceneXml, settle, stack } from '../support/scenes/sleeping.ts';

const cycle = (d: Data, start: number): number[] => {
  const found = [start];
  for (let t = d.tree_asleep[start]; t !== start; t = d.tree_asleep[t]) found.push(t);
  return found;
};

both('trees that touch are one island: two, and a chain of three', (load) => {
  const { m, d } = load(stack('a', 0, 2) + stack('b', 1, 3));
  run({ m, d }, 3);
  expect(d.nisland).toBe(2);
  expect([...d.tree_island]).toEqual([0, 0, 1, 1, 1]);
});

both('a tree without constraints is in no island', (load) => {
  const { m, d } = load(box('a', '0 0 3') + box('b', '1 0 .1'));
  run({ m, d }, 3);
  expect([...d.tree_island]).toEqual([-1, 0]);
});

both('without the island flag there are none', (load) => {
  const { m, d } = load(stack('a', 0, 2), { flag: 'sleep="enable" island="disable"' });
  run({ m, d }, 100);
  expect(d.nisland).toBe(0);
  expect(d.nefc).toBeGreaterThan(0);
  // without islands constrained trees never sleep
  expect(awake(d)).toEqual([1, 1]);
});

both('islands contain all constrained trees and their dofs, each once', (load) => {
  const { m, d } = load(stack('a', 0, 2) + box('free', '2 0 3') + stack('b', 1, 3));
  run({ m, d }, 3);
  const sum = (a: Int32Array) => a.slice(0, d.nisland).reduce((x, y) => x + y, 0);
  expect(sum(d.island_ntree)).toBe(5);
  expect(sum(d.island_nv)).toBe(d.nidof);
  expect(d.nidof).toBe(30);
  expect(sum(d.island_nefc)).toBe(d.nefc);
  expect([...d.map_itree2tree].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect([...d.map_idof2dof].sort((x, y) => x - y)).toEqual(Array.from({ length: m.nv }, (_, i) => i));
});

both('a sleeping island is a cycle of its trees', (load) => {
  const world = load(box('x', '2 0 .1') + stack('a', 0, 3));
  settle(world);
  expect([...world.d.tree_asleep]).toEqual([0, 2, 3, 1]);
});

both('waking any tree of a cycle wakes all', (load) => {
  const world = load(stack('a', 0, 3) + box('x', '2 0 .1'));
  for (let t = 0; t < 3; t++) {
    settle(world);
    world.d.xfrc_applied[6 * (t + 1)] = 1e-6;
    forward(world.m, world.d);
    expect(awake(world.d)).toEqual([1, 1, 1, 0]);
    world.d.xfrc_applied.fill(0);
  }
});

both('a tree that sleeps alone is a cycle of one', (load) => {
  const world = load(box('a', '0 0 .1') + box('b', '1 0 .1'));
  settle(world);
  expect([...world.d.tree_asleep]).toEqual([0, 1]);
});

both('a contact with one tree of a sleeping island wakes the whole island', (load) => {
  const { m, d } = load(
    `${stack('a', 0, 3)}${stack('b', 2, 2)}<body pos="-2 0 .1" sleep="never"><freejoint/><geom size=".1"/></body>`,
  );
  run({ m, d }, 60);
  expect(asleep(d)).toEqual([true, true, true, true, true, false]);
  d.qvel[30] = 3;
  d.qvel[31] = 0;
  for (let k = 0; k < 200 && asleep(d)[0]; k++) step(m, d);
  expect(awake(d)).toEqual([1, 1, 1, 0, 0, 1]);
});

const tied = (equality: string) => ({ rest: `<equality>${equality}</equality>` });

both('an equality that is activated between a sleeping tree and a moving one wakes its island', (load) => {
  const { m, d } = load(
    stack('a', 0, 2) + arm('m', 2),
    tied('<connect name="e" body1="a0" body2="m" anchor="0 0 0" active="false"/>'),
  );
  d.qvel[12] = 1;
  run({ m, d }, 60);
  expect(awake(d)).toEqual([0, 0, 1]);
  d.eq_active[0] = 1;
  forward(m, d);
  expect(awake(d)).toEqual([1, 1, 1]);
  expect(d.ne).toBe(3);
});

both('an equality of two joints wakes the sleeping tree', (load) => {
  const { m, d } = load(
    arm('s', 0, 'sleep="init"') + arm('m', 2),
    tied('<joint joint1="s 1" joint2="m 1" active="false"/>'),
  );
  expect(awake(d)).toEqual([0, 1]);
  d.eq_active[0] = 1;
  forward(m, d);
  expect(awake(d)).toEqual([1, 1]);
});

const slider = (name: string, x: number, more = '') => `<body name="${name}" pos="${x} 0 1" ${more}>
  <joint name="${name}" type="slide" axis="1 0 0"/><geom size=".05"/><site name="${name}"/></body>`;
const tendon = (a: string, b: string, more: string) =>
  `<tendon><spatial ${more}><site site="${a}"/><site site="${b}"/></spatial></tendon>`;

both('a tendon that reaches its limit wakes the sleeping tree at its end', (load) => {
  const { m, d } = load(slider('s', 0, 'sleep="init"') + slider('m', 1), { rest: tendon('s', 'm', 'range="0 1.2"') });
  d.qvel[1] = 1;
  step(m, d);
  expect(awake(d)).toEqual([0, 1]);
  for (let k = 0; k < 100 && asleep(d)[0]; k++) {
    expect(d.ten_length[0]).toBeLessThan(1.2);
    step(m, d);
  }
  expect(awake(d)).toEqual([1, 1]);
  expect(d.nl).toBe(1);
});

both('an equality between islands that fell asleep separately wakes both', (load) => {
  const world = load(
    stack('a', 0, 2) + stack('b', 1, 2) + box('c', '2 0 .1'),
    tied('<weld body1="a0" body2="b1" active="false"/>'),
  );
  const { m, d } = world;
  settle(world);
  d.eq_active[0] = 1;
  forward(m, d);
  expect(awake(d)).toEqual([1, 1, 1, 1, 0]);
});

both('an equality between trees that fell asleep together lets them sleep', (load) => {
  const world = load(box('a', '0 0 .1') + box('b', '1 0 .1'), tied('<weld body1="a" body2="b"/>'));
  settle(world);
  expect(cycle(world.d, 0)).toEqual([0, 1]);
  run(world, 20);
  expect(awake(world.d)).toEqual([0, 0]);
});

test("dof_length is 1 for translations, and MuJoCo's value for rotations", () => {
  const rod = (length: number) => `<body><joint axis="0 1 0"/><joint type="slide"/>
    <geom type="capsule" size=".01" fromto="0 0 0 ${length} 0 0"/></body>`;
  const xml = sceneXml(rod(1) + rod(0.1) + box('a', '0 0 1'));
  const [m, theirs] = [modelFromXml(xml), oracleModel(xml)];
  m.dof_length.forEach((length, i) => {
    expect(length).toBeCloseTo((theirs.dof_length as Float64Array)[i], 12);
  });
  expect([...m.dof_length.slice(4, 7)]).toEqual([1, 1, 1]);
  expect([m.dof_length[1], m.dof_length[3]]).toEqual([1, 1]);
  expect(m.dof_length[0]).toBeGreaterThan(4 * m.dof_length[2]);
  theirs.delete();
});

both('changing any position of a sleeping tree wakes it', (load) => {
  const world = load(box('a', '0 0 .1') + box('b', '1 0 .1'));
  const { m, d } = world;
  for (let q = 0; q < 7; q++) {
    settle(world);
    d.qpos[7 + q] += 1e-12;
    forward(m, d);
    expect(awake(d)).toEqual([0, 1]);
  }
});

both('changing any velocity of a sleeping tree wakes it', (load) => {
  const world = load(box('a', '0 0 .1') + box('b', '1 0 .1'));
  const { m, d } = world;
  for (let i = 0; i < 6; i++) {
    settle(world);
    d.qvel[i] = -1e-12;
    forward(m, d);
    expect(awake(d)).toEqual([1, 0]);
  }
});

both('nothing wakes without changes, or if values are set to what they were', (load) => {
  const world = load(stack('a', 0, 2) + box('b', '1 0 .1'));
  const { m, d } = world;
  settle(world);
  for (let k = 0; k < 30; k++) {
    d.qpos.set(d.qpos.slice());
    d.qvel.fill(0);
    forward(m, d);
    step(m, d);
  }
  expect(awake(d)).toEqual([0, 0, 0]);
});

/** Trees that are awake in MuJoCo after the change to a sleeping one. */
function theirAwake(world: string, change: (d: MjData) => void): number[] {
  const m = oracleModel(sceneXml(world));
  const d = new mujoco.MjData(m);
  for (let k = 0; k < 60; k++) mujoco.mj_step(m, d);
  expect([...d.tree_asleep].every((next) => next >= 0)).toBe(true);
  change(d);
  mujoco.mj_forward(m, d);
  const found = [...d.tree_asleep].map((next) => Number(next < 0));
  d.delete();
  m.delete();
  return found;
}

both('a negative zero counts as a force or a velocity by its bits, but not as a new position, as in MuJoCo', (load) => {
  const rod = (x: number) => `<body pos="${x} 0 1" sleep="init"><joint type="slide"/><geom size=".05"/></body>`;
  const world = rod(0) + rod(1);
  for (const [field, at, wakes] of [
    ['xfrc_applied', 6 * 2 + 3, true],
    ['qfrc_applied', 1, true],
    ['qvel', 1, true],
    ['qpos', 1, false],
  ] as const) {
    const { m, d } = load(world);
    step(m, d);
    expect(awake(d)).toEqual([0, 0]);
    d[field][at] = -0;
    forward(m, d);
    expect(awake(d), field).toEqual([0, Number(wakes)]);
    const theirs = theirAwake(world, (od) => {
      (od[field] as Float64Array)[at] = -0;
    });
    expect(awake(d), field).toEqual(theirs);
  }
});

both('a negative zero of a force, or of a velocity if the tolerance is 0, keeps a tree awake', (load) => {
  for (const field of ['xfrc_applied', 'qfrc_applied', 'qvel'] as const) {
    const { m, d } = load(box('a', '0 0 1') + box('b', '1 0 1'), {
      flag: 'sleep="enable" gravity="disable"',
      option: 'sleep_tolerance="0"',
    });
    for (let k = 0; k < 15; k++) {
      d[field][6 + 1] = -0;
      step(m, d);
    }
    expect(awake(d), field).toEqual(field === 'xfrc_applied' ? [1, 0] : [0, 1]);
  }
});

both('solving by islands gives the accelerations of solving all constraints together', (load) => {
  for (const solver of ['Newton', 'CG', 'PGS']) {
    const option = `solver="${solver}" tolerance="0" iterations="300"`;
    const { m, d } = load(stack('a', 0, 2) + box('b', '1 0 .098') + box('c', '2 0 .11'), { option });
    run({ m, d }, 20);
    const warm = d.qacc_warmstart.slice();
    forward(m, d);
    const [qacc, force] = [d.qacc.slice(), d.qfrc_constraint.slice()];
    expect(d.nisland).toBe(3);
    m.opt.disableflags |= Disable.ISLAND;
    d.qacc_warmstart.set(warm);
    forward(m, d);
    expect(d.nisland).toBe(0);
    const bound = solver === 'PGS' ? 1e-3 : 1e-6;
    qacc.forEach((a, i) => {
      expect(Math.abs(a - d.qacc[i]), `${solver} ${i}`).toBeLessThan(bound);
    });
    force.forEach((f, i) => {
      expect(Math.abs(f - d.qfrc_constraint[i]), `${solver} ${i}`).toBeLessThan(10 * bound);
    });
  }
});

both('a tree with an actuator sleeps if the policy of its body allows it, else it stays awake', (load) => {
  const motors = '<actuator><motor joint="a 1"/><motor joint="b 1"/></actuator>';
  const world = load(arm('a', 0, 'sleep="allowed"') + arm('b', 1), {
    rest: motors,
    flag: 'sleep="enable" gravity="disable"',
  });
  expect([...world.m.tree_sleep_policy]).toEqual([SleepPolicy.ALLOWED, SleepPolicy.AUTO_NEVER]);
  run(world, 30);
  expect(awake(world.d)).toEqual([0, 1]);
});

both('a tendon without stiffness and damping lets its two trees sleep', (load) => {
  const world = load(slider('a', 0) + slider('b', 1), { rest: tendon('a', 'b', 'range="0 9"') });
  expect([...world.m.tree_sleep_policy]).toEqual([SleepPolicy.AUTO_ALLOWED, SleepPolicy.AUTO_ALLOWED]);
  settle(world, 30);
});

both('a tendon with stiffness or damping keeps its trees awake', (load) => {
  for (const attribute of ['stiffness="1"', 'damping="1"']) {
    const world = load(slider('a', 0) + slider('b', 1) + slider('c', 2), { rest: tendon('a', 'b', attribute) });
    const { AUTO_NEVER, AUTO_ALLOWED } = SleepPolicy;
    expect([...world.m.tree_sleep_policy]).toEqual([AUTO_NEVER, AUTO_NEVER, AUTO_ALLOWED]);
    run(world, 50);
    expect(awake(world.d)).toEqual([1, 1, 0]);
  }
});

both('a tree marked init starts asleep', (load) => {
  const { d } = load(stack('a', 0, 1).replace('<body', '<body sleep="init"') + box('b', '1 0 .1'));
  expect(awake(d)).toEqual([0, 1]);
  expect([...d.qvel.slice(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
});

both('a tree marked init that touches one that is not is rejected by name', (load) => {
  const world = () => load(box('low', '0 0 .1', 'sleep="init"') + box('high', '0 0 .299'));
  expect(world).toThrow(/low/);
});

both('body_awake distinguishes static, sleeping and awake bodies', (load) => {
  const { m, d } = load(`<body name="post"><geom size=".1"/></body><body name="hand" mocap="true"/>
    ${box('a', '0 0 1', 'sleep="init"')}${box('b', '1 0 1')}`);
  forward(m, d);
  expect([...d.body_awake]).toEqual([BODY_STATIC, BODY_STATIC, 1, 0, 1]);
});

both('tree_awake and the counts list the awake trees', (load) => {
  const { m, d } = load(arm('s', 0, 'sleep="init"') + arm('m', 1));
  forward(m, d);
  expect(awake(d)).toEqual([0, 1]);
  expect([d.ntree_awake, d.nv_awake, d.nbody_awake]).toEqual([1, 2, 3]);
  expect([...d.dof_awake_ind.slice(0, 2)]).toEqual([2, 3]);
  expect([...d.body_awake_ind.slice(0, 3)]).toEqual([0, 3, 4]);
});

both('nisland counts the islands of this step, except sleeping ones', (load) => {
  const { m, d } = load(stack('a', 0, 2) + stack('b', 1, 2) + box('c', '2 0 .1', 'sleep="never"'));
  run({ m, d }, 3);
  expect(d.nisland).toBe(3);
  run({ m, d }, 300);
  expect(d.nisland).toBe(1);
});

both('arrays over trees and dofs have their final lengths from the start', (load) => {
  const { m, d } = load(stack('a', 0, 3));
  for (const name of ['tree_island', 'tree_asleep', 'tree_awake', 'map_itree2tree'] as const)
    expect(d[name].length).toBeGreaterThanOrEqual(m.ntree);
  for (const name of ['dof_island', 'map_dof2idof', 'map_idof2dof', 'dof_awake_ind'] as const)
    expect(d[name].length).toBeGreaterThanOrEqual(m.nv);
});

both('a reset restores the initial sleep state, and so does a keyframe', (load) => {
  const rest =
    '<keyframe><key qpos="0 0 .1 1 0 0 0  1 0 1 1 0 0 0"/><key qpos="0 0 2 1 0 0 0  1 0 1 1 0 0 0"/></keyframe>';
  const { m, d } = load(box('a', '0 0 .1') + box('b', '1 0 1', 'sleep="init"'), { rest });
  d.xfrc_applied[6 * 2] = 1;
  run({ m, d }, 5);
  expect(awake(d)).toEqual([1, 1]);
  resetData(m, d);
  expect(asleep(d)).toEqual([false, true]);
  expect([d.ntree_awake, d.nv_awake]).toEqual([1, 6]);
  // a keyframe with the sleeping tree in the same pose leaves it asleep, another one wakes it
  resetDataKeyframe(m, d, 0);
  forward(m, d);
  expect(awake(d)).toEqual([1, 0]);
  d.qpos[9] = 1.5;
  forward(m, d);
  expect(awake(d)).toEqual([1, 1]);
});

both('contact with the floor, or with anything static, wakes nothing', (load) => {
  const table = '<body pos="1 0 .2"><geom type="box" size=".3 .3 .2"/></body>';
  const world = load(box('a', '0 0 .1') + table + box('b', '1 0 .5'));
  settle(world);
  run(world, 50);
  expect(awake(world.d)).toEqual([0, 0]);
});

both('an actuator that pulls a tendon keeps the trees of the tendon awake', (load) => {
  const rest = `<tendon><spatial name="t"><site site="a"/><site site="b"/></spatial></tendon>
    <actuator><motor tendon="t"/></actuator>`;
  const world = load(slider('a', 0) + slider('b', 1) + slider('c', 2), { rest });
  const { AUTO_NEVER, AUTO_ALLOWED } = SleepPolicy;
  expect([...world.m.tree_sleep_policy]).toEqual([AUTO_NEVER, AUTO_NEVER, AUTO_ALLOWED]);
});

both('actuators of sleeping trees exert no force', (load) => {
  const world = load(arm('a', 0, 'sleep="allowed"') + arm('b', 1), {
    rest: '<actuator><motor joint="a 1"/><motor joint="b 1"/></actuator>',
    flag: 'sleep="enable" gravity="disable"',
  });
  const { m, d } = world;
  run(world, 30);
  d.ctrl.fill(1);
  step(m, d);
  expect(awake(d)).toEqual([0, 1]);
  expect([...d.actuator_force]).toEqual([0, 1]);
  expect(d.qfrc_actuator[0]).toBe(0);
  expect(d.qfrc_actuator[2]).toBe(1);
});

both('user forces wake trees before anything is computed', (load) => {
  const world = load(box('a', '0 0 .1'));
  const { m, d } = world;
  settle(world);
  d.xfrc_applied[6 + 2] = 100;
  forward(m, d);
  expect(awake(d)).toEqual([1]);
  // it takes part in everything immediately: in the constraint rows and in the acceleration
  expect(d.nefc).toBeGreaterThan(0);
  expect(d.qacc[2]).toBeGreaterThan(1);
});

both('all fields agree on which trees are awake, also after positions were changed', (load) => {
  const world = load(stack('a', 0, 2) + box('b', '1 0 .1'));
  const { m, d } = world;
  settle(world);
  d.qpos[0] += 0.01;
  forward(m, d);
  expect(awake(d)).toEqual(asleep(d).map((sleeps) => Number(!sleeps)));
  expect(awake(d)).toEqual([1, 1, 0]);
  expect(d.nv_awake).toBe(12);
});
