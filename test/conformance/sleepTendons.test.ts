// needs: the compiled engine
/** Sleeping with tendons and equalities between trees: their sleep states, the state that sleeping trees keep, and rejected models;
 *  compared with MuJoCo wherever it has a defined result. In both engines. */
import { expect } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { step } from '../../src/core/engine/step.ts';
import { equalityState, tendonState } from '../../src/core/engine/tree/sleepState.ts';
import { type EqType, SleepPolicy, SleepState } from '../../src/core/model/enums.ts';
import { fieldError, type MjData, mujoco, oracleModel, type Pair } from '../support/oracle/oracle.ts';
import {
  asleep,
  awake,
  both,
  box,
  type Load,
  run,
  type Scene,
  sceneXml,
  type World,
} from '../support/scenes/sleeping.ts';

const { ASLEEP, AWAKE, STATIC } = SleepState;
const slider = (name: string, x: number, more = '', joint = '') => `<body name="${name}" pos="${x} 0 1" ${more}>
  <joint name="${name}" type="slide" axis="1 0 0" ${joint}/><geom name="${name}" size=".05"/><site name="${name}"/></body>`;
const init = 'sleep="init"';
const posts = '<site name="f" pos="0 0 2"/><site name="g" pos="1 0 2"/>';
const path = (attributes: string, ...sites: string[]) =>
  `<spatial name="${sites.join('')}" ${attributes}>${sites.map((site) => `<site site="${site}"/>`).join('')}</spatial>`;
const tendons = (...paths: string[]) => `<tendon>${paths.join('')}</tendon>`;

/** The scene in our engine and in MuJoCo. */
function withOracle(load: Load, world: string, scene: Scene, claim: (pair: Pair) => void): void {
  const { m, d } = load(world, scene);
  const theirs = oracleModel(sceneXml(world, scene));
  const od = new mujoco.MjData(theirs);
  try {
    claim({ m, d, theirs: { m: theirs, d: od } });
  } finally {
    od.delete();
    theirs.delete();
  }
}

/** Steps both; after each step the fields agree. */
function stepBoth(
  pair: Pair,
  steps: number,
  fields: readonly string[],
  before?: (d: MjData | World['d'], k: number) => void,
) {
  const { m, d, theirs } = pair;
  for (let k = 0; k < steps; k++) {
    before?.(d, k);
    before?.(theirs.d, k);
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
    for (const field of fields) expect(fieldError(pair, field), `${field} after step ${k + 1}`).toBeLessThan(1e-9);
  }
}

/** Both compilers reject the model; ours names the body. */
function bothRefuse(load: Load, world: string, scene: Scene, why: RegExp): void {
  expect(() => oracleModel(sceneXml(world, scene))).toThrow();
  expect(() => load(world, scene)).toThrow(why);
}

both(
  'a tendon over none, one, two or three trees has one sleep state in all stages: asleep, static or awake',
  (load) => {
    const world = posts + slider('a', 0, init) + slider('b', 1, init) + slider('c', 2);
    const { m, d } = load(world, {
      rest: tendons(path('', 'f', 'g'), path('', 'f', 'a'), path('', 'a', 'b'), path('', 'b', 'c'), path('', 'f', 'c')),
    });
    forward(m, d);
    expect(awake(d)).toEqual([0, 0, 1]);
    expect([0, 1, 2, 3, 4].map((t) => tendonState(m, d, t))).toEqual([STATIC, ASLEEP, ASLEEP, AWAKE, AWAKE]);
    const three = load(posts + slider('a', 0) + slider('b', 1) + slider('c', 2), {
      rest: tendons(path('', 'a', 'b', 'c')),
    });
    forward(three.m, three.d);
    expect(tendonState(three.m, three.d, 0)).toBe(AWAKE);
    // in any sleep state
    three.d.tree_awake.fill(0);
    expect(tendonState(three.m, three.d, 0)).toBe(AWAKE);
  },
);

