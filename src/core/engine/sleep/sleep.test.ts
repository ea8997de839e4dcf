import { expect, test } from 'vitest';
import { fieldError, mujoco, type Pair, pairFromXml } from '../../../../test/support/oracle/oracle.ts';
import { Enable } from '../../model/enums.ts';
import { forward } from '../forward.ts';
import { resetData } from '../reset.ts';
import { step } from '../step.ts';

const scene = (world: string, rest = '', size = ''): string => `<mujoco>
  <option timestep="0.005"><flag sleep="enable"/></option>${size}
  <worldbody><geom type="plane" size="5 5 1"/>${world}</worldbody>${rest}</mujoco>`;
const box = (name: string, pos: string, more = ''): string =>
  `<body name="${name}" pos="${pos}" ${more}><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;

const scenes: Record<string, string> = {
  'a box and a stack that settle': scene(box('a', '0 0 .12') + box('b', '1 0 .1') + box('c', '1 0 .3')),
  'a ball that rolls into a sleeping box': scene(
    `${box('a', '0 0 .1')}<body pos="-1.5 0 .1"><freejoint/><geom size=".1" density="3000"/></body>`,
    '<keyframe><key qvel="0 0 0 0 0 0 1 0 0 0 0 0"/></keyframe>',
  ),
  'a weld between a box and a swinging rod': scene(
    `${box('a', '0 0 .1')}<body name="r" pos="1 0 1"><joint axis="0 1 0" damping=".2"/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0" contype="0" conaffinity="0"/></body>`,
    '<equality><connect name="e" body1="a" body2="r" anchor="0 0 0" active="false"/></equality>',
  ),
  'trees that must not sleep': scene(box('a', '0 0 .1', 'sleep="never"') + box('b', '1 0 .1', 'sleep="allowed"')),
};

/** Both engines from the same start. */
function started(xml: string): Pair {
  const pair = pairFromXml(xml);
  const { m, d, theirs } = pair;
  resetData(m, d);
  if (m.nkey > 0) {
    d.qvel.set(m.key_qvel);
    (theirs.d.qvel as Float64Array).set(m.key_qvel);
  }
  return pair;
}

test.each(Object.keys(scenes))('%s: the same trees fall asleep at the same step as in MuJoCo', (name) => {
  const pair = started(scenes[name]);
  const { m, d, theirs } = pair;
  let slept = 0;
  for (let k = 0; k < 600; k++) {
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
    const ours = [...d.tree_asleep].map((s) => s >= 0);
    const their = [...(theirs.d.tree_asleep as Int32Array)].map((s) => s >= 0);
    expect({ k, asleep: ours }).toEqual({ k, asleep: their });
    slept += ours.filter(Boolean).length;
  }
  for (const field of ['nv_awake', 'nbody_awake', 'nparent_awake', 'body_awake', 'ncon'])
    expect(fieldError(pair, field)).toBe(0);
  expect(fieldError(pair, 'qpos')).toBeLessThan(1e-6);
  if (!name.startsWith('a weld')) expect(slept).toBeGreaterThan(0);
});

test('a sleeping box wakes when it is pushed, moved, or given a velocity', () => {
  const { m, d } = started(scenes['a box and a stack that settle']);
  const settle = () => {
    d.qfrc_applied.fill(0);
    d.xfrc_applied.fill(0);
    for (let k = 0; k < 400; k++) step(m, d);
    expect([...d.tree_awake]).toEqual([0, 0, 0]);
  };
  settle();
  d.xfrc_applied[6 + 2] = 1e-3;
  forward(m, d);
  expect([...d.tree_awake]).toEqual([1, 0, 0]);
  settle();
  d.qpos[0] += 1e-3;
  forward(m, d);
  expect([...d.tree_awake]).toEqual([1, 0, 0]);
  settle();
  d.qvel[6] = 1e-3;
  forward(m, d);
  // the two boxes of the stack fell asleep together
  expect([...d.tree_awake]).toEqual([0, 1, 1]);
});

test('disabling sleep wakes everything', () => {
  const { m, d } = started(scenes['a box and a stack that settle']);
  for (let k = 0; k < 400; k++) step(m, d);
  expect(d.ntree_awake).toBe(0);
  m.opt.enableflags &= ~Enable.SLEEP;
  forward(m, d);
  expect(d.ntree_awake).toBe(3);
  expect(d.nv_awake).toBe(18);
});

test('a tree marked init starts asleep; one that touches a moving tree cannot', () => {
  const { m, d } = started(scene(box('a', '0 0 .1', 'sleep="init"') + box('b', '1 0 .1')));
  expect([...d.tree_awake]).toEqual([0, 1]);
  // move the other box onto it
  m.qpos0[7] = 0;
  m.qpos0[9] = 0.3;
  expect(() => resetData(m, d)).toThrow(/marked sleep="init", but only 0 could be put to sleep.*'a' \(id 1\)/);
});

test('with everything awake, enabling sleep does not change a byte', () => {
  const moving = scene(box('a', '0 0 1') + box('b', '.15 0 1.3')).replace('timestep="0.005"', 'timestep="0.002"');
  const on = started(moving);
  const off = started(moving.replace('sleep="enable"', 'sleep="disable"'));
  for (let k = 0; k < 200; k++) {
    step(on.m, on.d);
    step(off.m, off.d);
  }
  expect(on.d.ntree_awake).toBe(2);
  expect(on.d.qpos).toEqual(off.d.qpos);
  expect(on.d.qacc).toEqual(off.d.qacc);
});
