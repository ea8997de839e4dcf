// needs: the compiled engine
/** A tree with `sleep="init"` below a mocap body stayed asleep. MuJoCo wakes it in the first step: it puts trees to sleep while mocap
 *  bodies are at the origin, and they are elsewhere in the first step. */
import { expect, test } from 'vitest';
import { resetDataKeyframe } from '../../src/core/engine/reset.ts';
import { step } from '../../src/core/engine/step.ts';
import { lockstep, pairOf, sleepsOf } from '../support/oracle/lockstep.ts';
import { mujoco } from '../support/oracle/oracle.ts';

const rod = (name: string, pos: string) => `<body pos="${pos}" sleep="init"><joint name="${name}" axis="0 1 0"/>
  <geom size=".02" pos=".1 0 0" contype="0" conaffinity="0"/></body>`;
/** Two trees below a mocap body, one of them below a body that is fixed to it, and one attached to the world. */
const scene = (mocap: string) => `<mujoco><option timestep=".005" gravity="0 0 0"><flag sleep="enable"/></option>
  <worldbody><body mocap="true" ${mocap}><geom size=".05" contype="0" conaffinity="0"/>${rod('a', '.1 0 0')}
    <body pos=".2 0 0"><geom size=".02" contype="0" conaffinity="0"/>${rod('b', '0 0 0')}</body></body>${rod('c', '3 0 1')}</worldbody>
  <keyframe><key/><key mpos="0 0 0" mquat="1 0 0 0"/><key mpos="1 2 3"/></keyframe></mujoco>`;

const poses: [string, boolean][] = [
  ['', false],
  ['pos="1 0 0"', true],
  ['pos="0 1e-9 0"', true],
  ['pos="0 0 2"', true],
  ['quat="-1 0 0 0"', true],
  ['quat="0 1 0 0"', true],
  ['quat="1 0 1e-9 0"', true],
  ['quat="1 0 0 1e-9"', true],
];

test.each(poses)(
  'below a mocap body with %s a tree marked init starts asleep, and wakes in the first step: %s',
  (pose, wakes) => {
    const history = lockstep(scene(pose), { steps: 30, fields: ['body_awake', 'xpos', 'qpos', 'qvel'] });
    expect(history[0]).toEqual(wakes ? [-10, -10, 2] : [0, 1, 2]);
    // they fall asleep again
    expect(history[29]).toEqual([0, 1, 2]);
  },
);

test.each([0, 1, 2])('the same after a reset to keyframe %i', (key) => {
  for (const [pose] of poses) {
    const { m, d, theirs } = pairOf(scene(pose));
    resetDataKeyframe(m, d, key);
    mujoco.mj_resetDataKeyframe(theirs.m, theirs.d, key);
    for (let k = 0; k < 3; k++) {
      step(m, d);
      mujoco.mj_step(theirs.m, theirs.d);
      expect([...d.tree_asleep], `${pose}, step ${k}`).toEqual([...theirs.d.tree_asleep]);
    }
    theirs.d.delete();
    theirs.m.delete();
  }
});

test('a mocap body that moves or rotates wakes only the trees attached to it', () => {
  for (let c = 0; c < 7; c++) {
    const history = lockstep(scene(''), {
      steps: 40,
      before: ({ d }, k) => {
        if (k === 5) d.mocap_pos[0] = 0.25;
        if (k !== 25) return;
        if (c < 3) d.mocap_pos[c] += 1e-3;
        else d.mocap_quat[c - 3] += 1e-3;
      },
      fields: ['xpos'],
    });
    expect(sleepsOf(history, 0)[4]).toBe(true);
    expect(history[5]).toEqual([-10, -10, 2]);
    expect(sleepsOf(history, 1)[24]).toBe(true);
    // a quaternion is normalized, so a longer one is the same orientation
    expect(history[25], `component ${c}`).toEqual(c === 3 ? [0, 1, 2] : [-10, -10, 2]);
  }
});
