import { expect, test } from 'vitest';
import { mujoco, type Pair, pairFromXml, randomState } from '../../../../test/support/oracle/oracle.ts';
import { step } from '../../engine/step.ts';
import { copyData } from '../../model/copy.ts';
import { Data } from '../../model/data.ts';
import { Integrator } from '../../model/enums.ts';
import { arenaTable, dataScalars, dataTable } from '../../model/fields/index.ts';
import { stateDim } from '../sizes.ts';
import { inverseFD } from './inverseFD.ts';
import { type Transition, transitionFD } from './transitionFD.ts';

const scene = (integrator: string, cone = 'pyramidal') =>
  `
<mujoco><option integrator="${integrator}" cone="${cone}" tolerance="0" iterations="8"/>
  <worldbody><geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .19"><freejoint/><geom type="box" size=".1 .15 .2"/></body>
    <body pos="1 0 .6"><joint name="a" axis="0 1 0" damping=".1" range="-30 40" limited="true"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/><site name="s"/>
      <body pos=".4 0 0"><joint type="ball" damping=".2" stiffness="3"/><geom size=".1" pos=".1 0 0"/></body></body>
  </worldbody>
  <actuator><motor joint="a" ctrllimited="true" ctrlrange="-1 1"/>
    <general joint="a" dyntype="filter" dynprm=".1" gainprm="3"/>
    <position joint="a" kp="10" kv="1"/></actuator>
  <sensor><accelerometer site="s"/><framelinvel objtype="site" objname="s"/><jointpos joint="a"/>
    <actuatorfrc actuator="a0"/></sensor>
</mujoco>`.replace('<motor ', '<motor name="a0" ');

function official({ m, theirs }: Pair, centered: boolean): Required<Transition> {
  const nx = stateDim(m);
  const sizes = { A: nx * nx, B: nx * m.nu, C: m.nsensordata * nx, D: m.nsensordata * m.nu };
  const buffers = Object.entries(sizes).map(([name, n]) => [name, new mujoco.DoubleBuffer(n)] as const);
  const [A, B, C, D] = buffers.map(([, b]) => b);
  mujoco.mjd_transitionFD(theirs.m, theirs.d, 1e-6, centered, A, B, C, D);
  const result = Object.fromEntries(buffers.map(([name, b]) => [name, Float64Array.from(b.GetView() as Float64Array)]));
  for (const [, b] of buffers) b.delete();
  return result as unknown as Required<Transition>;
}

/** Largest difference, relative to the largest element (at least 1). */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let scale = 1;
  let worst = 0;
  for (let i = 0; i < b.length; i++) {
    scale = Math.max(scale, Math.abs(b[i]));
    const apart = Math.abs(a[i] - b[i]);
    if (!(apart <= worst)) worst = apart;
  }
  return worst / scale;
}

const integrators = ['Euler', 'implicit', 'implicitfast'];

test('forward and centered differences match MuJoCo', () => {
  for (const integrator of integrators) {
    for (const cone of ['pyramidal', 'elliptic']) {
      const pair = pairFromXml(scene(integrator, cone));
      randomState(pair, 7, 0.05);
      for (const centered of [false, true]) {
        const ours = transitionFD(pair.m, pair.d, { centered, sensors: true });
        const theirs = official(pair, centered);
        for (const name of ['A', 'B', 'C'] as const) {
          expect(distance(ours[name]!, theirs[name]), `${integrator} ${cone} ${name}`).toBeLessThan(1e-6);
        }
        // MuJoCo negates D for centered differences
        const D = centered ? theirs.D.map((x) => -x) : theirs.D;
        expect(distance(ours.D!, D), `${integrator} ${cone} D`).toBeLessThan(1e-6);
      }
    }
  }
});

test('a motor increases the reading of its force sensor, centered or not', () => {
  const { m, d } = pairFromXml(scene('Euler'));
  for (const centered of [false, true]) {
    const { D } = transitionFD(m, d, { centered, sensors: true });
    expect(D![(m.nsensordata - 1) * m.nu]).toBeCloseTo(1, 6);
  }
});

