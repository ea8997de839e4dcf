// needs: the compiled engine
/** Sleep states against MuJoCo, step by step for 2000 steps. `npm run conformance -- --sleep` does the same with the models of a corpus. */
import { expect, test } from 'vitest';
import { compareSleep, SLACK } from '../../scripts/conformance/sleep.mjs';
import { resetDataKeyframe } from '../../src/core/engine/reset.ts';
import { setStages } from '../../src/core/engine/runtime/engine.ts';
import { step } from '../../src/core/engine/step.ts';
import load from '../../src/mujoco.ts';
import { mujoco } from '../support/oracle/oracle.ts';
import { differences, twoEngines } from '../support/oracle/twoEngines.ts';
import { box, sceneXml } from '../support/scenes/sleeping.ts';

const domino = (k: number): string =>
  `<body pos="${0.12 * k} 0 .15"><freejoint/><geom type="box" size=".015 .08 .15"/></body>`;
const range = (n: number) => Array.from({ length: n }, (_, k) => k);
const ball = (pos: string, more = ''): string =>
  `<body pos="${pos}"><freejoint/><geom size=".1" density="2000" ${more}/></body>`;
/** A keyframe in which the last free body has a velocity. */
const key = (bodies: number, velocity: string) =>
  `<keyframe><key qvel="${range(bodies - 1)
    .map(() => '0 0 0 0 0 0')
    .join(' ')} ${velocity} 0 0 0"/></keyframe>`;

const scenes: Record<string, { xml: string; maxAsleep: number; changes: number }> = {
  'a domino run': {
    xml: sceneXml(range(10).map(domino).join('') + ball('-.5 0 .25', 'friction="1 .1 .1"'), { rest: key(11, '2 0 0') }),
    maxAsleep: 10,
    changes: 20,
  },
  'settling stacks': {
    xml: sceneXml(
      range(9)
        .map((k) => box(`b${k}`, `${k % 3} 0 ${0.11 + 0.22 * Math.floor(k / 3)}`))
        .join(''),
    ),
    maxAsleep: 9,
    changes: 9,
  },
  'a ball that wakes one of ten piles': {
    xml: sceneXml(
      range(20)
        .map((k) => box(`b${k}`, `${0.5 * (k % 10)} 0 ${0.1 + 0.2 * Math.floor(k / 10)}`))
        .join('') + ball('1.5 -3 .3'),
      { rest: key(21, '0 2 3') },
    ),
    maxAsleep: 20,
    changes: 23,
  },
  'pendulums that stop one after the other': {
    xml: sceneXml(
      range(4)
        .map(
          (k) => `<body pos="${k} 0 2"><joint axis="0 1 0" damping="${0.5 + 0.5 * k}"/>
          <geom type="capsule" size=".04" fromto="0 0 0 .3 0 -.3"/></body>`,
        )
        .join(''),
    ),
    maxAsleep: 4,
    changes: 4,
  },
};

const ours = await load({ engine: 'wasm' });

test.each(Object.keys(scenes))('%s: for 2000 steps the same trees sleep as in MuJoCo, within two steps', (name) => {
  const { xml, maxAsleep, changes } = scenes[name];
  const sides = [mujoco, ours].map((mj) => {
    const m = mj.MjModel.from_xml_string(xml);
    return { mj, m, d: new mj.MjData(m as never) };
  });
  const found = compareSleep(sides, { seconds: Number.POSITIVE_INFINITY });
  expect(found.steps).toBe(2000);
  expect(found, JSON.stringify(found)).toMatchObject({ verdict: expect.stringMatching(/^(same|within slack)$/) });
  expect(found.late).toBeLessThanOrEqual(SLACK);
  // these scenes change their sleep states
  expect(found.maxAsleep).toBe(maxAsleep);
  expect(found.changes).toBeGreaterThanOrEqual(changes);
});

test('while piles fall asleep and one wakes, every stage gives the same bits in both engines', async () => {
  const theirs = mujoco.MjModel.from_xml_string(scenes['a ball that wakes one of ten piles'].xml);
  const { js, wasm, stages } = await twoEngines(theirs);
  theirs.delete();
  setStages(wasm.m, stages.wasm);
  const seen = new Set<number>();
  for (const { m, d } of [js, wasm]) resetDataKeyframe(m, d, 0);
  for (let k = 0; k < 400; k++) {
    for (const { m, d } of [js, wasm]) {
      // now and then the user pushes or moves a body
      d.xfrc_applied[6 * 3] = k === 150 ? 5 : 0;
      if (k === 250) d.qpos[7 * 12 + 2] += 0.05;
      step(m, d);
    }
    seen.add(js.d.ntree_awake);
    if (k % 10 === 0 || js.d.ntree_awake !== wasm.d.ntree_awake) expect(differences(js, wasm), `step ${k}`).toEqual([]);
  }
  expect(seen.size).toBeGreaterThan(3);
});
