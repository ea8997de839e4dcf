// needs: the compiled engine
/** The effect of every runtime flag, end to end. `flagEffects.test.ts` compares each flag with MuJoCo. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Disable } from '../../src/core/model/enums.ts';
import type { Model } from '../../src/core/model/model.ts';
import { readMjcf } from '../../src/formats/mjcf/readMjcf.ts';
import { modelFromXml, prepare } from '../../src/load/load.ts';

await prepare();

type Load = (flags: string, world: string, rest?: string, option?: string) => { m: Model; d: Data };
const engines = ['js', 'wasm'] as const;

/** A claim about both engines. */
const both = (name: string, claim: (load: Load) => void): void =>
  test.each(engines)(`${name} (%s)`, (engine) =>
    claim((flags, world, rest = '', option = '') => {
      const m = modelFromXml(
        `<mujoco><option ${option}><flag ${flags}/></option><worldbody>${world}</worldbody>${rest}</mujoco>`,
        { engine },
      );
      return { m, d: new Data(m) };
    }),
  );
const run = (m: Model, d: Data, steps: number): void => {
  for (let k = 0; k < steps; k++) step(m, d);
};

const floor = '<geom type="plane" size="5 5 1"/>';
const ball = '<body pos="0 0 0.12"><freejoint/><geom size="0.1"/></body>';
const hinge = (joint: string, more = ''): string =>
  `<body ${more}><joint axis="0 1 0" ${joint}/><geom size="0.05" pos="0.2 0 0" contype="0" conaffinity="0"/></body>`;

both('without contacts a ball falls through the floor', (load) => {
  const { m, d } = load('contact="disable"', floor + ball);
  run(m, d, 300);
  expect(d.ncon).toBe(0);
  expect(d.qpos[2]).toBeLessThan(-1);
});

both('without gravity a free body does not move, and has no potential energy', (load) => {
  const { m, d } = load(
    'gravity="disable" energy="enable"',
    '<body pos="0 0 1" gravcomp="1"><freejoint/><geom size="0.1"/></body>',
  );
  run(m, d, 10);
  expect(d.qacc.every((a) => a === 0)).toBe(true);
  expect(d.energy[0]).toBe(0);
  expect(d.qfrc_gravcomp.every((f) => f === 0)).toBe(true);
});

both('without limits a hinge turns past its range', (load) => {
  const limited = (flag: string) => load(flag, hinge('limited="true" range="-10 10"'));
  const off = limited('limit="disable"');
  const on = limited('limit="enable"');
  run(off.m, off.d, 300);
  run(on.m, on.d, 300);
  expect(Math.abs(off.d.qpos[0])).toBeGreaterThan(0.5);
  expect(Math.abs(on.d.qpos[0])).toBeLessThan(0.25);
});

both('without equalities a weld has no effect', (load) => {
  const { m, d } = load(
    'equality="disable"',
    '<body name="a" pos="0 0 1"><freejoint/><geom size="0.1"/></body>',
    '<equality><weld body1="a"/></equality>',
  );
  run(m, d, 200);
  expect(d.ne).toBe(0);
  expect(d.qpos[2]).toBeLessThan(0.5);
});

both('springs and dampers are disabled separately', (load) => {
  const joint = hinge('stiffness="100" damping="10" ref="0" springref="20"');
  for (const [flags, spring, damper] of [
    ['spring="disable"', false, true],
    ['damper="disable"', true, false],
  ] as const) {
    const { m, d } = load(flags, joint);
    d.qvel[0] = 1;
    forward(m, d);
    expect(d.qfrc_spring[0] !== 0).toBe(spring);
    expect(d.qfrc_damper[0] !== 0).toBe(damper);
  }
});

both('without actuation controls have no effect, and transmissions are still computed', (load) => {
  const { m, d } = load(
    'actuation="disable"',
    hinge('name="j" ref="0"'),
    '<actuator><motor joint="j" gear="3"/></actuator>',
  );
  d.ctrl[0] = 1;
  d.qpos[0] = 0.5;
  forward(m, d);
  expect(d.qfrc_actuator[0]).toBe(0);
  expect(d.actuator_length[0]).toBeCloseTo(1.5, 12);
});

