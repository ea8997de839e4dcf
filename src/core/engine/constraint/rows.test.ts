/** Rows of several objects of each kind, so that values read at the index of another object differ. */
import { expect, test } from 'vitest';
import { setOptions, withPair } from '../../../../test/support/constraintPair.ts';
import { copyStateToOracle, fieldError, mujoco, type Pair, random } from '../../../../test/support/oracle/oracle.ts';
import { Cone, Disable, JacobianType, JointType } from '../../model/enums.ts';
import { forward } from '../forward.ts';
import { resetData } from '../reset.ts';
import { countRows } from './rows/count.ts';

const ROWS = [
  ...['ne', 'nf', 'nl', 'nefc', 'efc_type', 'efc_id', 'efc_pos', 'efc_margin', 'efc_frictionloss', 'efc_diagA'],
  ...['efc_KBIP', 'efc_D', 'efc_R', 'efc_J', 'efc_vel', 'efc_aref', 'contact_mu', 'contact_efc_address'],
];
const SPARSE_ROWS = ['nJ', 'efc_J_rownnz', 'efc_J_rowadr', 'efc_J_colind', 'efc_J_rowsuper'];
const { DENSE, SPARSE } = JacobianType;
const variants = [
  { jacobian: DENSE, cone: Cone.PYRAMIDAL, disableflags: 0 },
  { jacobian: SPARSE, cone: Cone.PYRAMIDAL, disableflags: Disable.ISLAND },
  { jacobian: DENSE, cone: Cone.ELLIPTIC, disableflags: Disable.ISLAND },
  { jacobian: SPARSE, cone: Cone.ELLIPTIC, disableflags: 0 },
];

/** Perturbs the reference configuration, and sets velocities. */
function disturb({ m, d }: Pair, seed: number): void {
  const next = random(seed);
  for (let j = 0; j < m.njnt; j++) {
    const scalar = m.jnt_type[j] === JointType.SLIDE || m.jnt_type[j] === JointType.HINGE;
    if (scalar) d.qpos[m.jnt_qposadr[j]] += 0.004 * next();
    if (m.jnt_type[j] === JointType.BALL) d.qpos.set([0.96, 0, 0.28, 0], m.jnt_qposadr[j]);
  }
  for (let i = 0; i < m.nv; i++) d.qvel[i] = next();
}

/** The bounds by which the arena grows: exact for a sparse Jacobian without contacts. */
function expectBounds({ m, d }: Pair): void {
  const sparse = m.opt.jacobian === SPARSE;
  const count = new Int32Array(2);
  countRows(m, d, sparse, count);
  if (sparse && d.ncon === 0) expect([...count]).toEqual([d.nefc, d.nJ]);
  expect(count[0]).toBeGreaterThanOrEqual(d.nefc);
  if (sparse) expect(count[1]).toBeGreaterThanOrEqual(d.nJ);
}

/** Compares the rows of both engines, and the accelerations, with each variant at another state. */
function expectSameRows(xml: string, check: (pair: Pair) => void): void {
  withPair(xml, (pair) => {
    const { m, d, theirs } = pair;
    const flags = m.opt.disableflags;
    variants.forEach((variant, k) => {
      setOptions(pair, { tolerance: 1e-12, ...variant, disableflags: flags | variant.disableflags });
      resetData(m, d);
      mujoco.mj_resetData(theirs.m, theirs.d);
      disturb(pair, k + 1);
      copyStateToOracle(pair);
      forward(m, d);
      mujoco.mj_forward(theirs.m, theirs.d);
      for (const field of variant.jacobian === SPARSE ? [...ROWS, ...SPARSE_ROWS] : ROWS)
        expect({ field, ...variant, error: fieldError(pair, field) }).toEqual({
          field,
          ...variant,
          error: expect.closeTo(0, 9),
        });
      expect(fieldError(pair, 'qacc')).toBeLessThan(1e-5);
      expectBounds(pair);
      check(pair);
    });
  });
}

const body = (name: string, x: number, geom: string) =>
  `<body name="${name}" pos="${x} 0 .095" euler="0 0 ${10 * x}"><freejoint/><geom name="${name}" mass="${1 + x}" ${geom}/></body>`;
const box = 'type="box" size=".1 .12 .1"';

test('contacts of explicit pairs have five coefficients of friction each, moving surfaces and adhesion', () => {
  const kinds = [3, 1, 4, 6, 3, 6];
  const bodies = kinds.map((_, k) => body(`b${k}`, k, k % 2 === 0 ? box : 'size=".1"'));
  const pairs = kinds.map((condim, k) => {
    const friction = [1, 0.5, 0.04, 0.02, 0.01].map((x, c) => x + 0.07 * k * (c + 1));
    return `<pair geom1="floor" geom2="b${k}" condim="${condim}" friction="${friction.join(' ')}" adhesion="${k < 4 ? 0 : k}" solreffriction="${k % 2 === 0 ? '0 0' : `0.0${k + 2} 1`}"/>`;
  });
  const moving = bodies.map((text, k) =>
    k === 4 ? text : text.replace('<geom', `<geom surfacevel="0 .${k} .2 .3 0 .${k + 1}"`),
  );
  for (const surface of ['', 'surfacevel=".1 .2 0 0 0 .3"']) {
    expectSameRows(
      `<mujoco><worldbody><geom name="floor" type="plane" size="9 9 1" ${surface}/>${moving.join('')}</worldbody>
      <contact>${pairs.join('')}</contact></mujoco>`,
      ({ d }) => {
        expect(new Set(d.contact_dim.subarray(0, d.ncon))).toEqual(new Set([1, 3, 4, 6]));
        expect(d.contact_efc_address[0]).toBe(0);
      },
    );
  }
});

