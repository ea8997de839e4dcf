// needs: the compiled engine
/** Each flag against MuJoCo, in both engines: a scene that the flag affects, and a comparison of the affected fields. A new flag without a
 *  scene does not compile. */
import { expect, test } from 'vitest';
import { inverse } from '../../src/core/engine/inverse.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Disable, Enable } from '../../src/core/model/enums.ts';
import type { Model } from '../../src/core/model/model.ts';
import { modelFromXml, prepare } from '../../src/load/load.ts';
import { compareNumbers } from '../support/oracle/difference.mjs';
import {
  fieldError,
  type MjData,
  type MjModel,
  mujoco,
  oracleField,
  oracleModel,
  type Pair,
} from '../support/oracle/oracle.ts';

await prepare();

/** A scene, and the effect of the flag on it. */
interface Effect {
  xml: string;
  /** Fields that the flag affects; each must differ in MuJoCo with and without the flag. */
  changes: readonly string[];
  steps?: number;
  /** A change of the model, in both engines. */
  alter?: (m: Model | MjModel) => void;
  /** Before each step, in both engines. */
  before?: (d: Data | MjData, k: number) => void;
  /** Inverse dynamics after the steps. */
  inverse?: true;
  tolerance?: number;
}

const floor = '<geom type="plane" size="5 5 1"/>';
const scene = (world: string, option = '', rest = '') =>
  `<mujoco><option ${option}/><worldbody>${world}</worldbody>${rest}</mujoco>`;

/** Every source of force: a box on the floor, a limited and actuated arm in air, a body held by an equality. */
const everything = scene(
  `${floor}
  <body pos="0 0 0.101"><freejoint/><geom type="box" size=".1 .1 .1" solref="0.002 1" priority="1"/></body>
  <body pos="1 0 0.5" gravcomp="0.5"><joint name="j" axis="0 1 0" range="-20 -2" limited="true" stiffness="3" springref="10" damping="0.5" frictionloss="0.1"/>
    <geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 0"/>
    <body pos="0.3 0 0"><joint axis="0 1 0" armature="0.01"/><geom type="capsule" size="0.05" fromto="0 0 0 0.2 0 0"/></body></body>
  <body name="held" pos="2 0 1"><joint type="ball" damping="0.1"/><geom size="0.1" pos="0.1 0 0"/></body>`,
  'timestep="0.004" tolerance="0" iterations="60" ls_iterations="100" ls_tolerance="1e-10" density="1.2" viscosity="0.01"',
  `<equality><connect body1="held" anchor="0.2 0 0"/></equality>
  <actuator><position joint="j" kp="20" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><jointpos joint="j"/><jointvel joint="j"/></sensor>`,
);
const control = (d: Data | MjData) => {
  (d.ctrl as Float64Array)[0] = 1.5;
};
const push: Effect = { xml: everything, changes: ['qacc', 'qvel'], before: control };

