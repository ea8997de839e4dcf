// needs: the compiled engine
/** Flags that are toggled during a run, on every object that they affect, under every integrator: after each step all forces and the state
 *  equal those of MuJoCo. */
import { expect, test } from 'vitest';
import { Disable, Enable, Integrator } from '../../src/core/model/enums.ts';
import { lockstep, type Side } from '../support/oracle/lockstep.ts';
import { type MjData, type MjModel, mujoco, oracleModel } from '../support/oracle/oracle.ts';

const model = (world: string, rest = '', option = '') =>
  `<mujoco><option timestep="0.004" tolerance="0" iterations="20" ls_iterations="50" ${option}/>
  <default><geom contype="0" conaffinity="0"/></default><worldbody>${world}</worldbody>${rest}</mujoco>`;

/** Joints of each type, fixed and spatial tendons, and actuators with damping and armature on both; springs and dampers are polynomials. */
const springs = model(
  `<site name="w" pos="0 0 2"/>
  <body pos="0 0 1"><joint name="h" axis="0 1 0" stiffness="3 4 5" springref="20" damping=".5 .3 .2"/>
    <geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/><site name="a" pos=".3 0 0"/>
    <body pos=".3 0 0"><joint name="s" type="slide" axis="1 0 1" stiffness="20 5 0" springref=".1" damping="1 2 0"/><geom size=".05"/></body></body>
  <body pos="1 0 1"><joint name="b" type="ball" stiffness="2 1 1" damping=".1 .1 .1"/><geom size=".05" pos=".2 0 .1"/><site name="c" pos=".2 0 .1"/></body>
  <body pos="2 0 1"><joint type="free" stiffness="30 10 3" damping="1 .5 .5"/><geom type="box" size=".1 .2 .05"/><site name="d" pos=".1 0 0"/></body>
  <body pos="3 0 1" gravcomp=".7"><joint name="plain" axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/></body>`,
  `<tendon>
    <fixed name="fix" stiffness="4 3 2" springlength=".1 .2" damping=".2 .1 .1"><joint joint="h" coef="1"/><joint joint="plain" coef="-.5"/></fixed>
    <spatial name="far" stiffness="5 1 0" springlength="0" damping=".3 .1 0"><site site="w"/><site site="a"/><site site="c"/></spatial>
    <spatial name="bare"><site site="c"/><site site="d"/></spatial></tendon>
  <actuator><position joint="s" kp="5" damping=".5 .1 .1" armature=".1"/><motor joint="plain" damping=".3 0 .1"/>
    <position tendon="bare" kp="3" damping=".2 .1 .1" armature=".2"/><motor tendon="fix" damping=".2"/></actuator>`,
  'density="20" viscosity=".1" wind=".3 0 0"',
);

const still = '<contact contype="0" conaffinity="0" selfcollide="none"/>';
const flex = (attributes: string, inside: string, option = ''): string =>
  model(
    `<body name="b" pos=".1 .2 1" euler="10 20 30"><flexcomp name="f" radius=".001" mass=".5" ${attributes}>${still}${inside}</flexcomp></body>`,
    '',
    option,
  );
const shell = (kind: string) =>
  `<elasticity young="1e4" poisson=".2" damping=".01" thickness=".01" elastic2d="${kind}"/>`;
const soft = '<elasticity young="1e3" poisson=".2" damping=".01"/>';

/** Each kind of elasticity of a flex. */
const flexes = {
  'edges of a line': flex(
    'type="grid" count="5 1 1" spacing=".05 .05 .05" dim="1"',
    '<edge stiffness="20" damping=".3"/>',
  ),
  'a bending surface': flex(
    'type="grid" count="4 4 1" spacing=".05 .06 .07" dim="2"',
    `${shell('bend')}<pin grid="0 0 0 3"/>`,
  ),
  'a stretching surface': flex(
    'type="grid" count="4 4 1" spacing=".05 .06 .07" dim="2"',
    `${shell('stretch')}<pin id="0"/>`,
  ),
  'a volume': flex('type="grid" count="3 3 3" spacing=".05 .06 .07" dim="3"', soft),
  'a cell': flex('type="grid" count="3 3 3" spacing=".05 .06 .07" dim="3" dof="trilinear"', soft),
};

/** Elements whose forces neither flag alone disables. */
const finite = { 'a stretching surface': flexes['a stretching surface'], 'a volume': flexes['a volume'] };