test('contacts between bodies of one tree, with and without dofs between them', () => {
  const link = (k: number, inside: string) =>
    `<body pos=".3 0 0"><joint axis="0 ${k % 2} 1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".06"/>${inside}
      <body pos=".2 .1 0"><geom size=".15" friction=".${k}"/></body></body>`;
  expectSameRows(
    `<mujoco><option><flag filterparent="disable"/></option><worldbody><geom type="box" size=".1 .1 .1"/>
      <body pos=".15 0 0"><geom size=".1"/>${link(3, link(4, link(5, '')))}</body>
      <body pos=".5 .1 0"><freejoint/><geom size=".1" condim="4"/></body></worldbody></mujoco>`,
    ({ d }) => expect(d.ncon).toBeGreaterThan(4),
  );
});

/** A grid with its own size, so that the addresses of the next one differ. */
const grid = (k: number, count: string, dim: number, more: string, kind: string, attributes = '') =>
  `<flexcomp name="f${k}" type="grid" count="${count}" spacing=".1 .1 .1" dim="${dim}" mass="${1 + k}" radius=".01" pos="${k} 0 .5" ${attributes}>
    <contact selfcollide="none" internal="false"/><edge equality="${kind}" solref=".0${k + 1} 1" solimp=".${9 - k} .95 .001"/>${more}</flexcomp>`;
const rigid = '<pin id="0 1"/>';
const shell = '<elasticity young="1e4" poisson=".2" thickness=".01" elastic2d="bend"/>';

test.each([
  ['edges', [grid(0, '3 3 1', 2, rigid, 'true'), grid(1, '2 3 1', 2, '', 'true'), grid(2, '3 2 2', 3, rigid, 'true')]],
  ['vertices', [grid(0, '3 3 1', 2, '', 'vert'), grid(1, '4 3 1', 2, '', 'vert'), grid(2, '3 4 1', 2, shell, 'vert')]],
  [
    'cells',
    [
      grid(0, '3 3 3', 3, '', 'strain', 'dof="trilinear"'),
      grid(1, '3 2 3', 3, '', 'strain', 'dof="quadratic"'),
      grid(2, '2 3 3', 3, '<pin id="0"/>', 'strain', 'dof="trilinear"'),
    ],
  ],
])('equalities of several flexes: %s', (_, flexes) => {
  const hinge =
    '<body pos="0 2 0"><joint name="h" axis="0 1 0" limited="true" range="1 2"/><geom size=".1" pos=".2 0 0"/></body>';
  expectSameRows(`<mujoco><worldbody>${hinge}${flexes.join('')}</worldbody></mujoco>`, ({ d }) => {
    expect(d.ne).toBeGreaterThan(20);
    expect(d.nl).toBe(1);
  });
});

test('limits, friction loss and equalities of joints and tendons', () => {
  const arm = (
    k: number,
  ) => `<body pos="${k} 0 1"><joint name="a${k}" axis="0 1 0" limited="true" range="${k === 1 ? -5 : 5} 50" frictionloss=".${k}"/>
    <geom size=".05" pos=".2 0 0"/><body pos=".3 0 0"><joint name="b${k}" axis="0 0 1" frictionloss="${k % 2}"/><geom size=".05" pos=".2 .1 0"/>
      <body pos=".3 0 0"><joint name="c${k}" type="ball" limited="true" range="0 ${k === 2 ? 90 : 0.001}"/><geom type="box" size=".05 .1 .1"/></body></body></body>`;
  const fixed = (name: string, more: string, ...joints: string[]) =>
    `<fixed name="${name}" ${more}>${joints.map((joint, k) => `<joint joint="${joint}" coef="${k + 1}"/>`).join('')}</fixed>`;
  expectSameRows(
    `<mujoco><worldbody>${[0, 1, 2, 3].map(arm).join('')}</worldbody>
      <tendon>${fixed('t', 'limited="true" range=".1 .2"', 'a0', 'b0', 'a1')}${fixed('u', 'frictionloss=".3"', 'a1', 'b1')}
        ${fixed('v', 'limited="true" range="-.2 -.1" frictionloss=".1"', 'b2')}${fixed('w', '', 'a3', 'b1', 'b2', 'b3')}</tendon>
      <equality><tendon tendon1="w" polycoef=".1 0 0 0 0"/><tendon tendon1="u" tendon2="v" polycoef=".1 .2 .3 .4 .5"/><joint joint1="a2" polycoef=".2 0 0 0 0"/>
        <joint joint1="a3" joint2="b1" polycoef=".1 .3 .5 .7 .9"/><tendon tendon1="t" solref=".05 1"/></equality></mujoco>`,
    ({ d }) => {
      expect([d.ne, d.ncon]).toEqual([5, 0]);
      expect(Math.min(d.nf, d.nl)).toBeGreaterThan(3);
    },
  );
});
