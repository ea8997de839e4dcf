// needs: the compiled engine
/** State that sleeping trees keep, and results that are still computed for them: activations, armature, forces, energy, contacts and
 *  sensors of every object, after every step, and policies by actuators and tendons; compared with MuJoCo. */
import { expect, test } from 'vitest';
import { makeM } from '../../src/core/engine/position/inertia/massMatrix.ts';
import { resetData } from '../../src/core/engine/reset.ts';
import { step } from '../../src/core/engine/step.ts';
import { modelFromXml } from '../../src/load/load.ts';
import { closePair, lockstep, pairOf, sleepsOf } from '../support/oracle/lockstep.ts';
import { fieldError, mujoco, oracleModel } from '../support/oracle/oracle.ts';

const scene = (world: string, rest = '', option = '', flag = '') =>
  `<mujoco><option timestep="0.005" ${option}><flag sleep="enable" ${flag}/></option>
  <worldbody><geom type="plane" size="5 5 1"/>${world}</worldbody>${rest}</mujoco>`;
const box = (name: string, pos: string, more = '', inside = '') =>
  `<body name="${name}" pos="${pos}" ${more}><freejoint name="${name}"/><geom name="${name}" type="box" size=".1 .1 .1"/>${inside}</body>`;
const slider = (name: string, x: number, more = '', joint = '') => `<body name="${name}" pos="${x} 0 1" ${more}>
  <joint name="${name}" type="slide" axis="1 0 0" ${joint}/><geom name="${name}" size=".05"/><site name="${name}"/></body>`;
const FORCES = [
  'qfrc_passive',
  'qfrc_spring',
  'qfrc_damper',
  'qfrc_bias',
  'qfrc_smooth',
  'qacc_smooth',
  'qacc',
  'qacc_warmstart',
];
const STATE = ['qpos', 'qvel', 'energy'];

test('after a reset the accelerations of trees that start asleep are zero, the others as in MuJoCo', () => {
  const pair = pairOf(scene(box('a', '0 0 1', 'sleep="init"') + box('b', '1 0 1', 'sleep="init"') + box('c', '2 0 1')));
  const { m, d, theirs } = pair;
  for (let k = 0; k < 3; k++) {
    resetData(m, d);
    mujoco.mj_resetData(theirs.m, theirs.d);
    for (const name of ['qacc', 'qvel', 'qacc_smooth', 'qfrc_smooth', 'ncon', 'nefc'])
      expect(fieldError(pair, name), name).toBe(0);
    expect([...d.qacc.subarray(0, 12)]).toEqual(Array(12).fill(0));
    mujoco.mj_step(theirs.m, theirs.d);
  }
  closePair(pair);
});

const settling = `${slider('a', 0, '', 'stiffness="5" springref=".001" damping="9"')}${box('b', '1 0 .1')}${box('c', '1 0 .3')}`;
test.each([
  ['alone', '', ''],
  ['next to an awake tree', slider('d', 3, 'sleep="never"', 'stiffness="3" springref=".2"'), ''],
  ['next to an awake and constrained tree', box('d', '3 0 .1', 'sleep="never"'), ''],
  [
    'next to an awake and constrained tree, with PGS',
    box('d', '3 0 .1', 'sleep="never"'),
    'solver="PGS" iterations="200"',
  ],
  [
    'next to an awake and constrained tree, with an implicit integrator',
    box('d', '3 0 .1', 'sleep="never"'),
    'integrator="implicitfast"',
  ],
])('forces, accelerations and energy of trees that fall asleep, %s', (_, other, option) => {
  const history = lockstep(scene(settling + other, '', option, 'energy="enable"'), {
    steps: 160,
    fields: [...FORCES, ...STATE],
    tolerance: 1e-6,
    before: ({ d }, k) => {
      d.xfrc_applied[6 * 3] = k === 120 ? 1e-6 : 0;
    },
  });
  expect(history[119].slice(0, 3).every((next) => next >= 0)).toBe(true);
  expect(history[120][2]).toBeLessThan(0);
});

