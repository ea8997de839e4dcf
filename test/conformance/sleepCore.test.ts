// needs: the compiled engine
/** Sleeping of single trees, in both engines. */
import { expect, vi } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { resetData } from '../../src/core/engine/reset.ts';
import { step } from '../../src/core/engine/step.ts';
import { BODY_STATIC, TREE_AWAKE } from '../../src/core/model/constants.ts';
import { cloneData } from '../../src/core/model/copy.ts';
import { Data } from '../../src/core/model/data.ts';
import { SleepPolicy } from '../../src/core/model/enums.ts';
import { asleep, awake, both, box, run, settle, stack } from '../support/scenes/sleeping.ts';

both('without the flag nothing sleeps, and tree_asleep is not read', (load) => {
  const { m, d } = load(box('a', '0 0 .1', 'sleep="init"') + box('b', '1 0 .12'), { flag: 'sleep="disable"' });
  const other = new Data(m);
  other.tree_asleep.set([0, 1]);
  run({ m, d }, 100);
  run({ m, d: other }, 100);
  expect(awake(d)).toEqual([1, 1]);
  expect(other.qpos).toEqual(d.qpos);
  expect(other.qacc).toEqual(d.qacc);
});

both('a box falls, comes to rest, and sleeps after ten slow steps: it stops and does not move', (load) => {
  const { m, d } = load(box('a', '0 0 .3'));
  const slow = () => d.qvel.every((v, i) => m.dof_length[i] * Math.abs(v) < m.opt.sleep_tolerance);
  let steps = 0;
  while (d.ntree_awake === 1) {
    step(m, d);
    if (d.ntree_awake === 1) steps = slow() ? steps + 1 : 0;
    expect(d.time).toBeLessThan(5);
  }
  expect(steps).toBe(10);
  expect(d.qvel.every((v) => v === 0)).toBe(true);
  const [qpos, xpos, xmat] = [d.qpos.slice(), d.xpos.slice(), d.xmat.slice()];
  run({ m, d }, 50);
  expect([d.qpos, d.xpos, d.xmat]).toEqual([qpos, xpos, xmat]);
  expect(d.qvel.every((v) => v === 0)).toBe(true);
});

both('a tree counts up from -11 to -1 before it sleeps, and restarts when it moves', (load) => {
  const { m, d } = load(box('a', '0 0 2'), { flag: 'sleep="enable" gravity="disable"' });
  const seen = Array.from({ length: 4 }, () => {
    step(m, d);
    return d.tree_asleep[0];
  });
  expect(seen).toEqual([-10, -9, -8, -7]);
  d.qvel[0] = 0.1;
  step(m, d);
  expect(d.tree_asleep[0]).toBe(TREE_AWAKE);
  d.qvel[0] = 0;
  run({ m, d }, 9);
  expect(d.tree_asleep[0]).toBe(-2);
  step(m, d);
  expect(d.tree_asleep[0]).toBe(0);
});

both('a sleeping body wakes when a force is applied to it or to one of its joints', (load) => {
  const world = load(box('a', '0 0 .1') + box('b', '1 0 .1'));
  const { m, d } = world;
  settle(world);
  for (let c = 0; c < 6; c++) {
    d.xfrc_applied[6 + c] = 1e-9;
    forward(m, d);
    expect(awake(d)).toEqual([1, 0]);
    d.xfrc_applied[6 + c] = 0;
    settle(world);
    d.qfrc_applied[6 + c] = -1e-9;
    forward(m, d);
    expect(awake(d)).toEqual([0, 1]);
    d.qfrc_applied[6 + c] = 0;
    settle(world);
  }
});

both('a moving body that touches a sleeping one wakes it, and both push each other in the same step', (load) => {
  const { m, d } = load(
    `${box('a', '0 0 .1', 'sleep="init"')}<body pos="-.6 0 .1"><freejoint/><geom size=".1"/></body>`,
  );
  d.qvel[6] = 2;
  while (!d.tree_awake[0]) {
    expect(d.qvel[0]).toBe(0);
    step(m, d);
    expect(d.time).toBeLessThan(1);
  }
  // the box started to move in the same step
  expect(d.qvel[0]).toBeGreaterThan(0);
  expect(d.ncon).toBeGreaterThan(4);
});

