// needs: the compiled engine
/** Rows that no dof can affect. MuJoCo keeps all contacts in a dense Jacobian and drops those without dofs from a sparse one; of other
 *  constraints it drops exactly zero rows from a dense Jacobian, so rounding decides about tendons of constant length. */
import { expect, test } from 'vitest';
import { stepVjp } from '../../src/core/derivative/reverse/stepVjp.ts';
import { transition } from '../../src/core/derivative/transition.ts';
import { maxRelativeError } from '../../src/core/derivative/validate.ts';
import { forward } from '../../src/core/engine/forward.ts';
import { setStages } from '../../src/core/engine/runtime/engine.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Cone, Disable, Enable, JacobianType, Solver } from '../../src/core/model/enums.ts';
import { modelFromXml, prepare } from '../../src/load/load.ts';
import { type Settings, setOptions, withPair } from '../support/constraintPair.ts';
import {
  copyStateFromOracle,
  fieldError,
  mujoco,
  oracleField,
  oracleModel,
  type Pair,
  random,
} from '../support/oracle/oracle.ts';
import { twoEngines } from '../support/oracle/twoEngines.ts';

await prepare();

const floor = '<geom type="plane" size="5 5 1"/>';
const ball = '<body pos="1 0 .09"><freejoint/><geom size=".1"/></body>';

/** Contacts that no dof can affect, next to others. */
const scenes: Record<string, string> = {
  'two geoms of one free body': `<worldbody>${floor}${ball}
      <body pos="0 0 .09"><freejoint/><geom name="a" size=".1"/><geom name="b" size=".1" pos=".15 .02 0"/>
        <geom type="box" size=".05 .06 .07" pos=".4 0 0"/></body></worldbody>
    <contact><pair geom1="a" geom2="b"/></contact>`,
  'a body and one welded to it': `<worldbody>${floor}${ball}
      <body pos="0 0 .09"><freejoint/><geom name="a" size=".1"/><body pos=".15 .02 0"><geom name="b" size=".1"/></body></body></worldbody>
    <contact><pair geom1="a" geom2="b" condim="4"/></contact>`,
  'two geoms of a link, with rolling friction': `<worldbody>${floor}${ball}
      <body pos="0 0 .3"><joint axis="0 1 0" damping="1"/><geom name="a" size=".1" pos=".5 0 0"/><geom name="b" size=".1" pos=".65 .02 0"/>
        <body pos=".65 0 0"><joint axis="0 1 0" frictionloss=".2"/><geom size=".1" mass=".1"/></body></body></worldbody>
    <contact><pair geom1="a" geom2="b" condim="6"/></contact>`,
  'two geoms of a link without friction, and nothing else': `<worldbody>
      <body pos="0 0 .3"><joint axis="0 1 0"/><geom name="a" size=".1" pos=".5 0 0"/><geom name="b" size=".1" pos=".65 .02 0"/></body></worldbody>
    <contact><pair geom1="a" geom2="b" condim="1"/></contact>`,
};

const solvers = (['PGS', 'CG', 'NEWTON'] as const).flatMap((solver) =>
  (['PYRAMIDAL', 'ELLIPTIC'] as const).map((cone) => ({ solver, cone })),
);
const variants: Settings[] = [0, 3].flatMap((noslip_iterations) =>
  [0, Disable.ISLAND].flatMap((disableflags) =>
    [0, Enable.DIAGEXACT].map((enableflags) => ({ noslip_iterations, disableflags, enableflags, iterations: 500 })),
  ),
);
const rows =
  'ne nf nl nefc efc_type efc_id efc_pos efc_margin efc_diagA efc_KBIP efc_D efc_R efc_vel efc_aref contact_exclude contact_efc_address'.split(
    ' ',
  );

/** Both engines in the state of MuJoCo, after a step of MuJoCo. */
function stepBoth(pair: Pair): void {
  mujoco.mj_step(pair.theirs.m, pair.theirs.d);
  copyStateFromOracle(pair);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
  forward(pair.m, pair.d);
}

function expectSameRows(pair: Pair, about: string): void {
  expect(pair.d.nefc, about).toBe(pair.theirs.d.nefc);
  for (const field of rows) expect(fieldError(pair, field), `${field}: ${about}`).toBeLessThan(1e-9);
  for (const field of ['efc_force', 'efc_state', 'qfrc_constraint', 'qacc'])
    expect(fieldError(pair, field), `${field}: ${about}`).toBeLessThan(1e-7);
}