/** Every kind of constraint. */
const constraints = `<mujoco><option timestep="0.004" tolerance="0" iterations="20" ls_iterations="50"/>
  <worldbody><geom type="plane" size="5 5 1" contype="1" conaffinity="1"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" solref=".002 1" priority="1"/></body>
  <body pos="0 1 .1"><freejoint/><geom name="p" type="box" size=".1 .1 .1" contype="0" conaffinity="0"/></body>
  <body pos="0 1 .29"><freejoint/><geom name="q" size=".1" contype="0" conaffinity="0"/></body>
  <body pos="1 0 .8"><joint name="j" axis="0 1 0" range="-20 -2" limited="true" frictionloss=".1"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/>
    <body pos=".3 0 0"><joint name="j2" axis="0 1 0"/><geom type="capsule" size=".06" fromto="0 0 .05 .2 0 .1"/><site name="e" pos=".2 0 0"/></body></body>
  <body name="held" pos="2 0 1"><joint type="ball" range="0 5" limited="true"/><geom size=".1" pos=".1 0 0"/></body>
  <body name="weld" pos="3 0 1"><freejoint/><geom size=".1"/></body>
  <body pos="4 0 1"><joint name="k" axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/><site name="g" pos=".3 0 0"/></body></worldbody>
  <contact><pair geom1="p" geom2="q" margin=".01" condim="4"/></contact>
  <tendon><fixed name="t" range="-.1 .05" limited="true" frictionloss=".2"><joint joint="j2" coef="1"/></fixed>
    <spatial name="u" range="0 2.5" limited="true"><site site="e"/><site site="g"/></spatial><fixed name="v"><joint joint="k" coef="2"/></fixed></tendon>
  <equality><connect body1="held" anchor=".2 0 0"/><weld body1="weld"/><joint joint1="k" joint2="j" polycoef="0 1 0 0 0"/><tendon tendon1="v" tendon2="t"/></equality></mujoco>`;

/** Activations of each type, on joints, a tendon and a site, with and without limits. */
const activations = model(
  `<body pos="0 0 1"><joint name="h" axis="0 1 0"/><geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/><site name="a" pos=".3 0 0"/></body>
   <body pos="1 0 1"><joint name="s" type="slide"/><geom size=".1"/></body>`,
  `<tendon><fixed name="t"><joint joint="h" coef="1"/><joint joint="s" coef=".5"/></fixed></tendon>
  <actuator><general joint="h" dyntype="integrator" group="1"/><general joint="s" dyntype="filter" dynprm=".1" group="2"/>
   <general tendon="t" dyntype="filterexact" dynprm=".05" actrange="-.01 .02" actlimited="true"/><muscle joint="h" lengthrange="-1 1" group="1"/>
   <intvelocity site="a" kp="3" actrange="-1 1" refsite="a"/><motor joint="s" ctrlrange="-.2 .2" ctrllimited="true"/></actuator>`,
);

/** Adhesion, and passive contacts of a flex. */
const springy = `<mujoco><option timestep=".004" solver="CG" integrator="implicitfast" tolerance="1e-12" iterations="500" jacobian="sparse"/>
  <worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 .101"><freejoint/><geom size=".1" adhesion="5" margin=".01"/></body>
  <body pos="1 0 .08"><geom size=".1"/></body>
  <flexcomp name="f" type="grid" count="4 4 1" spacing=".05 .05 .05" dim="2" radius=".02" mass=".5" pos="1 0 .195"><contact passive="true" selfcollide="none"/>
    <elasticity young="1e4" poisson=".2" damping=".01" thickness=".01" elastic2d="both"/></flexcomp></worldbody></mujoco>`;

const STATE = ['time', 'qpos', 'qvel', 'qacc', 'qfrc_smooth', 'energy'] as const;
const PASSIVE = ['qfrc_spring', 'qfrc_damper', 'qfrc_gravcomp', 'qfrc_fluid', 'qfrc_passive'] as const;
const ROWS = [
  'ne',
  'nf',
  'nl',
  'nefc',
  'ncon',
  'nisland',
  'island_nv',
  'island_ne',
  'island_nf',
  'island_nefc',
  'efc_type',
  'efc_KBIP',
  'efc_aref',
  'qfrc_constraint',
] as const;
const ACTUATION = ['act', 'act_dot', 'actuator_force', 'qfrc_actuator'] as const;

