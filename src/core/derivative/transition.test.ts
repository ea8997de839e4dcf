// needs: the compiled engine
import { expect, test, vi } from 'vitest';
import { type Pair, pairFromXml as plainPair, randomState } from '../../../test/support/oracle/oracle.ts';
import { derivativeScene as scene } from '../../../test/support/scenes/derivativeScene.ts';
import { modelFromXml, prepare } from '../../load/load.ts';
import { setStages } from '../engine/runtime/engine.ts';
import { step } from '../engine/step.ts';
import { cloneData } from '../model/copy.ts';
import { Data } from '../model/data.ts';
import { Enable, Integrator, Solver } from '../model/enums.ts';
import { arenaTable, dataScalars, dataTable } from '../model/fields/index.ts';
import { compileEngine, wasmStagesOf } from '../wasm/compileEngine.ts';
import { stepVjp } from './reverse/stepVjp.ts';
import { stateDim } from './sizes.ts';
import { transition } from './transition.ts';
import { convergenceCheck, maxRelativeError, validateTransition } from './validate.ts';

await prepare();
const engine = await compileEngine();

/** A model in both packages; ours with the compiled engine, which takes a quarter of the time. */
function pairFromXml(xml: string): Pair {
  const pair = plainPair(xml);
  setStages(pair.m, wasmStagesOf(engine, pair.m.heap));
  return pair;
}

function expectAnalytic(pair: Pair, label: string, seeds = [1, 2]): void {
  const { m, d } = pair;
  let compared = 0;
  for (const seed of seeds) {
    randomState(pair, seed, 0.02);
    for (let i = 0; i < m.nv; i++) d.qvel[i] *= 0.3;
    const result = transition(m, d, { method: 'analytic' });
    expect(result.residual, `${label} residual`).toBeLessThan(1e-10);
    const report = validateTransition(m, d);
    expect.soft(report.A, `${label} A, seed ${seed}`).toBeLessThan(1e-7);
    expect.soft(report.B, `${label} B, seed ${seed}`).toBeLessThan(1e-7);
    if (report.switching === 0) compared++;
  }
  expect(compared, label).toBeGreaterThan(0);
}

const integrators = ['Euler', 'implicit', 'implicitfast', 'implicitspringdamper'];

test.each(integrators)('%s: the analytic transition matches differences with a frozen active set', (integrator) => {
  for (const cone of ['pyramidal', 'elliptic']) {
    // MuJoCo does not have the last one: compile with another integrator and set it afterward
    const known = integrator === 'implicitspringdamper' ? 'Euler' : integrator;
    const pair = pairFromXml(scene(`integrator="${known}" cone="${cone}"`));
    if (known !== integrator) pair.m.opt.integrator = Integrator.IMPLICITSPRINGDAMPER;
    expectAnalytic(pair, `${integrator} ${cone}`);
  }
});

test('it matches without dampers, with polynomial ones, with sparse Jacobians and other solvers', () => {
  expectAnalytic(pairFromXml(scene('', '0')), 'Euler without dampers', [1]);
  const polynomial = scene('', '.1 .2 .1').replace(/(<spatial[^>]*damping=")[^"]*/, '$1.1');
  expectAnalytic(pairFromXml(polynomial), 'polynomial dampers', [1]);
  expectAnalytic(pairFromXml(scene('jacobian="sparse"')), 'sparse', [1]);
});

const linked = (options: string) => `
<mujoco><option ${options} density="3" viscosity=".4" tolerance="0" iterations="100"/><worldbody>
  <geom type="plane" size="5 5 .1"/><site name="w" pos="-.3 .05 .62"/>
  <body pos="0 0 .6"><joint name="a" axis=".2 1 .3" damping=".1" actuatorfrcrange="-.2 .1"/><geom size=".05" pos=".1 0 0" contype="0" conaffinity="0"/>
    <geom name="g" type="cylinder" size=".12 .3" contype="0" conaffinity="0" euler="80 10 0"/>
    <body pos=".2 0 0"><joint name="b" type="ball"/><geom type="capsule" size=".05" fromto="0 0 0 .3 .1 0"/><site name="s" pos=".1 -.05 -.02"/>
      <body name="c" pos=".3 .1 0"><joint name="d" axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .2 .1 -.1" contype="0"/></body></body></body>
  <body name="e" pos=".5 .1 .06"><freejoint/><geom type="box" size=".1 .07 .04" euler="20 10 0"/></body></worldbody>
  <equality><connect body1="c" body2="e" anchor=".2 .1 -.1"/></equality>
  <tendon><spatial name="t" stiffness="20" damping="1"><site site="w"/><geom geom="g"/><site site="s"/></spatial></tendon>
  <actuator><motor joint="a"/><position joint="a" kp="20" kv="2"/><pid tendon="t" kp="3" kv="1" ki="2"/>
    <orientation joint="b" kp="2" kv=".3"/><general jointinparent="b" gear=".3 .4 .5" gainprm="2" biastype="affine" biasprm=".1 -3 -.7"/></actuator></mujoco>`;