both('without sensors the last values are kept', (load) => {
  const { m, d } = load('sensor="disable"', hinge('name="j"'), '<sensor><jointpos joint="j"/></sensor>');
  d.sensordata[0] = 42;
  run(m, d, 3);
  expect(d.sensordata[0]).toBe(42);
});

both('without warm start the solver still converges, and does not use the last solution', (load) => {
  const { m, d } = load('warmstart="disable"', floor + ball);
  run(m, d, 50);
  const clean = d.qacc.slice();
  d.qacc_warmstart.fill(1e3);
  forward(m, d);
  const once = d.qacc.slice();
  d.qacc_warmstart.fill(-1e3);
  forward(m, d);
  expect(d.qacc).toEqual(once);
  expect(Math.abs(d.qacc[2] - clean[2])).toBeLessThan(1);
});

both('without constraints there are no rows, no contacts, and qacc is qacc_smooth', (load) => {
  const { m, d } = load('constraint="disable"', floor + ball + hinge('limited="true" range="5 10" frictionloss="1"'));
  run(m, d, 20);
  expect([d.ncon, d.nefc]).toEqual([0, 0]);
  expect(d.qacc).toEqual(d.qacc_smooth);
});

both('passive forces vanish only when springs and dampers are both off', (load) => {
  const world = '<body gravcomp="1"><freejoint/><geom size="0.1"/></body>';
  const fluid = 'density="1.2" viscosity="0.1"';
  const forces = (flags: string) => {
    const { m, d } = load(flags, world, '', fluid);
    d.qvel[0] = 1;
    forward(m, d);
    return {
      gravcomp: d.qfrc_gravcomp[2] !== 0,
      fluid: d.qfrc_fluid[0] !== 0,
      passive: d.qfrc_passive.some((f) => f !== 0),
    };
  };
  expect(forces('spring="disable" damper="disable"')).toEqual({ gravcomp: false, fluid: false, passive: false });
  expect(forces('spring="disable"')).toEqual({ gravcomp: true, fluid: true, passive: true });
  expect(forces('damper="disable"')).toEqual({ gravcomp: true, fluid: true, passive: true });
  expect(forces('gravity="disable"').gravcomp).toBe(false);
});

both('without flags both bit fields are zero', (load) => {
  for (const option of ['', 'timestep="0.001"']) {
    const { opt } = load('', floor, '', option).m;
    expect([opt.disableflags, opt.enableflags]).toEqual([0, 0]);
  }
});

both('the old passive flag disables springs and dampers, which can also be set separately', (load) => {
  expect(load('passive="disable"', floor).m.opt.disableflags).toBe(Disable.SPRING | Disable.DAMPER);
  expect(load('passive="disable" spring="enable"', floor).m.opt.disableflags).toBe(Disable.DAMPER);
});

test('the old passive flag gives a warning', () => {
  const { warnings } = readMjcf('<mujoco><option><flag passive="disable"/></option></mujoco>');
  expect(warnings).toMatchObject([{ tag: 'flag', attribute: 'passive', message: expect.stringContaining('spring') }]);
});

both('actuators of a disabled group exert no force, the others do', (load) => {
  const motors = [0, 3].map((group) => `<motor joint="j" group="${group}"/>`).join('');
  const { m, d } = load('', hinge('name="j"'), `<actuator>${motors}</actuator>`, 'actuatorgroupdisable="3"');
  d.ctrl.set([1, 10]);
  forward(m, d);
  expect([...d.actuator_force]).toEqual([1, 0]);
  expect(d.qfrc_actuator[0]).toBe(1);
});

both('energy is computed if enabled, and zero otherwise', (load) => {
  const off = load('energy="disable"', ball);
  off.d.energy.fill(7);
  forward(off.m, off.d);
  expect([...off.d.energy]).toEqual([0, 0]);
  const on = load('energy="enable"', ball);
  on.d.qvel[0] = 1;
  forward(on.m, on.d);
  expect(on.d.energy[0]).toBeCloseTo(9.81 * 0.12 * on.m.body_mass[1], 9);
  expect(on.d.energy[1]).toBeCloseTo(0.5 * on.m.body_mass[1], 9);
});