for (const [name, body] of Object.entries(scenes)) {
  test.each(solvers)(`rows and forces of ${name} are MuJoCo's: $solver, $cone`, ({ solver, cone }) => {
    withPair(`<mujoco>${body}</mujoco>`, (pair) => {
      for (const jacobian of [JacobianType.DENSE, JacobianType.SPARSE]) {
        for (const variant of variants) {
          setOptions(pair, { jacobian, solver: Solver[solver], cone: Cone[cone], ...variant });
          mujoco.mj_resetData(pair.theirs.m, pair.theirs.d);
          for (let k = 0; k < 12; k++) {
            stepBoth(pair);
            const about = JSON.stringify({ jacobian, ...variant, k });
            expectSameRows(pair, about);
            if (pair.d.nisland > 0) expect(fieldError(pair, 'efc_island'), about).toBe(0);
            if (solver === 'PGS') expect(fieldError(pair, 'solver_niter'), about).toBe(0);
          }
          const kept = Array.from(oracleField(pair, 'contact_exclude')).filter((x) => x === 3).length === 0;
          expect(kept).toBe(jacobian === JacobianType.DENSE);
        }
      }
    });
  });
}

test('both engines have the same bits where rows are zero', async () => {
  for (const body of Object.values(scenes)) {
    const model = oracleModel(`<mujoco>${body}</mujoco>`);
    const { js, compared } = await twoEngines(model);
    model.delete();
    const { m, d } = js;
    setStages(m, compared);
    for (const solver of Object.values(Solver)) {
      for (const cone of Object.values(Cone)) {
        for (const { iterations, ...variant } of variants) {
          Object.assign(m.opt, { jacobian: JacobianType.DENSE, solver, cone, ...variant });
          step(m, d);
        }
      }
    }
    expect(d.nefc).toBeGreaterThan(0);
  }
});

test('derivatives equal those without the contacts that no dof can affect', () => {
  const pair = '<contact><pair geom1="a" geom2="b"/></contact>';
  const body = scenes['two geoms of one free body'].replace(pair, '');
  const states = [pair, ''].map((contact) => {
    const m = modelFromXml(
      `<mujoco><option jacobian="dense" tolerance="0" iterations="200"/>${body}${contact}</mujoco>`,
    );
    const d = new Data(m);
    for (let k = 0; k < 20; k++) step(m, d);
    return {
      rows: d.nefc,
      A: transition(m, d).A,
      gradient: stepVjp(m, d, { state: new Float64Array(2 * m.nv).fill(1) }),
    };
  });
  expect(states[0].rows).toBe(states[1].rows + 4);
  expect(maxRelativeError(states[0].A, states[1].A)).toBeLessThan(1e-9);
  expect(maxRelativeError(states[0].gradient.state, states[1].gradient.state)).toBeLessThan(1e-9);
});

test('an adhesion actuator counts contacts within its body where MuJoCo does', () => {
  const body = scenes['two geoms of one free body'].replace(
    '<body pos="0 0 .09">',
    '<body name="sticky" pos="0 0 .09">',
  );
  withPair(
    `<mujoco>${body}<actuator><adhesion body="sticky" ctrlrange="0 1" gain="9"/></actuator></mujoco>`,
    (pair) => {
      const moments = [JacobianType.DENSE, JacobianType.SPARSE].map((jacobian) => {
        setOptions(pair, { jacobian });
        mujoco.mj_resetData(pair.theirs.m, pair.theirs.d);
        stepBoth(pair);
        expect(fieldError(pair, 'actuator_moment')).toBeLessThan(1e-12);
        return pair.d.actuator_moment[0];
      });
      expect(moments[0]).not.toBe(moments[1]);
    },
  );
});

const statics = `<mujoco><worldbody><geom name="f" type="plane" size="5 5 1"/><geom name="g" size=".3"/>
  <body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody>
  <contact><pair geom1="f" geom2="g"/></contact></mujoco>`;