interface Scene {
  xml: string;
  fields: readonly string[];
  /** Sets of flags, each enabled during a run. */
  flags: readonly (readonly Flag[])[];
  integrators?: readonly Integrator[];
  /** Whether the flags change no motion. */
  inert?: boolean;
}
const { EULER, RK4, IMPLICIT, IMPLICITFAST } = Integrator;
/** The flags that MuJoCo has. */
const integrators = [EULER, RK4, IMPLICIT, IMPLICITFAST];
type Flag = keyof typeof Disable | keyof typeof Enable;

const both = [['SPRING', 'DAMPER']] as const;
const springFlags = [['SPRING'], ['DAMPER'], ['SPRING', 'DAMPER']] as const;
const scenes: Record<string, Scene> = {
  'joints, tendons and actuators': {
    xml: springs,
    fields: PASSIVE,
    flags: [...springFlags, ['GRAVITY'], ['ACTUATION'], ['DAMPER', 'ACTUATION']],
  },
  'implicit damping': {
    xml: springs,
    fields: PASSIVE,
    flags: [['EULERDAMP'], ['DAMPER', 'EULERDAMP']],
    integrators: [EULER],
  },
  ...Object.fromEntries(
    Object.entries(flexes).map(([name, xml]) => [
      name,
      { xml, fields: PASSIVE, flags: name in finite ? both : springFlags },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(finite).map(([name, xml]) => [
      `${name}, each alone`,
      { xml, fields: PASSIVE, flags: [['SPRING'], ['DAMPER']], inert: true },
    ]),
  ),
  constraints: {
    xml: constraints,
    fields: ROWS,
    integrators: [EULER, RK4],
    flags: [
      ['CONSTRAINT'],
      ['EQUALITY'],
      ['FRICTIONLOSS'],
      ['LIMIT'],
      ['CONTACT'],
      ['REFSAFE'],
      ['ISLAND'],
      ['OVERRIDE'],
      ['DIAGEXACT'],
      ['FILTERPARENT'],
    ],
  },
  'adhesion and passive contacts': {
    xml: springy,
    fields: ['ncon', 'qfrc_adhesion', 'qfrc_spring', 'qfrc_passive', 'qfrc_constraint'],
    flags: [['CONTACT'], ['CONSTRAINT'], ['SPRING'], ['SPRING', 'DAMPER']],
    integrators: [IMPLICITFAST],
  },
  energy: {
    xml: springs,
    fields: [],
    flags: [['ENERGY'], ['ENERGY', 'SPRING'], ['ENERGY', 'GRAVITY'], ['ENERGY', 'SPRING', 'GRAVITY']],
  },
  'sensors of energy': {
    xml: springs
      .replace('</mujoco>', '<sensor><e_kinetic/><e_potential/><subtreelinvel body="x"/></sensor></mujoco>')
      .replace('<body pos="3', '<body name="x" pos="3'),
    fields: ['sensordata'],
    flags: [['SENSOR'], ['ENERGY', 'SENSOR']],
    inert: true,
  },
  activations: { xml: activations, fields: ACTUATION, flags: [['ACTUATION'], ['CLAMPCTRL']] },
};

interface Run {
  flags: readonly Flag[];
  integrator: Integrator;
}

const STEPS = 8;
/** Off, on, off, on, for two steps each. */
const isOn = (k: number) => (k >= 2 && k < 4) || k >= 6;

/** Sets the flags and the inputs before step k. */
function drive({ m, d }: Side, k: number, { flags, integrator }: Run): void {
  m.opt.integrator = integrator;
  m.opt.disableflags = 0;
  m.opt.enableflags = flags[0] === 'ENERGY' ? 0 : Enable.ENERGY;
  if (k === 0) for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.5 * Math.sin(2 * i + 1);
  for (let u = 0; u < m.nu; u++) d.ctrl[u] = Math.sin(0.7 * k + u);
  if (!isOn(k)) return;
  for (const flag of flags) {
    if (flag in Disable) m.opt.disableflags |= Disable[flag as keyof typeof Disable];
    else m.opt.enableflags |= Enable[flag as keyof typeof Enable];
  }
}

/** MuJoCo's state at the end. */
function theirEnd(xml: string, run: Run): number[] {
  const m: MjModel = oracleModel(xml);
  const d: MjData = new mujoco.MjData(m);
  for (let k = 0; k < STEPS; k++) {
    drive({ m, d } as unknown as Side, k, run);
    mujoco.mj_step(m, d);
  }
  const end = [...d.qpos, ...d.qvel, ...d.act];
  d.delete();
  m.delete();
  return end;
}

const cases = Object.entries(scenes).flatMap(([name, scene]) =>
  scene.flags.map((flags) => ({ name, flags, scene, label: flags.join(' and ') })),
);

test.each(cases)('$name: with $label toggled during a run every step equals that of MuJoCo', ({ scene, flags }) => {
  for (const integrator of scene.integrators ?? integrators) {
    const fields = [...STATE, ...scene.fields];
    const run = { flags, integrator };
    lockstep(scene.xml, { steps: STEPS, before: (side, k) => drive(side, k, run), fields, tolerance: 1e-8 });
    if (flags[0] === 'ISLAND' || flags[0] === 'ENERGY') continue;
    const without = theirEnd(scene.xml, { ...run, flags: [] });
    if (scene.inert) expect(theirEnd(scene.xml, run)).toEqual(without);
    else expect(theirEnd(scene.xml, run), `integrator ${integrator}`).not.toEqual(without);
  }
});

test('a temporarily disabled actuator group exerts no force, and its activations do not change', () => {
  for (const group of [1, 2]) {
    const forces: number[] = [];
    lockstep(activations, {
      steps: 9,
      before: (side, k) => {
        drive(side, k, { flags: [], integrator: EULER });
        side.m.opt.disableactuator = k >= 3 && k < 6 ? 1 << group : 0;
      },
      fields: [...STATE, ...ACTUATION],
      after: ({ d }) => forces.push(d.actuator_force[group - 1]),
    });
    expect(forces.slice(3, 6)).toEqual([0, 0, 0]);
    expect(forces[2] * forces[6]).not.toBe(0);
  }
});

/** Pairs of spheres, a geom on a plane, and a flex on it: found automatically and named explicitly; 0.03 apart. */
const apart = `<mujoco><option timestep=".004" o_margin="0" o_solref=".05 .7" o_solimp=".5 .8 .02 .4 3" o_friction=".3 .4 .01 .02 .03" cone="elliptic"/>
  <worldbody><geom name="floor" type="plane" size="5 5 1"/>
  <body pos="0 0 .13"><freejoint/><geom name="a" size=".1" condim="6"/></body><body pos="0 0 .36"><freejoint/><geom name="b" size=".1"/></body>
  <body pos="1 0 .13"><freejoint/><geom name="c" size=".1" contype="0" conaffinity="0"/></body>
  <body pos="1 0 .36"><freejoint/><geom name="d" size=".1" contype="0" conaffinity="0"/></body>
  <flexcomp name="f" type="grid" count="2 2 1" spacing=".1 .1 .1" dim="2" radius=".01" pos="2 0 .04" mass=".1"><edge equality="true"/></flexcomp></worldbody>
  <contact><pair geom1="c" geom2="d" condim="6" margin=".001" gap=".0005" solref=".1 .5" friction=".5 .6 .1 .2 .3"/>
    <pair geom1="floor" geom2="c" solreffriction=".03 .8"/></contact></mujoco>`;

test.each([Integrator.EULER, Integrator.IMPLICITFAST])(
  'a temporary override of contact parameters applies to automatic and explicit pairs and to flexes (integrator %i)',
  (integrator) => {
    const found: number[] = [];
    lockstep(apart, {
      steps: 20,
      before: ({ m }, k) => {
        m.opt.integrator = integrator;
        m.opt.enableflags = k % 4 >= 2 ? Enable.OVERRIDE : 0;
        m.opt.o_margin = k < 12 ? 0.05 : 0.02;
      },
      fields: [
        'ncon',
        'nefc',
        'contact_includemargin',
        'contact_solref',
        'contact_solreffriction',
        'contact_solimp',
        'contact_friction',
        'contact_dim',
        'efc_KBIP',
        'qvel',
      ],
      tolerance: 1e-8,
      after: ({ d }) => found.push(d.ncon),
    });
    expect(found.slice(0, 2)).toEqual([0, 0]);
    expect(found[2]).toBeGreaterThan(4);
  },
);