test('inertia and its factor, with armature of joints, tendons and actuators on trees that sleep and wake', () => {
  const world = `<site name="o"/>${slider('a', 0, 'sleep="allowed"', 'armature=".3"')}${slider('b', 1, 'sleep="allowed"')}${slider('c', 2, 'sleep="allowed"')}`;
  const rest = `<tendon><fixed name="t" armature=".2"><joint joint="a" coef="1"/><joint joint="b" coef="-2"/></fixed>
      <fixed name="u"><joint joint="b" coef="1"/></fixed><spatial name="v" armature=".4"><site site="o"/><site site="c"/></spatial>
      <fixed name="w" armature=".1"><joint joint="b" coef="1"/><joint joint="c" coef=".5"/></fixed></tendon>
    <actuator><motor tendon="u" armature=".5"/><motor joint="c" armature=".7"/></actuator>`;
  // a tendon or an actuator may not connect trees that sleep separately: first without w
  for (const more of [rest.replace(/<fixed name="w".*?<\/fixed>/, ''), rest]) {
    const history = lockstep(scene(world, more, 'gravity="0 0 0"'), {
      steps: 60,
      before: ({ d }, k) => {
        if (k === 30) d.qvel[2] = 0.1;
        if (k === 40) d.qvel[0] = 0.1;
      },
      fields: ['M', 'qLD', 'qLDiagInv', 'qacc', ...STATE],
    });
    expect(history[29].every((next) => next >= 0)).toBe(true);
  }
});

test('recomputing the mass matrix does not change that of trees that fell asleep in the last step', () => {
  const world = `${slider('a', 0, 'sleep="allowed"')}${slider('b', 1, 'sleep="allowed"')}`;
  const rest = '<tendon><fixed armature=".2"><joint joint="a" coef="1"/><joint joint="b" coef="-2"/></fixed></tendon>';
  const pair = pairOf(scene(world, rest, 'gravity="0 0 0"'));
  const { m, d, theirs } = pair;
  while (d.ntree_awake > 0) {
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
  }
  for (let k = 0; k < 3; k++) {
    makeM(m, d);
    mujoco.mj_makeM(theirs.m, theirs.d);
    expect(fieldError(pair, 'M')).toBeLessThan(1e-12);
  }
  expect(d.M[0]).toBeLessThan(1);
  closePair(pair);
});

test('activations of every dynamics type and their rates do not change on sleeping trees, and advance on others', () => {
  const joints = (name: string) =>
    `<general joint="${name}" dyntype="integrator"/><general joint="${name}" dyntype="filter" dynprm=".2"/>
     <general joint="${name}" dyntype="filterexact" dynprm=".1"/><muscle joint="${name}" lengthrange="-1 1"/><intvelocity joint="${name}" kp=".1"/>`;
  const world = `${slider('a', 0, 'sleep="init"')}${slider('b', 1, 'sleep="never"')}${slider('c', 2, 'sleep="allowed"')}`;
  const rest = `<tendon><fixed name="t"><joint joint="a" coef="1"/></fixed></tendon>
    <actuator>${joints('a')}${joints('b')}${joints('c')}<general tendon="t" dyntype="filter" dynprm=".3"/>
      <general site="a" gear="1 0 0 0 0 0" dyntype="filter" dynprm=".3"/><adhesion body="a" ctrlrange="0 1"/></actuator>`;
  const history = lockstep(scene(world, rest, 'gravity="0 0 0"'), {
    steps: 60,
    before: ({ m, d }, k) => {
      const { na, nu } = m;
      if (k === 0) for (let i = 0; i < na; i++) d.act[i] = 1e-6 * (i + 1);
      for (let u = 0; u < nu; u++) d.ctrl[u] = u < 5 || u >= 10 ? 1e-6 : 0.4;
      if (k === 30) d.qvel[0] = 0.2;
    },
    fields: ['act', 'act_dot', 'actuator_force', 'actuator_length', 'actuator_velocity', 'qfrc_actuator', ...STATE],
  });
  expect(history[29].map((next) => next >= 0)).toEqual([true, false, true]);
  expect(history[30][0]).toBeLessThan(0);
});

const transmissions: [string, string][] = [
  ['joint', '<motor joint="a"/>'],
  ['joint in its parent', '<motor jointinparent="f"/>'],
  ['site', '<general site="a" gear="1 0 0 0 0 0"/>'],
  ['site and its reference', '<general site="a" refsite="b" gear="1 0 0 0 0 0"/>'],
  ['slider and crank', '<general slidersite="b" cranksite="a" cranklength=".5"/>'],
  ['body', '<adhesion body="a" ctrlrange="0 1"/>'],
  ['tendon over one tree', '<motor tendon="t"/>'],
  ['tendon over two trees', '<motor tendon="u"/>'],
  ['tendon over two trees, with damping', '<motor tendon="u" damping="1"/>'],
  ['tendon over two trees, with damping of higher power', '<motor tendon="u" damping="0 0 1"/>'],
  ['tendon over two trees, with armature', '<motor tendon="u" armature="1"/>'],
  ['ball joint, by rotation vector', '<orientation joint="s"/>'],
  ['site, by rotation vector', '<orientation site="a" refsite="b"/>'],
];
const parts = `${slider('a', 0)}${slider('b', 1)}${box('f', '2 0 .1')}<body name="g" pos="3 0 1"><joint name="s" type="ball"/><geom size=".1" pos=".1 0 0"/><site name="s"/></body>`;
const tendons = (more = '') => `<tendon><fixed name="t"><joint joint="a" coef="1"/></fixed>
  <spatial name="u" ${more}><site site="a"/><site site="b"/></spatial></tendon>`;