both('a tree with policy never stays awake, even at rest', (load) => {
  const { m, d } = load(box('a', '0 0 .1', 'sleep="never"') + box('b', '1 0 .1'));
  run({ m, d }, 400);
  expect(asleep(d)).toEqual([false, true]);
  expect(m.tree_sleep_policy[0]).toBe(SleepPolicy.NEVER);
});

both('a tree marked init starts asleep in mid-air, and wakes on the first force or contact', (load) => {
  const { m, d } = load(box('a', '0 0 1', 'sleep="init"') + box('b', '1 0 1', 'sleep="init"') + box('c', '1 0 1.5'));
  run({ m, d }, 20);
  expect(awake(d)).toEqual([0, 0, 1]);
  expect(d.qpos[2]).toBe(1);
  d.xfrc_applied[6 + 2] = 1;
  step(m, d);
  expect(awake(d)).toEqual([1, 0, 1]);
  run({ m, d }, 100);
  expect(awake(d)).toEqual([1, 1, 1]);
});

both('under RK4 nothing falls asleep, and a warning is issued once', (load) => {
  const { m, d } = load(box('a', '0 0 .1'), { option: 'integrator="RK4"' });
  const warning = vi.fn();
  m.callbacks = { warning };
  run({ m, d }, 200);
  expect(awake(d)).toEqual([1]);
  expect(warning).toHaveBeenCalledTimes(1);
  expect(warning.mock.calls[0][0]).toMatch(/Sleeping is not supported with the RK4 integrator/);
});

both('the world is static, whichever trees sleep', (load) => {
  const world = load(box('a', '0 0 .1'));
  expect(world.d.body_awake[0]).toBe(BODY_STATIC);
  settle(world);
  expect([...world.d.body_awake]).toEqual([BODY_STATIC, 0]);
});

both('a ball wakes only the one of ten sleeping boxes that it falls on', (load) => {
  const boxes = Array.from({ length: 10 }, (_, k) => box(`b${k}`, `${0.5 * k - 2} 0 .1`)).join('');
  const { m, d } = load(`${boxes}<body pos="0 0 3"><freejoint/><geom size=".1"/></body>`);
  for (let k = 0; k < 100; k++) step(m, d);
  expect(asleep(d)).toEqual([...Array(10).fill(true), false]);
  for (let k = 0; k < 60; k++) step(m, d);
  expect(asleep(d)).toEqual(Array.from({ length: 11 }, (_, k) => k !== 4 && k < 10));
});

both('with a lower tolerance a damped pendulum sleeps later', (load) => {
  const rod = `<body pos="0 0 2"><joint axis="0 1 0" damping="3"/><geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/></body>`;
  const time = (tolerance: number) => {
    const world = load(rod, { option: `sleep_tolerance="${tolerance}"` });
    world.d.qpos[0] = 0.5;
    return settle(world, 3000);
  };
  const times = [1e-2, 1e-3, 1e-4].map(time);
  expect(times[1]).toBeGreaterThan(times[0]);
  expect(times[2]).toBeGreaterThan(times[1]);
});

both('with 100 boxes at rest next to a rolling ball, only the ball is awake', (load) => {
  const boxes = Array.from({ length: 100 }, (_, k) => box(`b${k}`, `${0.5 * (k % 10)} ${0.5 * Math.floor(k / 10)} .1`));
  const ball = '<body pos="-1 -1 .1"><freejoint/><geom size=".1"/></body>';
  const { m, d } = load(boxes.join('') + ball);
  const roll = () => {
    d.qvel[600] = 0.5;
    step(m, d);
  };
  for (let k = 0; k < 60; k++) roll();
  const [x, boxesAt] = [d.qpos[700], d.qpos.slice(0, 700)];
  for (let k = 0; k < 100; k++) roll();
  expect(awake(d)).toEqual([...Array(100).fill(0), 1]);
  expect(d.qpos[700] - x).toBeGreaterThan(0.2);
  expect(d.qpos.slice(0, 700)).toEqual(boxesAt);
});