both('an equality of any type is asleep while neither side is awake', (load) => {
  const ends: [string, string][] = [
    ['a', 'b'],
    ['b', 'c'],
  ];
  const texts: Record<Exclude<keyof typeof EqType, `FLEX${string}`>, (x: string, y: string) => string> = {
    CONNECT: (x, y) => `<connect site1="${x}" site2="${y}" active="false"/>`,
    WELD: (x, y) => `<weld body1="${x}" body2="${y}" active="false"/>`,
    JOINT: (x, y) => `<joint joint1="${x}" joint2="${y}" active="false"/>`,
    TENDON: (x, y) => `<tendon tendon1="f${x}" tendon2="f${y}" active="false"/>`,
    DISTANCE: (x, y) => `<distance geom1="${x}" geom2="${y}" active="false"/>`,
  };
  const kinds = Object.values(texts);
  const { m, d } = load(posts + slider('a', 0, init) + slider('b', 1, init) + slider('c', 2), {
    rest: `${tendons(path('', 'f', 'a'), path('', 'f', 'b'), path('', 'f', 'c'))}
      <equality>${kinds.flatMap((text) => ends.map(([x, y]) => text(x, y))).join('')}<joint joint1="a" active="false"/></equality>`,
  });
  forward(m, d);
  expect(awake(d)).toEqual([0, 0, 1]);
  const states = Array.from({ length: m.neq }, (_, i) => equalityState(m, d, i));
  expect(states).toEqual([...kinds.flatMap(() => [ASLEEP, AWAKE]), ASLEEP]);
});

both('a tendon equality that is activated wakes the sleeping tree (MuJoCo has no such case)', (load) => {
  const world = posts + slider('a', 0, init) + slider('b', 1, init) + slider('c', 2);
  const rest = `${tendons(path('', 'f', 'a'), path('', 'f', 'b'), path('', 'f', 'c'))}<equality>
    <tendon tendon1="fa" tendon2="fb" active="false"/><tendon tendon1="fb" tendon2="fc" active="false"/></equality>`;
  const { m, d } = load(world, { rest });
  run({ m, d }, 3);
  expect(awake(d)).toEqual([0, 0, 1]);
  // between sleeping trees it sleeps: no rows
  d.eq_active[0] = 1;
  forward(m, d);
  expect([awake(d), d.ne]).toEqual([[0, 0, 1], 0]);
  d.eq_active[0] = 0;
  d.eq_active[1] = 1;
  forward(m, d);
  expect([awake(d), d.ne]).toEqual([[0, 1, 1], 1]);
});

both(
  'a tendon between a sleeping and a moving tree is computed, one between sleeping trees is not, as in MuJoCo',
  (load) => {
    const scene = {
      rest: `${tendons(path('', 'a', 'b'), path('', 'f', 'b'), path('', 'f', 'a'))}
      <sensor><tendonpos tendon="ab"/><tendonvel tendon="ab"/><tendonpos tendon="fb"/><tendonpos tendon="fa"/></sensor>`,
    };
    withOracle(load, posts + slider('a', 0, init) + slider('b', 1), scene, (pair) => {
      const fields = ['tree_asleep', 'ten_length', 'ten_velocity', 'sensordata', 'qpos', 'qvel', 'qacc'];
      stepBoth(pair, 20, fields, (d, k) => {
        if (k === 0) (d.qvel as Float64Array)[1] = 0.3;
      });
      expect(asleep(pair.d)).toEqual([true, false]);
      expect(pair.d.ten_length[0]).toBeGreaterThan(1.02);
      expect(pair.d.ten_length[2]).toBe(0);
    });
  },
);