test('it matches with a connect, a fluid, a tendon around a geom, servos and force limits', () => {
  for (const integrator of ['implicit', 'implicitfast', 'RK4']) {
    expectAnalytic(pairFromXml(linked(`integrator="${integrator}"`)), integrator, [1]);
  }
});

const sensing = `<sensor><jointpos joint="a"/><framepos objtype="site" objname="t"/><framequat objtype="site" objname="t"/>
  <accelerometer site="t"/><gyro site="t"/><velocimeter site="s"/><force site="t"/><torque site="s"/><tendonpos tendon="l"/>
  <tendonvel tendon="l"/><actuatorfrc actuator="p"/><jointlimitfrc joint="a"/><subtreeangmom body="fore"/></sensor>`;

test('sensors: C and D match differences', () => {
  const xml = scene('integrator="RK4"')
    .replace('<position ', '<position name="p" ')
    .replace('<body pos="1 0 .3">', '<body name="fore" pos="1 0 .3">')
    .replace('</actuator>', `</actuator>${sensing}`);
  const pair = pairFromXml(xml);
  randomState(pair, 1, 0.02);
  const { m, d } = pair;
  const found = transition(m, d, { sensors: true });
  const wanted = transition(m, d, { sensors: true, method: 'fd', centered: true });
  expect(found.C?.length).toBe(m.nsensordata * stateDim(m));
  expect(maxRelativeError(found.C as Float64Array, wanted.C as Float64Array)).toBeLessThan(1e-6);
  expect(maxRelativeError(found.D as Float64Array, wanted.D as Float64Array)).toBeLessThan(1e-6);
  // each reading separately: a small one does not hide behind the accelerometer
  let zeros = 0;
  for (const [name, n] of [
    ['C', stateDim(m)],
    ['D', m.nu],
  ] as const) {
    for (let s = 0; s < m.nsensordata; s++) {
      const row = (x: Float64Array) => x.slice(s * n, (s + 1) * n);
      const [mine, theirs] = [row(found[name] as Float64Array), row(wanted[name] as Float64Array)];
      if (theirs.every((x) => Math.abs(x) < 1e-7)) zeros++;
      else expect(maxRelativeError(mine, theirs), `${name} ${s}`).toBeLessThan(1e-5);
      // and a wrong element of it is found, wherever it is
      for (let k = 0; k < n; k++) {
        const wrong = mine.slice();
        wrong[k] += 0.01 * Math.max(1e-3, ...theirs.map(Math.abs));
        expect(maxRelativeError(wrong, theirs)).toBeGreaterThan(0.005);
      }
    }
  }
  expect(zeros).toBeLessThan(m.nsensordata);
});

test('a sleeping tree has the derivatives of an awake one, since any perturbation would wake it', () => {
  const { m, d } = pairFromXml(scene('').replace('<worldbody>', '<option><flag sleep="enable"/></option><worldbody>'));
  m.dof_damping.fill(1);
  for (let k = 0; k < 4000 && d.ntree_awake === m.ntree; k++) step(m, d);
  expect(d.ntree_awake).toBeLessThan(m.ntree);
  const asleep = transition(m, d);
  expect(m.opt.enableflags & Enable.SLEEP).toBe(Enable.SLEEP);
  const y = new Float64Array(stateDim(m)).fill(1);
  const back = stepVjp(m, d, { state: y }).state;
  expect(m.opt.enableflags & Enable.SLEEP).toBe(Enable.SLEEP);
  const sums = y.map((_, c) => y.reduce((sum, _one, r) => sum + asleep.A[r * y.length + c], 0));
  expect(maxRelativeError(back, sums)).toBeLessThan(1e-12);
  m.opt.enableflags = 0;
  const awake = transition(m, d);
  expect(maxRelativeError(asleep.A, awake.A)).toBeLessThan(1e-12);
});