const pushedBox = scene(
  `${floor}<body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  'timestep="0.005" solver="CG" tolerance="0" iterations="3"',
);
/** Two overlapping bodies with many geoms. */
const combs = [0, 1]
  .map(
    (b) =>
      `<body pos="0 ${0.05 * b} ${0.02 * b}" euler="0 0 ${8 * b}"><freejoint/>${Array.from(
        { length: 9 },
        (_, k) => `<geom size=".06" pos="${0.1 * ((k * 4) % 9)} ${0.01 * k} 0"/>`,
      ).join('')}</body>`,
  )
  .join('');
/** Moves the bounding volumes below the root of the first body's tree away: a traversal finds nothing. */
function misplaceVolumes(m: Model | MjModel): void {
  const [from, n] = [m.body_bvhadr, m.body_bvhnum].map((of) => (of as Int32Array)[1]);
  for (let node = from + 1; node < from + n; node++) (m.bvh_aabb as Float64Array)[6 * node] += 100;
}
const cube = `<asset><mesh name="cube" vertex="-1 -1 -1 1 -1 -1 -1 1 -1 1 1 -1 -1 -1 1 1 -1 1 -1 1 1 1 1 1" scale=".1 .1 .1"/></asset>`;
const cubes = scene(
  `<geom type="mesh" mesh="cube"/><body pos="0 0 .199"><freejoint/><geom type="mesh" mesh="cube"/></body>`,
  'timestep="0.002"',
  cube,
);
const chain =
  '<body><joint axis="0 1 0"/><geom size="0.2"/><body pos="0.25 0 0.05"><joint axis="0 1 0"/><geom size="0.2"/></body></body>';
const lean = (x: number) => `<body pos="${x} 0 .0995"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;

type Flag = `no ${keyof typeof Disable}` | keyof typeof Enable;
/** A flag whose effect in MuJoCo is not implemented: its test states the behavior here. */
type Silent = 'no NATIVECCD';

const effects: Record<Exclude<Flag, Silent>, Effect> = {
  'no CONSTRAINT': { ...push, changes: ['qacc', 'nefc', 'qfrc_constraint'] },
  'no EQUALITY': { ...push, changes: ['qacc', 'ne'] },
  'no FRICTIONLOSS': { ...push, changes: ['qacc', 'nf'] },
  'no LIMIT': { ...push, changes: ['qacc', 'nl'] },
  'no CONTACT': { ...push, changes: ['qacc', 'ncon', 'contact_pos'] },
  'no SPRING': { ...push, changes: ['qacc', 'qfrc_spring'] },
  'no DAMPER': { ...push, changes: ['qacc', 'qfrc_damper'] },
  'no GRAVITY': { ...push, changes: ['qacc', 'qfrc_bias', 'qfrc_gravcomp'] },
  'no CLAMPCTRL': { ...push, changes: ['qacc', 'actuator_force'] },
  'no WARMSTART': {
    xml: pushedBox,
    changes: ['qacc', 'qacc_warmstart'],
    before: (d, k) => {
      if (k === 0) (d.qvel as Float64Array)[0] = 0.5;
    },
  },
  'no FILTERPARENT': { xml: scene(chain), changes: ['ncon', 'contact_pos', 'qacc'] },
  'no ACTUATION': { ...push, changes: ['qacc', 'qfrc_actuator'] },
  'no REFSAFE': { ...push, changes: ['qacc', 'efc_KBIP', 'efc_aref'] },
  'no SENSOR': { ...push, changes: ['sensordata'] },
  'no EULERDAMP': { ...push, changes: ['qvel', 'qpos'] },
  'no AUTORESET': {
    xml: scene('<body><joint type="slide"/><geom size=".1"/></body>', 'gravity="0 0 -1"'),
    changes: ['time', 'qpos', 'qvel'],
    steps: 5,
    before: (d, k) => {
      if (k === 3) (d.qvel as Float64Array)[0] = 1e11;
    },
  },
  'no ISLAND': { ...push, changes: ['nisland', 'nidof', 'island_nv'] },
  'no MULTICCD': { xml: cubes, changes: ['ncon', 'contact_pos', 'qacc'], steps: 3 },
  // contacts are the same with and without correct volumes: see below
  'no MIDPHASE': {
    xml: scene(combs, 'gravity="0 0 0"'),
    alter: misplaceVolumes,
    changes: ['ncon', 'contact_pos', 'qacc'],
    steps: 2,
  },
  OVERRIDE: { ...push, changes: ['qacc', 'contact_solref'] },
  ENERGY: { ...push, changes: ['energy'] },
  FWDINV: {
    xml: everything.replace('tolerance="0" iterations="60"', 'iterations="1"'),
    changes: ['solver_fwdinv'],
    steps: 4,
  },
  INVDISCRETE: { ...push, changes: ['qfrc_inverse'], inverse: true },
  SLEEP: {
    xml: scene(`${floor}${lean(0)}${lean(1)}`, 'timestep="0.005"'),
    changes: ['tree_asleep', 'tree_awake', 'ntree_awake', 'qvel'],
    steps: 40,
    tolerance: 1e-7,
  },
  DIAGEXACT: { ...push, changes: ['efc_diagA', 'efc_R', 'qacc'] },
};

const bits = (flag: string): { disable: number; enable: number } =>
  flag.startsWith('no ')
    ? { disable: Disable[flag.slice(3) as keyof typeof Disable], enable: 0 }
    : { disable: 0, enable: Enable[flag as keyof typeof Enable] };

/** Our model and MuJoCo's with the flag. */
function pairWithFlag(
  { xml, alter }: Pick<Effect, 'xml' | 'alter'>,
  flag: string | undefined,
  engine: 'js' | 'wasm',
): Pair {
  const m = modelFromXml(xml, { engine });
  expect(m.stages === undefined).toBe(engine === 'js');
  const theirs = oracleModel(xml);
  for (const model of [m, theirs]) alter?.(model);
  for (const model of flag === undefined ? [] : [m, theirs]) {
    const { disable, enable } = bits(flag!);
    model.opt.disableflags |= disable;
    model.opt.enableflags |= enable;
  }
  const d = new Data(m);
  m.callbacks = { warning: () => {} };
  return { m, d, theirs: { m: theirs, d: new mujoco.MjData(theirs) } };
}

function close({ theirs }: Pair): void {
  theirs.d.delete();
  theirs.m.delete();
}

/** MuJoCo's values after each step without the flag. */
function without(effect: Effect): ArrayLike<number>[][] {
  const { changes, steps = 10, before, inverse: backward } = effect;
  const pair = pairWithFlag(effect, undefined, 'js');
  const { m, d } = pair.theirs;
  const found = Array.from({ length: steps }, (_, k) => {
    before?.(d, k);
    mujoco.mj_step(m, d);
    if (backward) mujoco.mj_inverse(m, d);
    return changes.map((name) => oracleField(pair, name));
  });
  close(pair);
  return found;
}

const engines = ['js', 'wasm'] as const;
const cases = (Object.keys(effects) as (keyof typeof effects)[]).flatMap((flag) =>
  engines.map((engine) => ({ flag, engine })),
);

test.each(cases)('what the flag $flag changes agrees with MuJoCo after every step ($engine)', ({ flag, engine }) => {
  const effect = effects[flag];
  const { changes, steps = 10, before, tolerance = 1e-8 } = effect;
  const pair = pairWithFlag(effect, flag, engine);
  const { m, d, theirs } = pair;
  const plain = without(effect);
  const changed = new Set<string>();
  for (let k = 0; k < steps; k++) {
    for (const data of [d, theirs.d]) before?.(data, k);
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
    if (effect.inverse) {
      inverse(m, d);
      mujoco.mj_inverse(theirs.m, theirs.d);
    }
    changes.forEach((name, c) => {
      const apart = compareNumbers(oracleField(pair, name), plain[k][c]).error;
      if (apart > 1e-9) changed.add(name);
      expect(fieldError(pair, name, 1e-3), `${name} after step ${k + 1}`).toBeLessThan(tolerance);
    });
  }
  expect([...changed].sort()).toEqual([...changes].sort());
  close(pair);
});

const contactFields = ['ncon', 'contact_geom', 'contact_dist', 'contact_pos', 'contact_frame'] as const;

test.each(engines)('without the midphase contacts are the same, in MuJoCo and here (%s)', (engine) => {
  const { xml } = effects['no MIDPHASE'];
  const pairs = [undefined, 'no MIDPHASE'].map((flag) => pairWithFlag({ xml }, flag, engine));
  for (const { m, d, theirs } of pairs) {
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
  }
  expect(pairs[0].d.ncon).toBeGreaterThan(5);
  for (const name of contactFields) for (const pair of pairs) expect(fieldError(pair, name), name).toBeLessThan(1e-12);
  pairs.forEach(close);
});

test.each(engines)('nativeccd cannot be disabled: the flag changes nothing here (%s)', (engine) => {
  const pairs = [undefined, 'no NATIVECCD'].map((flag) => pairWithFlag({ xml: cubes }, flag, engine));
  for (const { m, d } of pairs) for (let k = 0; k < 5; k++) step(m, d);
  expect(pairs[0].d.ncon).toBeGreaterThan(0);
  expect(pairs[1].d.qacc).toEqual(pairs[0].d.qacc);
  expect(pairs[1].d.contact_pos.slice(0, 3 * pairs[1].d.ncon)).toEqual(
    pairs[0].d.contact_pos.slice(0, 3 * pairs[0].d.ncon),
  );
  pairs.forEach(close);
});