both('qfrc_passive and qacc of a sleeping tree are those of the step in which it fell asleep, as in MuJoCo', (load) => {
  const world =
    slider('a', 0, '', 'stiffness="3" springref=".001" damping="5"') +
    box('b', '1 0 .1') +
    slider('c', 3, 'sleep="never"');
  withOracle(load, world, { option: 'tolerance="0" iterations="50"' }, (pair) => {
    const { d } = pair;
    let slept = 0;
    for (let k = 0; k < 80; k++) {
      stepBoth(pair, 1, ['tree_asleep', 'qfrc_passive', 'qfrc_spring', 'qfrc_bias', 'qacc', 'qacc_smooth']);
      slept += Number(asleep(d)[0] && asleep(d)[1]);
    }
    expect(slept).toBeGreaterThan(10);
    expect(d.qvel.every((v) => v === 0)).toBe(true);
    // neither is zero: the spring still pulls, and gravity alone would accelerate the box
    expect(d.qfrc_passive[0]).toBeGreaterThan(1e-3);
    expect(d.qacc[0]).toBeGreaterThan(1e-3);
    expect(d.qacc[3]).toBeCloseTo(-9.81, 9);
  });
});

both('a tendon over three trees keeps them awake, and a policy that lets one of them sleep is rejected', (load) => {
  const over = { rest: tendons(path('', 'a', 'b', 'c')) };
  const trees = (more = '') => slider('a', 0, more) + slider('b', 1) + slider('c', 2) + slider('d', 3);
  withOracle(load, trees(), over, (pair) => {
    const { AUTO_NEVER, AUTO_ALLOWED } = SleepPolicy;
    expect([...pair.m.tree_sleep_policy]).toEqual([AUTO_NEVER, AUTO_NEVER, AUTO_NEVER, AUTO_ALLOWED]);
    expect([...pair.m.tree_sleep_policy]).toEqual([...pair.theirs.m.tree_sleep_policy]);
    stepBoth(pair, 40, ['tree_asleep', 'ten_length']);
    expect(awake(pair.d)).toEqual([1, 1, 1, 0]);
  });
  bothRefuse(load, trees('sleep="allowed"'), over, /sleep|tendon/);
  bothRefuse(load, trees(init), over, /sleep|tendon/);
});

both('a tree marked init that an equality or a tendon connects to one that is not is rejected', (load) => {
  const two = (second = '') => slider('a', 0, init) + slider('b', 1, second);
  const equality = (active: boolean) => ({
    rest: `<equality><joint joint1="a" joint2="b" active="${active}"/></equality>`,
  });
  const tied = (attributes: string) => ({ rest: tendons(path(attributes, 'a', 'b')) });
  const limit = 'limited="true" range="0 .5"';
  bothRefuse(load, two(), equality(true), /'a'/);
  bothRefuse(load, two(), tied(limit), /'a'/);
  bothRefuse(load, two(), tied('frictionloss="1"'), /'a'/);
  // inactive connections, and those between sleeping trees, are accepted
  for (const [world, scene, expected] of [
    [two(), equality(false), [0, 1]],
    [two(), tied('limited="true" range="0 5"'), [0, 1]],
    [two(init), equality(true), [0, 0]],
    [two(init), tied(limit), [0, 0]],
    [two(init), tied('frictionloss="1"'), [0, 0]],
  ] as const) {
    withOracle(load, world, scene, (pair) => {
      stepBoth(pair, 5, ['tree_asleep', 'nefc', 'qpos']);
      expect(awake(pair.d)).toEqual(expected);
    });
  }
});

both(
  'trees connected by a tendon with friction loss fall asleep with it, and its row is dropped, as in MuJoCo',
  (load) => {
    withOracle(load, slider('a', 0) + slider('b', 1), { rest: tendons(path('frictionloss="1"', 'a', 'b')) }, (pair) => {
      stepBoth(pair, 5, ['tree_asleep', 'nf', 'qpos']);
      expect(pair.d.nf).toBe(1);
      stepBoth(pair, 20, ['tree_asleep', 'nf', 'qpos']);
      expect([...pair.d.tree_asleep]).toEqual([1, 0]);
      expect(pair.d.nf).toBe(0);
    });
  },
);