both('each Data of a Model has its own sleep state', (load) => {
  const world = load(box('a', '0 0 .1') + box('b', '1 0 .1'));
  const { m, d } = world;
  settle(world);
  const moving = new Data(m);
  moving.qvel[0] = moving.qvel[6] = 1;
  const kept = d.qpos.slice();
  for (let k = 0; k < 20; k++) {
    step(m, d);
    step(m, moving);
  }
  expect([awake(d), awake(moving)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
  expect(d.qpos).toEqual(kept);
  // a copy has the same sleep state
  const copy = cloneData(d);
  run({ m, d: copy }, 20);
  expect(awake(copy)).toEqual([0, 0]);
});

both('sensors of sleeping trees keep their last values, neither zero nor new', (load) => {
  const world = load(box('a', '0 0 .1') + box('b', '1 0 .1', 'sleep="never"'), {
    rest: `<sensor><framepos objtype="body" objname="a"/><framepos objtype="body" objname="b"/>
      <framelinacc objtype="body" objname="a"/></sensor>`,
  });
  const { m, d } = world;
  run(world, 300);
  expect(awake(d)).toEqual([0, 1]);
  const kept = d.sensordata.slice();
  expect(kept[2]).toBeCloseTo(0.1, 3);
  expect(kept.every(Number.isFinite)).toBe(true);
  d.sensordata.fill(7);
  step(m, d);
  expect([...d.sensordata.slice(0, 3)]).toEqual([7, 7, 7]);
  expect(d.sensordata[3]).toBeCloseTo(1, 6);
  expect([...d.sensordata.slice(6, 9)]).toEqual([7, 7, 7]);
});

both('many steps in one call equal the same number of single steps', (load) => {
  const start = () => {
    const world = load(`${stack('s', 0, 3)}<body pos="-1 0 .3"><freejoint/><geom size=".1" density="2000"/></body>`);
    world.d.qvel[18] = 1.5;
    return world;
  };
  const [one, many] = [start(), start()];
  run(one, 600);
  for (let k = 0; k < 6; k++) step(many.m, many.d, 100);
  expect(many.d.qpos).toEqual(one.d.qpos);
  expect(many.d.tree_asleep).toEqual(one.d.tree_asleep);
  expect(many.d.time).toBe(one.d.time);
});

both('forces that a callback applies to sleeping trees during many steps wake them', (load) => {
  const world = load(box('a', '0 0 .1'));
  settle(world);
  const { m, d } = world;
  let calls = 0;
  m.callbacks = {
    control: (_, data) => {
      if (++calls === 5) data.xfrc_applied[6 + 2] = 200;
    },
  };
  step(m, d, 5);
  expect(awake(d)).toEqual([0]);
  step(m, d, 2);
  expect(awake(d)).toEqual([1]);
});

both('a sleeping tree attached to a mocap body wakes when that is moved', (load) => {
  const { m, d } = load(`<body name="hand" mocap="true"><body name="rod" sleep="init" pos="0 0 2">
    <joint axis="0 1 0"/><geom type="capsule" size=".02" fromto="0 0 0 0 0 -.3"/></body></body>`);
  run({ m, d }, 5);
  expect(awake(d)).toEqual([0]);
  d.mocap_pos[0] = 0.01;
  forward(m, d);
  expect(awake(d)).toEqual([1]);
  expect(d.xpos[6]).toBeCloseTo(0.01, 12);
});

both('bad positions of a sleeping tree are detected', (load) => {
  const world = load(box('a', '0 0 .1'));
  settle(world);
  const { m, d } = world;
  m.callbacks = { warning: () => {} };
  d.qpos[3] = Number.NaN;
  step(m, d);
  expect(d.qpos.every(Number.isFinite)).toBe(true);
  resetData(m, d);
  expect(awake(d)).toEqual([1]);
});
