// needs: the compiled engine
/** Stiffness, damping and impedance of rows for every form of solref, solreffriction and solimp, against MuJoCo. */
import { expect, test } from 'vitest';
import { closePair, lockstep, pairOf, type Side } from '../../../../test/support/oracle/lockstep.ts';
import { fieldError, mujoco } from '../../../../test/support/oracle/oracle.ts';
import { Cone, Disable, Enable } from '../../model/enums.ts';
import { forward } from '../forward.ts';

/** Rows of each kind that has parameters of its own. */
const xml = `<mujoco><option timestep=".004" impratio="2"/><worldbody><geom name="floor" type="plane" size="9 9 1"/>
  <body pos="0 0 .097"><freejoint/><geom name="a" size=".1" condim="6" friction="1 .02 .01"/></body>
  <body pos="1 0 .098"><freejoint/><geom name="b" size=".1" contype="0" conaffinity="0"/></body>
  <body name="c" pos="2 0 1"><joint name="j" axis="0 1 0" range="-20 -2" limited="true" frictionloss=".1"/><geom size=".05" pos=".2 0 0"/></body>
  <body name="d" pos="3 0 1"><joint name="k" axis="0 1 0"/><geom size=".05" pos=".2 0 0"/></body></worldbody>
  <contact><pair geom1="floor" geom2="b" condim="6" friction="1 .9 .02 .01 .03"/></contact>
  <tendon><fixed name="t" range="-.1 .05" limited="true" frictionloss=".2"><joint joint="k" coef="1"/></fixed></tendon>
  <equality><connect body1="d" anchor=".2 .01 0"/><weld body1="d" body2="c"/><joint joint1="k" polycoef=".01"/></equality></mujoco>`;

const REFERENCES = [
  [0.02, 1],
  [0.001, 1],
  [0.05, 0.3],
  [0.05, 2],
  [-200, -30],
  [-200, 0],
  [0, -30],
  [0, 0],
  [0.02, -3],
  [-200, 1],
  [0, 1],
  [0.02, 0],
];
const IMPEDANCES = [
  [0.9, 0.95, 0.001, 0.5, 2],
  [0.9, 0.9, 0.001, 0.5, 2],
  [0.5, 0.9, 0, 0.5, 2],
  [0, 1, 0.01, 0.5, 1],
  [-1, 2, 0.01, 0, 3],
  [0.3, 0.8, 0.02, 0.01, 2],
  [0.3, 0.8, 0.02, 0.2, 1.5],
  [0.3, 0.8, 0.02, 0.9, 4],
  [0.8, 0.3, 0.02, 0.5, 0],
  [0.3, 0.8, 10, 0.5, 2],
  [0.3, 0.8, -1, 0.5, 2],
  [0.3, 0.8, 0.004, 2, 2],
];
const FIELDS = ['nefc', 'efc_KBIP', 'efc_R', 'efc_D', 'efc_aref', 'contact_mu'];

type Pair = ReturnType<typeof pairOf>;
const sides = ({ m, d, theirs }: Pair): Side[] => [{ m, d }, theirs] as unknown as Side[];

function compare(pair: Pair, label: string): void {
  forward(pair.m, pair.d);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  expect(pair.d.nefc).toBeGreaterThan(10);
  for (const field of FIELDS) expect(fieldError(pair, field), `${field}, ${label}`).toBeLessThan(1e-11);
}

const settings = [Cone.PYRAMIDAL, Cone.ELLIPTIC].flatMap((cone) =>
  [0, Disable.REFSAFE].flatMap((disable) => [0, Enable.DIAGEXACT].map((enable) => ({ cone, disable, enable }))),
);

function eachSetting(pair: Pair, work: (label: string) => void): void {
  for (const { cone, disable, enable } of settings) {
    for (const { m } of sides(pair)) Object.assign(m.opt, { cone, disableflags: disable, enableflags: enable });
    work(`cone ${cone}, disabled ${disable}, enabled ${enable}`);
  }
}

/** Sets an array of the Model to repetitions of a row. */
function fill(pair: Pair, name: string, row: readonly number[]): void {
  for (const { m } of sides(pair)) {
    const array = (m as unknown as Record<string, Float64Array>)[name];
    for (let k = 0; k < array.length; k++) array[k] = row[k % row.length];
  }
}

test('rows of every kind, for every form of solref: standard, direct, mixed and zero', () => {
  const pair = pairOf(xml);
  for (const { d } of sides(pair)) for (let i = 0; i < d.qvel.length; i++) d.qvel[i] = 0.2 * Math.sin(i + 1);
  for (const solref of REFERENCES) {
    const names = [
      'eq_solref',
      'jnt_solref',
      'dof_solref',
      'tendon_solref_lim',
      'tendon_solref_fri',
      'geom_solref',
      'pair_solref',
    ];
    for (const name of names) fill(pair, name, solref);
    eachSetting(pair, (label) => compare(pair, `solref ${solref}, ${label}`));
  }
  closePair(pair);
});

test('tangents of a contact, for every form of solreffriction', () => {
  const pair = pairOf(xml);
  for (const { d } of sides(pair)) for (let i = 0; i < d.qvel.length; i++) d.qvel[i] = 0.2 * Math.sin(i + 1);
  const damping = new Set<number>();
  for (const reference of REFERENCES) {
    fill(pair, 'pair_solreffriction', reference);
    eachSetting(pair, (label) => compare(pair, `solreffriction ${reference}, ${label}`));
    // the last row is the last tangent of the explicit pair, under the elliptic cone
    damping.add(pair.d.efc_KBIP[4 * pair.d.nefc - 3]);
  }
  expect(damping.size).toBeGreaterThan(4);
  closePair(pair);
});

test('rows of every kind, for every form of solimp, near the surface and deep', () => {
  const pair = pairOf(xml);
  for (const depth of [0, 0.001, 0.003, 0.05]) {
    for (const { d } of sides(pair)) {
      d.qpos[2] = 0.1 - depth;
      d.qpos[9] = 0.1 - depth;
      d.qpos[14] = depth;
    }
    for (const solimp of IMPEDANCES) {
      const names = [
        'eq_solimp',
        'jnt_solimp',
        'dof_solimp',
        'tendon_solimp_lim',
        'tendon_solimp_fri',
        'geom_solimp',
        'pair_solimp',
      ];
      for (const name of names) fill(pair, name, solimp);
      eachSetting(pair, (label) => compare(pair, `solimp ${solimp} at ${depth}, ${label}`));
    }
  }
  closePair(pair);
});

test('margins of joints, tendons and geoms, from outside to inside', () => {
  const text = xml
    .replaceAll('limited="true"', 'limited="true" margin=".03"')
    .replaceAll('condim="6"', 'condim="6" margin=".02" gap=".005"');
  lockstep(text, {
    steps: 25,
    before: ({ d }, k) => {
      const [x, speed] = [0.03 * (1 - k / 12), -0.3];
      d.qpos[2] = d.qpos[9] = 0.1 + x;
      d.qvel[2] = d.qvel[8] = speed;
      d.qpos[14] = -0.035 - x;
      d.qpos[15] = 0.05 - x;
    },
    fields: [
      'nl',
      'ncon',
      'nefc',
      'efc_pos',
      'efc_margin',
      'efc_KBIP',
      'efc_R',
      'efc_aref',
      'contact_dist',
      'contact_includemargin',
    ],
    tolerance: 1e-9,
  });
});