/** Derivatives by whole steps on a separate `Data`: no stage is skipped, nothing is shared. */
function plainDifferences(m: Pair['m'], d: Data, eps: number): Transition {
  const nx = stateDim(m);
  const out = { A: new Float64Array(nx * nx), B: new Float64Array(nx * m.nu) };
  const run = (nudge: (t: Data) => void) => {
    const t = copyData(new Data(m), d);
    nudge(t);
    step(m, t);
    return t;
  };
  const column = (target: Float64Array, i: number, n: number, plus: Data, minus: Data) => {
    const rates = [...new Float64Array(m.nv), ...plus.qvel.map((x, k) => x - minus.qvel[k])];
    const act = [...plus.act.map((x, k) => x - minus.act[k])];
    [...rates, ...act].forEach((x, k) => {
      target[k * n + i] = x / (2 * eps);
    });
  };
  for (let i = m.nv; i < nx; i++) {
    const nudge = (by: number) => (t: Data) => {
      if (i < 2 * m.nv) t.qvel[i - m.nv] += by;
      else t.act[i - 2 * m.nv] += by;
    };
    column(out.A, i, nx, run(nudge(eps)), run(nudge(-eps)));
  }
  for (let i = 0; i < m.nu; i++) {
    const nudge = (by: number) => (t: Data) => {
      t.ctrl[i] += by;
    };
    column(out.B, i, m.nu, run(nudge(eps)), run(nudge(-eps)));
  }
  return out;
}

/** Scenes in which the matrix of an integrator depends on the velocity, on the control or on nothing but the position. */
const variants = {
  linear: (xml: string) => xml,
  'polynomial dampers': (xml: string) => xml.replace('damping=".1"', 'damping=".1 .8 .5"'),
  'polynomial dampers of a ball': (xml: string) => xml.replace('damping=".2"', 'damping=".2 .8 .5"'),
  'polynomial dampers of an actuator': (xml: string) => xml.replace('<motor ', '<motor damping=".1 .9 .4" '),
  'gains by velocity': (xml: string) =>
    xml.replace('gainprm="3"', 'gaintype="affine" gainprm="3 1 -2" biastype="affine" biasprm="0 -1 -.5"'),
  muscles: (xml: string) => xml.replace('</actuator>', '<muscle joint="a" lengthrange="-1 1" force="5"/></actuator>'),
};

test.each(Object.keys(variants) as (keyof typeof variants)[])(
  'skipped stages change nothing, with any integrator: %s',
  (variant) => {
    for (const integrator of [...integrators, 'RK4', 'implicitspringdamper']) {
      // the oracle does not know the last one: the model is compiled with another, and the option is set afterward
      const pair = pairFromXml(variants[variant](scene(integrator === 'implicitspringdamper' ? 'Euler' : integrator)));
      if (integrator === 'implicitspringdamper') pair.m.opt.integrator = Integrator.IMPLICITSPRINGDAMPER;
      const { m, d } = pair;
      randomState(pair, 8, 0.05);
      d.ctrl[0] = 0.3;
      const nx = stateDim(m);
      const { A, B } = transitionFD(m, d, { centered: true });
      const plain = plainDifferences(m, d, 1e-6);
      // positions follow from velocities: position rows are omitted here
      for (let r = m.nv; r < nx; r++) {
        const rows = (x: Float64Array, n: number, from: number) => x.slice(r * n + from, (r + 1) * n);
        expect(distance(rows(A, nx, m.nv), rows(plain.A, nx, m.nv)), `${integrator} A ${r}`).toBeLessThan(1e-8);
        expect(distance(rows(B, m.nu, 0), rows(plain.B, m.nu, 0)), `${integrator} B ${r}`).toBeLessThan(1e-8);
      }
      pair.theirs.d.delete();
      pair.theirs.m.delete();
    }
  },
);