test.each(transmissions)(
  "trees actuated through %s have MuJoCo's policy, and fall asleep accordingly",
  (_, actuator) => {
    let xml = scene(parts, `${tendons()}<actuator>${actuator}</actuator>`, 'gravity="0 0 0"');
    const pair = pairOf(xml);
    expect([...pair.m.tree_sleep_policy]).toEqual([...(pair.theirs.m.tree_sleep_policy as Int32Array)]);
    expect(new Set(pair.m.tree_sleep_policy).size).toBe(2);
    closePair(pair);
    const fields = ['actuator_force', 'actuator_length', 'act_dot', ...STATE];
    lockstep(xml, { steps: 20, fields });
    xml = xml.replace(/<body name="(\w)"/g, '<body name="$1" sleep="allowed"');
    // a tendon with damping or inertia between trees that may sleep is an error
    if (actuator.includes('damping') || actuator.includes('armature')) {
      expect(() => modelFromXml(xml, { engine: 'js' })).toThrow(/tendon/);
      expect(() => oracleModel(xml)).toThrow(/tendon/);
      return;
    }
    const history = lockstep(xml, {
      steps: 50,
      before: ({ d }, k) => {
        d.ctrl[0] = 1e-7;
        if (k === 30) d.qvel[0] = 0.2;
      },
      fields,
    });
    expect(history[29].every((next) => next >= 0)).toBe(true);
  },
);

test.each([
  ['nothing', '', false],
  ['stiffness', 'stiffness="1"', true],
  ['stiffness of higher power', 'stiffness="0 1"', true],
  ['damping', 'damping="1"', true],
  ['damping of higher power', 'damping="0 0 1"', true],
  ['armature', 'armature="1"', false],
  ['friction loss', 'frictionloss="1"', false],
  ['limits', 'range="0 2"', false],
])('a tendon over two trees with %s keeps them awake: %s', (_, attributes, never) => {
  const pair = pairOf(scene(parts, tendons(attributes), 'gravity="0 0 0"'));
  const policies = [...pair.m.tree_sleep_policy];
  expect(policies).toEqual([...(pair.theirs.m.tree_sleep_policy as Int32Array)]);
  expect(policies[0] === policies[2]).toBe(!never);
  closePair(pair);
});

test('contacts between sleeping trees, and with static geoms, are not detected, nor are explicit pairs', () => {
  const world = `${box('a', '0 0 .1')}${box('b', '0 0 .299')}${box('c', '1 0 .1')}${box('e', '1.15 0 .1').replace('size=".1 .1 .1"', 'size=".1 .1 .1" contype="0" conaffinity="0"')}
    <body name="post" pos="2 0 .1"><geom name="post" type="box" size=".1 .1 .1"/></body>${box('g', '2 0 .299')}
    <body name="hand" mocap="true" pos="4 0 .1"><geom name="hand" type="box" size=".1 .1 .1"/></body>${box('h', '4 0 .299')}
    ${box('i', '6 0 .1')}<body pos="6.15 0 .1"><geom name="wall" type="box" size=".1 .1 .1"/></body>`;
  const rest = `<contact><pair geom1="c" geom2="e" condim="1" margin=".002" solref=".2 1"/><pair geom1="post" geom2="e"/><pair geom1="i" geom2="wall"/><pair geom1="a" geom2="g"/></contact>`;
  const xml = scene(world, rest, 'density="2000" viscosity="20"');
  for (const filter of ['', 'filterparent="disable"']) {
    let least = 99;
    const history = lockstep(xml.replace('sleep="enable"', `sleep="enable" ${filter}`), {
      steps: 400,
      before: ({ d }, k) => {
        d.xfrc_applied[6] = k === 330 ? 1e-4 : 0;
      },
      fields: ['ncon', 'nefc'],
      after: ({ d }) => {
        least = Math.min(least, d.ncon);
      },
      tolerance: 0,
    });
    expect(history[329].slice(0, 2).every((next) => next >= 0)).toBe(true);
    expect(least).toBeLessThan(10);
  }
});