test('a force at the end of its range is constant, also with an implicit integrator', () => {
  const xml = `<mujoco><option integrator="implicitfast"/><worldbody><body><joint name="j" axis="0 1 0" damping=".1"/>
    <geom size=".1" pos=".3 0 0"/></body></worldbody>
    <actuator><position joint="j" kp="100" kv="50" forcerange="-1 1"/></actuator></mujoco>`;
  const { m, d } = pairFromXml(xml);
  // beyond the end by less than a small change of velocity
  d.qpos[0] = 0.0102;
  const report = validateTransition(m, d);
  expect(report.A).toBeLessThan(1e-7);
  expect(report.B).toBeLessThan(1e-7);
});

test("the solver does not matter: where it stops early, Newton's method continues", () => {
  const results = ['Newton', 'CG', 'PGS'].map((solver) => {
    const pair = pairFromXml(scene(`solver="${solver}"`).replace('iterations="200"', 'iterations="30"'));
    randomState(pair, 1, 0.02);
    return transition(pair.m, pair.d);
  });
  for (const { A, residual } of results) {
    expect(residual).toBeLessThan(1e-12);
    expect(maxRelativeError(A, results[0].A)).toBeLessThan(1e-8);
  }
});

test('the result is the same where plain Newton steps would not converge: a solver with one iteration', () => {
  const pair = pairFromXml(scene('solver="PGS"').replace('iterations="200"', 'iterations="1"'));
  randomState(pair, 3, 0.05);
  const { m, d } = pair;
  const early = transition(m, d);
  expect(early.residual).toBeLessThan(1e-10);
  expect([m.opt.solver, m.opt.iterations]).toEqual([Solver.PGS, 1]);
  Object.assign(m.opt, { solver: Solver.NEWTON, iterations: 200, tolerance: 0 });
  expect(maxRelativeError(early.A, transition(m, d).A)).toBeLessThan(1e-8);
});

test('a step without a derivative is an error: concentric balls, an acceleration that resets', () => {
  const ball = '<body><joint type="slide"/><geom size=".1"/></body>';
  const inside = pairFromXml(`<mujoco><worldbody>${ball}${ball}</worldbody></mujoco>`);
  expect(() => transition(inside.m, inside.d)).toThrow('jump under any perturbation');
  const pushed = pairFromXml(scene(''));
  pushed.d.qfrc_applied[0] = 1e15;
  expect(() => transition(pushed.m, pushed.d)).toThrow(/^qacc\[0\]: expected an acceleration that does not reset/);
});

test('barely touching balls have the derivatives of balls with a tiny overlap', () => {
  const balls = (gap: number) => {
    const ball = (x: number) => `<body pos="${x} 0 0"><freejoint/><geom size=".5"/></body>`;
    const pair = pairFromXml(
      `<mujoco><option gravity="0 0 0"/><worldbody>${ball(0)}${ball(1 - gap)}</worldbody></mujoco>`,
    );
    pair.d.qvel[0] = 1;
    return transition(pair.m, pair.d).A;
  };
  // a sideways nudge opens the contact
  expect(maxRelativeError(balls(0), balls(1e-8))).toBeLessThan(1e-6);
});

test('the hybrid method has the same columns, and its position columns match differences', () => {
  const pair = pairFromXml(scene(''));
  randomState(pair, 2, 0.02);
  const { m, d } = pair;
  const [analytic, hybrid] = [transition(m, d), transition(m, d, { method: 'hybrid' })];
  const nx = stateDim(m);
  expect(hybrid.B).toEqual(analytic.B);
  for (let k = 0; k < nx * nx; k++) if (k % nx >= m.nv) expect(hybrid.A[k]).toBe(analytic.A[k]);
  expect(maxRelativeError(hybrid.A, analytic.A)).toBeLessThan(1e-4);
});

test('both engines give the same bits, and the Data is unchanged', () => {
  for (const integrator of [...integrators, 'RK4']) {
    for (const cone of ['pyramidal', 'elliptic']) {
      const [js, wasm] = (['js', 'wasm'] as const).map((engine) => {
        const m = modelFromXml(scene(`integrator="${integrator}" cone="${cone}"`), { engine });
        const d = new Data(m);
        for (let k = 0; k < 40; k++) step(m, d);
        const before = cloneData(d);
        const result = transition(m, d);
        for (const [name] of [...dataTable, ...arenaTable]) expect(d[name], name).toEqual(before[name]);
        for (const [name] of dataScalars) if (!name.endsWith('_need')) expect(d[name], name).toBe(before[name]);
        return result;
      });
      expect(wasm.A, `${integrator} ${cone}`).toEqual(js.A);
      expect(wasm.B, `${integrator} ${cone}`).toEqual(js.B);
    }
  }
});