both('fluid forces act on bodies that are awake', (load) => {
  const box = (x: number, sleep: string) =>
    `<body pos="${x} 0 0.1" sleep="${sleep}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
  const { m, d } = load(
    'sleep="enable"',
    floor + box(0, 'init') + box(1, 'never'),
    '',
    'density="1.2" viscosity="0.1" wind="1 0 0"',
  );
  d.qfrc_fluid.fill(5);
  forward(m, d);
  expect([...d.tree_awake]).toEqual([0, 1]);
  // forces on a sleeping body are not computed: the written value is kept
  expect(d.qfrc_fluid[0]).toBe(5);
  expect(d.qfrc_fluid[6]).not.toBe(5);
});

both('without the parent filter a body touches its parent', (load) => {
  const chain = '<body><joint/><geom size="0.2"/><body pos="0.1 0 0"><joint/><geom size="0.2"/></body></body>';
  const contacts = (flags: string) => {
    const { m, d } = load(flags, chain);
    forward(m, d);
    return d.ncon;
  };
  expect(contacts('filterparent="enable"')).toBe(0);
  expect(contacts('filterparent="disable"')).toBe(1);
});

both('without friction loss a stiff joint turns', (load) => {
  const stiff = (flags: string) => {
    const { m, d } = load(flags, hinge('frictionloss="10"'));
    run(m, d, 200);
    return { nf: d.nf, angle: Math.abs(d.qpos[0]) };
  };
  expect(stiff('frictionloss="enable"').angle).toBeLessThan(0.05);
  const free = stiff('frictionloss="disable"');
  expect(free.nf).toBe(0);
  expect(free.angle).toBeGreaterThan(0.3);
});

both('without refsafe a short time constant is not clamped', (load) => {
  const stiffness = (flags: string) => {
    const { m, d } = load(
      flags,
      `${floor}<body pos="0 0 0.09"><freejoint/><geom size="0.1" solref="0.001 1" priority="1"/></body>`,
    );
    forward(m, d);
    return d.efc_KBIP[0];
  };
  expect(stiffness('refsafe="disable"')).toBeGreaterThan(10 * stiffness('refsafe="enable"'));
});

both('without clamping a control beyond its range is not limited', (load) => {
  const force = (flags: string) => {
    const { m, d } = load(
      flags,
      hinge('name="j"'),
      '<actuator><motor joint="j" ctrllimited="true" ctrlrange="0 1"/></actuator>',
    );
    d.ctrl[0] = 2;
    forward(m, d);
    return d.qfrc_actuator[0];
  };
  expect(force('clampctrl="enable"')).toBe(1);
  expect(force('clampctrl="disable"')).toBe(2);
});

both('implicit damping needs both eulerdamp and damper', (load) => {
  const speed = (flags: string) => {
    const { m, d } = load(flags, hinge('damping="5"'), '', 'gravity="0 0 0"');
    d.qvel[0] = 1;
    step(m, d);
    return d.qvel[0];
  };
  const implicit = speed('eulerdamp="enable"');
  const explicit = speed('eulerdamp="disable"');
  expect(implicit).toBeGreaterThan(0);
  expect(explicit).toBeLessThan(implicit);
  expect(speed('damper="disable" eulerdamp="enable"')).toBe(1);
});

both('disabled stages clear their results', (load) => {
  const { m, d } = load(
    '',
    floor + ball + hinge('name="j" stiffness="1" springref="10"'),
    '<actuator><motor joint="j"/></actuator>',
  );
  d.ctrl[0] = 1;
  run(m, d, 60);
  expect(d.ncon).toBeGreaterThan(0);
  m.opt.disableflags = Disable.CONTACT | Disable.ACTUATION | Disable.SPRING | Disable.DAMPER;
  forward(m, d);
  expect(d.ncon).toBe(0);
  for (const field of [
    'actuator_force',
    'qfrc_actuator',
    'qfrc_passive',
    'qfrc_spring',
    'qfrc_damper',
    'qfrc_constraint',
  ] as const) {
    expect(
      d[field].every((v) => v === 0),
      field,
    ).toBe(true);
  }
});