test('a contact of two static geoms has rows without islands, as in MuJoCo, and none with islands, where MuJoCo aborts', () => {
  for (const solver of Object.values(Solver)) {
    withPair(statics, (pair) => {
      setOptions(pair, { jacobian: JacobianType.DENSE, solver, disableflags: Disable.ISLAND });
      stepBoth(pair);
      expect(pair.d.nefc).toBe(4);
      expectSameRows(pair, String(solver));
      pair.m.opt.disableflags = 0;
      forward(pair.m, pair.d);
      expect([pair.d.nefc, pair.d.contact_exclude[0], pair.d.contact_efc_address[0]]).toEqual([0, 3, -1]);
      expect(Array.from(pair.d.qacc)).toEqual(Array.from(pair.d.qacc_smooth));
    });
  }
});

test('a contact within a body of diagonal inertia has no rows in a sparse Jacobian, where MuJoCo reads uninitialized memory', () => {
  const m = modelFromXml(`<mujoco><option jacobian="sparse"/><worldbody>${floor}
    <body pos="0 0 .09"><freejoint/><geom name="a" size=".1"/><geom name="b" size=".08"/></body></worldbody>
    <contact><pair geom1="a" geom2="b"/></contact></mujoco>`);
  const d = new Data(m);
  expect(m.body_simple[1]).toBe(1);
  for (let k = 0; k < 50; k++) step(m, d);
  expect([...d.contact_exclude.subarray(0, d.ncon)].filter((x) => x === 3).length).toBe(1);
  expect(Math.abs(d.qpos[2] - 0.1)).toBeLessThan(0.01);
});

/** Random bodies with tendons of constant length, and equalities that always hold, some of them between welded bodies. */
function constantLengths(next: () => number): string {
  const v = () => `${next().toFixed(3)} ${next().toFixed(3)} ${next().toFixed(3)}`;
  const joints = [
    () => '<joint type="ball"/>',
    () => `<joint axis="${v()}" pos="${v()}"/>`,
    () => `<joint type="slide" axis="${v()}"/><joint axis="${v()}"/>`,
  ];
  const joint = () => joints[Math.floor(1.5 * (next() + 1))]();
  const geom = '<geom size=".05" pos=".1 0 0" contype="0" conaffinity="0"/>';
  return `<mujoco><option jacobian="dense"/><worldbody>
    <body pos="${v()}">${joint()}${geom}
      <body name="A" pos="${v()}">${joint()}${geom}<site name="p" pos="${v()}"/><site name="q" pos="${v()}"/>
        <geom name="w" size=".2" pos="${v()}" contype="0" conaffinity="0"/>
        <body name="B" pos="${v()}">${geom}<site name="z" pos="${v()}"/></body></body></body>
    <body pos="${v()}">${joint()}${geom}<site name="k" pos="${v()}"/><site name="l" pos="${v()}"/></body></worldbody>
    <tendon><spatial frictionloss=".3"><site site="p"/><site site="q"/></spatial>
      <spatial frictionloss=".3" limited="true" range="0 .01"><site site="p"/><site site="z"/></spatial>
      <spatial frictionloss=".2"><site site="p"/><geom geom="w"/><site site="z"/></spatial>
      <spatial frictionloss=".2"><site site="p"/><site site="z"/><pulley divisor="2"/><site site="k"/><site site="l"/></spatial>
      <spatial frictionloss=".2"><site site="p"/><site site="k"/><site site="p"/></spatial></tendon>
    <equality><connect body1="A" body2="B" anchor="${v()}"/><weld body1="B" body2="A"/><weld site1="p" site2="q"/></equality></mujoco>`;
}

test('tendons of constant length have the same rows, which depend on rounding, as in MuJoCo', () => {
  const next = random(7);
  const counts = new Map<number, number>();
  for (let k = 0; k < 40; k++) {
    withPair(constantLengths(next), (pair) => {
      for (let i = 0; i < pair.m.nv; i++) pair.theirs.d.qvel[i] = next();
      for (let s = 0; s < 4; s++) {
        stepBoth(pair);
        expectSameRows(pair, `model ${k}, step ${s}`);
        expect(Array.from(pair.d.ten_J)).toEqual(oracleField(pair, 'ten_J'));
        counts.set(pair.d.nf, (counts.get(pair.d.nf) ?? 0) + 1);
      }
    });
  }
  // some are omitted in some states
  expect(counts.size).toBeGreaterThan(1);
});