/** A sensor of every kind of object, on a sleeping and a moving tree. */
const sensors = (x: string, y: string) => `
  <rangefinder site="${x}"/><rangefinder site="${x} down"/><contact site="${x}" data="found"/><contact geom1="${x}" data="found force"/>
  <contact body1="${x}" body2="${y}" data="found"/><contact subtree1="${x}" data="found"/><contact site="${y}" geom2="${x}" data="found"/>
  <jointpos joint="${x}"/><jointvel joint="${x}"/><jointactuatorfrc joint="${x}"/><jointlimitpos joint="${x}"/><jointlimitfrc joint="${x}"/>
  <framepos objtype="body" objname="${x}"/><framepos objtype="xbody" objname="${x}"/><framepos objtype="geom" objname="${x}"/>
  <framepos objtype="site" objname="${x}"/><framepos objtype="camera" objname="${x}"/><framequat objtype="body" objname="${x}"/>
  <framepos objtype="body" objname="${x}" reftype="xbody" refname="${y}"/><framepos objtype="geom" objname="${y}" reftype="camera" refname="${x}"/>
  <framexaxis objtype="site" objname="${x}" reftype="site" refname="${y}"/>
  <framelinvel objtype="xbody" objname="${x}"/><frameangvel objtype="geom" objname="${x}"/><framelinvel objtype="site" objname="${x}" reftype="body" refname="${y}"/>
  <framelinacc objtype="body" objname="${x}"/><frameangacc objtype="camera" objname="${x}"/><framelinacc objtype="site" objname="${x}"/>
  <accelerometer site="${x}"/><velocimeter site="${x}"/><gyro site="${x}"/><force site="${x}"/><torque site="${x}"/><magnetometer site="${x}"/>
  <touch site="${x}"/><subtreecom body="${x}"/><subtreelinvel body="${x}"/><subtreeangmom body="${x}"/>
  <insidesite site="${x}" objtype="body" objname="${y}"/><insidesite site="${y}" objtype="body" objname="${x}"/>
  <distance geom1="${x}" geom2="${y}" cutoff="9"/><normal body1="${x}" body2="${y}" cutoff="9"/><fromto geom1="${x}" geom2="post" cutoff="9"/>
  <camprojection site="${x}" camera="${y}"/><camprojection site="${y}" camera="${x}"/>
  <actuatorpos actuator="${x}"/><actuatorvel actuator="${x}"/><actuatorfrc actuator="${x}"/>
  <tendonpos tendon="${x}"/><tendonvel tendon="${x}"/><tendonlimitpos tendon="${x}"/><tendonactuatorfrc tendon="${x}"/>`;

test('sensors of every object match MuJoCo on a sleeping tree, on a moving one, and on both', () => {
  const body = (name: string, x: number, more: string) => `<body name="${name}" pos="${x} 0 1" ${more}>
    <joint name="${name}" type="slide" axis="1 0 0" range="-1 1" limited="true"/><geom name="${name}" type="box" size=".1 .1 .1"/>
    <site name="${name}" pos=".02 0 .01" size=".3"/><site name="${name} down" pos="0 0 .2" euler="0 170 0"/><camera name="${name}" resolution="9 9" fovy="60"/></body>`;
  const world = `${body('a', 0, 'sleep="init"')}${body('b', 0.4, 'sleep="never"')}<body name="post" pos="-.5 0 1"><geom name="post" size=".1"/></body><body pos=".2 0 1"><geom size=".04"/></body>
    <body name="fly" pos="0 1 1.6"><joint type="slide" axis="0 1 0"/><geom size=".1"/></body>`;
  const rest = `<tendon><fixed name="a" range="-2 2"><joint joint="a" coef="1"/></fixed><fixed name="b" range="-2 2"><joint joint="b" coef="1"/></fixed></tendon>
    <actuator><position name="a" joint="a" kp="3"/><position name="b" joint="b" kp="3"/><motor tendon="b"/></actuator>
    <sensor>${sensors('a', 'b')}${sensors('b', 'a')}<clock/></sensor>`;
  const history = lockstep(scene(world, rest, 'gravity="0 0 -.1"'), {
    steps: 60,
    before: ({ d }, k) => {
      if (k === 0) d.qvel[1] = -0.5;
      d.ctrl[0] = 0.1;
      // it passes above the first, in view of its rangefinder
      if (k === 3) d.qvel[2] = -4;
      if (k === 50) d.qvel[0] = 0.2;
    },
    fields: ['sensordata', 'qpos'],
  });
  expect(sleepsOf(history, 0).slice(0, 50)).not.toContain(false);
  expect(history[50][0]).toBeLessThan(0);
});