test('a control at the end of its range is nudged inward only', () => {
  const { m, d } = pairFromXml(scene('Euler'));
  for (const edge of [-1, 1]) {
    d.ctrl[0] = edge;
    const { D } = transitionFD(m, d, { centered: true, sensors: true });
    expect(D![(m.nsensordata - 1) * m.nu]).toBeCloseTo(1, 6);
  }
  // beyond the range the result is constant
  d.ctrl[0] = 2;
  const { B } = transitionFD(m, d);
  for (let r = 0; r < stateDim(m); r++) expect(B[r * m.nu]).toBe(0);
});

const snapshotData = (d: Data) => {
  const scalars = dataScalars.map(([name]) => d[name]);
  const arrays = [...dataTable, ...arenaTable].map(([name]) => d[name].slice());
  return { scalars, arrays };
};

test('the Data does not change by a byte', () => {
  for (const flags of ['', '<flag sleep="enable"/>']) {
    const xml = scene('Euler').replace(/<option([^>]*)\/>/, `<option$1>${flags}</option>`);
    const pair = pairFromXml(xml.replace('<motor name="a0"', '<motor name="a0" delay=".01" nsample="4"'));
    const { m, d } = pair;
    for (let k = 0; k < 20; k++) step(m, d);
    const before = snapshotData(d);
    transitionFD(m, d, { sensors: true, centered: true });
    inverseFD(m, d, { actuation: true });
    expect(snapshotData(d)).toEqual(before);
    // and subsequent steps are the same
    const scratch = copyData(new Data(m), d);
    step(m, scratch);
    transitionFD(m, d);
    step(m, d);
    expect(d.qpos).toEqual(scratch.qpos);
  }
});

test('buffers are reusable and must fit', () => {
  const { m, d } = pairFromXml(scene('Euler'));
  const first = transitionFD(m, d, { sensors: true });
  const { A, B, C, D } = first;
  const again = transitionFD(m, d, { into: first });
  expect([again.A === A, again.B === B, again.C === C, again.D === D]).toEqual([true, true, true, true]);
  expect(() => transitionFD(m, d, { into: { A: new Float64Array(3) } })).toThrow(/A: expected 22 x 22|A: expected/);
  expect(() => transitionFD(m, d, { eps: 0 })).toThrow('eps: expected a positive number, found 0');
  d.qpos[1] = Number.NaN;
  expect(() => transitionFD(m, d)).toThrow('qpos[1]: expected a finite number, found NaN');
});

test('the derivatives of inverse dynamics match MuJoCo', () => {
  for (const integrator of integrators) {
    const pair = pairFromXml(scene(integrator));
    const { m, d, theirs } = pair;
    randomState(pair, 9, 0.05);
    for (let i = 0; i < m.nv; i++) d.qacc[i] = Math.sin(i);
    (theirs.d.qacc as Float64Array).set(d.qacc);
    const into = {
      DfDq: new Float64Array(m.nv * m.nv),
      DfDv: new Float64Array(m.nv * m.nv),
      DfDa: new Float64Array(m.nv * m.nv),
      DsDq: new Float64Array(m.nsensordata * m.nv),
      DsDv: new Float64Array(m.nsensordata * m.nv),
      DsDa: new Float64Array(m.nsensordata * m.nv),
      DmDq: new Float64Array(m.nC * m.nv),
    };
    for (const actuation of [false, true]) {
      inverseFD(m, d, { actuation, into });
      const buffers = Object.values(into).map((x) => new mujoco.DoubleBuffer(x.length));
      const [a, b, c, e, f, g, h] = buffers;
      mujoco.mjd_inverseFD(theirs.m, theirs.d, 1e-6, actuation, a, b, c, e, f, g, h);
      Object.entries(into).forEach(([name, mine], k) => {
        const rows = mine.length / m.nv;
        const view = buffers[k].GetView() as Float64Array;
        // those of MuJoCo are transposed
        const turned = mine.map((_, at) => view[(at % m.nv) * rows + Math.floor(at / m.nv)]);
        expect(distance(mine, turned), `${integrator} ${name}`).toBeLessThan(1e-6);
      });
      for (const x of buffers) x.delete();
    }
  }
});

test('inverseFD rejects models without inverse dynamics', () => {
  const { m, d } = pairFromXml(scene('RK4'));
  expect(() => inverseFD(m, d)).toThrow(/RK4/);
});