test('nothing is allocated after the first call', () => {
  const m = modelFromXml(scene(''));
  const d = new Data(m);
  for (let k = 0; k < 40; k++) step(m, d);
  const into = transition(m, d);
  const used = m.heap.used;
  let made = 0;
  const counted = new Proxy(Float64Array, {
    construct(target, args) {
      made++;
      return Reflect.construct(target, args);
    },
  });
  vi.stubGlobal('Float64Array', counted);
  for (let k = 0; k < 5; k++) transition(m, d, { into });
  vi.unstubAllGlobals();
  expect(made).toBe(0);
  expect(m.heap.used).toBe(used);
});

test('unsupported features are rejected with their names', () => {
  const refusal = (change: (xml: string) => string, method: 'analytic' | 'hybrid' = 'analytic') => {
    const { m, d } = pairFromXml(change(scene('')));
    return () => transition(m, d, { method });
  };
  const option = (text: string) => (xml: string) => xml.replace('<option ', `<option ${text} `);
  const delayed = (xml: string) => xml.replace('<motor ', '<motor delay=".01" nsample="3" ');
  expect(refusal(delayed, 'hybrid')).toThrow('no closed form for a delay (actuator 0). Use fd');
  expect(refusal(option('noslip_iterations="3"'))).toThrow('noslip');
  const slide = (k: number, more = '') =>
    `<body><joint type="slide" axis="1 0 0"/><geom size=".1"/><site name="s${k}"/>${more}</body>`;
  const spring = `<mujoco><worldbody>${slide(1, slide(2))}</worldbody><tendon>
    <spatial stiffness="1"><site site="s1"/><site site="s2"/></spatial></tendon></mujoco>`;
  expect(refusal(() => spring)).toThrow('no closed form for a tendon of zero length (tendon 0). Use hybrid or fd');
  const { m, d } = pairFromXml(scene(''));
  expect(() => transition(m, d, { sensors: true, method: 'hybrid' })).toThrow('C and D');
  expect(() => transition(m, d, { into: { B: new Float64Array(2) } })).toThrow('B: expected');
  expect(() => transition(m, d, { method: 'magic' as 'fd' })).toThrow(
    'method: expected analytic, hybrid or fd, found magic',
  );
  m.callbacks = { control: () => {} };
  expect(() => transition(m, d)).toThrow('callbacks');
});

test('validation: agreement, convergence of differences, and an injected error', () => {
  const pair = pairFromXml(scene(''));
  randomState(pair, 1, 0.02);
  const { m, d } = pair;
  const report = validateTransition(m, d);
  expect(report.columns).toBe(stateDim(m) + m.nu);
  expect(report.A).toBeLessThan(1e-7);
  expect(report.B).toBeLessThan(1e-7);
  expect(convergenceCheck(m, d, 1e-4).ratio).toBeLessThan(0.1);
  const wrong = new Float64Array([1, 2, 3.3]);
  expect(maxRelativeError(wrong, new Float64Array([1, 2, 3]))).toBeCloseTo(0.1, 12);
  expect(maxRelativeError(new Float64Array([Number.NaN]), new Float64Array([1]))).toBe(Number.POSITIVE_INFINITY);
});

test('an actuator without gear leaves the derivatives finite where the force of its tendon is limited', () => {
  const m =
    modelFromXml(`<mujoco><worldbody><body><joint name="h" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <tendon><fixed name="t" actuatorfrclimited="true" actuatorfrcrange="-.3 .2"><joint joint="h" coef="1"/></fixed></tendon>
    <actuator><motor tendon="t" gear="2"/><motor tendon="t" gear="0"/></actuator></mujoco>`);
  const d = new Data(m);
  for (const ctrl of [0.05, 4, -4]) {
    d.ctrl.set([ctrl, 0.1 * ctrl]);
    const { A, B } = transition(m, d);
    expect([...A, ...B].every(Number.isFinite)).toBe(true);
  }
});
