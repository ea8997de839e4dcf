// needs: the compiled engine
/** Wrong arguments: each is rejected with a message before anything changes. */
import { beforeAll, describe, expect, test } from 'vitest';
import * as tenon from '../../src/index.ts';
import { Data, type Model, StateBit } from '../../src/index.ts';
import load from '../../src/mujoco.ts';

const ball = '<mujoco><worldbody><body name="b"><freejoint/><geom size=".1"/></body></worldbody></mujoco>';
const arm = `<mujoco><worldbody><body name="b"><joint name="j" axis="0 1 0"/><geom name="g" size=".1" pos=".1 0 0"/>
  <site name="s"/></body></worldbody><actuator><motor joint="j"/></actuator>
  <sensor><jointpos joint="j"/></sensor><keyframe><key qpos="0.5"/></keyframe></mujoco>`;

await tenon.prepare();
await tenon.prepare({ engine: 'js' });

/** Calls of every public function that takes a Model and a Data; their other arguments are valid. */
const three = () => new Float64Array(3);
type Call = (m: Model, d: Data) => unknown;
const calls: Record<string, Call> = {
  step: (m, d) => tenon.step(m, d),
  step1: (m, d) => tenon.step1(m, d),
  step2: (m, d) => tenon.step2(m, d),
  forward: (m, d) => tenon.forward(m, d),
  forwardSkip: (m, d) => tenon.forwardSkip(m, d, 0, false),
  fwdKinematics: (m, d) => tenon.fwdKinematics(m, d),
  makeM: (m, d) => tenon.makeM(m, d),
  makeConstraint: (m, d) => tenon.makeConstraint(m, d),
  inverse: (m, d) => tenon.inverse(m, d),
  inverseSkip: (m, d) => tenon.inverseSkip(m, d, 0, false),
  resetData: (m, d) => tenon.resetData(m, d),
  resetDataKeyframe: (m, d) => tenon.resetDataKeyframe(m, d, 0),
  restoreSleep: (m, d) => tenon.restoreSleep(m, d, [-1]),
  getState: (m, d) => tenon.getState(m, d, StateBit.QPOS),
  setState: (m, d) => tenon.setState(m, d, new Float64Array(1), StateBit.QPOS),
  copyState: (m, d) => tenon.copyState(m, d, d, StateBit.QPOS),
  mulM: (m, d) => tenon.mulM(m, d, new Float64Array(1), new Float64Array(1)),
  mulM2: (m, d) => tenon.mulM2(m, d, new Float64Array(1), new Float64Array(1)),
  addM: (m, d) => tenon.addM(m, d, new Float64Array(1)),
  fullM: (m, d) => tenon.fullM(m, d, new Float64Array(1)),
  solveM: (m, d) => tenon.solveM(m, d, new Float64Array(1), new Float64Array(1)),
  solveM2: (m, d) => tenon.solveM2(m, d, new Float64Array(1), new Float64Array(1)),
  applyFT: (m, d) => tenon.applyFT(m, d, three(), three(), three(), 1, new Float64Array(1)),
  xfrcAccumulate: (m, d) => tenon.xfrcAccumulate(m, d, new Float64Array(1)),
  objectVelocity: (m, d) => tenon.objectVelocity(m, d, tenon.ObjType.BODY, 1, new Float64Array(6)),
  objectAcceleration: (m, d) => tenon.objectAcceleration(m, d, tenon.ObjType.BODY, 1, new Float64Array(6)),
  contactForce: (m, d) => tenon.contactForce(m, d, 0, new Float64Array(6)),
  jac: (m, d) => tenon.jac(m, d, three(), undefined, three(), 1),
  jacBody: (m, d) => tenon.jacBody(m, d, three(), undefined, 1),
  jacBodyCom: (m, d) => tenon.jacBodyCom(m, d, three(), undefined, 1),
  jacSubtreeCom: (m, d) => tenon.jacSubtreeCom(m, d, three(), 1),
  jacGeom: (m, d) => tenon.jacGeom(m, d, three(), undefined, 0),
  jacSite: (m, d) => tenon.jacSite(m, d, three(), undefined, 0),
  jacDot: (m, d) => tenon.jacDot(m, d, three(), undefined, three(), 1),
  angmomMat: (m, d) => tenon.angmomMat(m, d, three(), 1),
  readCtrl: (m, d) => tenon.readCtrl(m, d, 0, 0),
  readSensor: (m, d) => tenon.readSensor(m, d, 0, 0),
  initCtrlHistory: (m, d) => tenon.initCtrlHistory(m, d, 0, undefined, new Float64Array(1)),
  initSensorHistory: (m, d) => tenon.initSensorHistory(m, d, 0, undefined, new Float64Array(1), 0),
  momentum: (m, d) => tenon.momentum(m, d, 1),
  geomDistance: (m, d) => tenon.geomDistance(m, d, 0, 0, 1),
  ray: (m, d) => tenon.ray(m, d, [0, 0, 1], [0, 0, -1]),
  rayGeom: (m, d) => tenon.rayGeom(m, d, 0, [0, 0, 1], [0, 0, -1]),
  multiRay: (m, d) => tenon.multiRay(m, d, [0, 0, 1], [0, 0, -1], { dist: new Float64Array(1) }),
  transitionFD: (m, d) => tenon.transitionFD(m, d),
  inverseFD: (m, d) => tenon.inverseFD(m, d),
  transition: (m, d) => tenon.transition(m, d),
  validateTransition: (m, d) => tenon.validateTransition(m, d),
  rnePostConstraint: (m, d) => tenon.rnePostConstraint(m, d),
  smoothVel: (m, d) => tenon.smoothVel(m, d),
  distanceToSwitch: (m, d) => tenon.distanceToSwitch(m, d),
  stepVjp: (m, d) => tenon.stepVjp(m, d, { state: new Float64Array(2) }),
  rolloutGradient: (m, d) => tenon.rolloutGradient(m, d, { steps: 1, cost: () => 0 }),
  describeWarnings: (m, d) => tenon.describeWarnings(m, d),
  describeUnconverged: (m, d) => tenon.describeUnconverged(m, d),
};

/** Functions that take neither, or only a Model. */
const others = new Set(
  `copyData cloneData copyModel stateSize extractState normalizeQuat integratePos differentiatePos local2Global
  getTotalmass countObjects id2name name2id objectNames modelName describeWarning startProfile loadModel loadModelWithWarnings
  modelFromXml flattenMjcf formatDiagnostic prepare modelFiles Data Model MjcfError quatIntegrateJacobians subQuatJacobians stateDim
  maxRelativeError convergenceCheck setConst registerPlugin modelToBinary modelFromBinary`.split(/\s+/),
);

test('every function of the package is in these lists', () => {
  const found = Object.entries(tenon).filter(([, value]) => typeof value === 'function');
  const missing = found.map(([name]) => name).filter((name) => !calls[name] && !others.has(name));
  expect(missing).toEqual([]);
});

const bits = (d: Data) => [...tenon.getState(d.model, d, StateBit.INTEGRATION)];

describe.each(['wasm', 'js'] as const)('wrong handles (%s)', (engine) => {
  let m: Model;
  let d: Data;
  let other: Model;
  let strange: Data;

  beforeAll(() => {
    m = tenon.modelFromXml(arm, { engine });
    d = new Data(m);
    tenon.step(m, d, 3);
    other = tenon.modelFromXml(ball, { engine });
    strange = new Data(other);
  });

  test.each(Object.entries(calls))('%s', (name, call) => {
    const before = [bits(d), bits(strange)];
    const masses = [...m.body_mass];
    const wrong = (x: unknown) => x as never;
    expect(() => call(wrong(d), wrong(m))).toThrow(/swapped/);
    expect(() => call(wrong(m), wrong(m))).toThrow(/expected a Data.*, found a Model/);
    expect(() => call(wrong(d), wrong(d))).toThrow(/expected a Model.*, found a Data/);
    expect(() => call(wrong(undefined), wrong(undefined))).toThrow(/expected a Model.*, found undefined/);
    expect(() => call(m, wrong(null))).toThrow(/expected a Data.*, found null/);
    expect(() => call(m, wrong({ qpos: [1] }))).toThrow(/expected a Data.*, found an object/);
    expect(() => call(m, strange)).toThrow(/does not fit the Model: nq is 1 in one and 7 in the other/);
    const gone = new Data(m);
    gone.free();
    expect(() => call(m, gone)).toThrow('this Data has been freed');
    const goneModel = tenon.copyModel(m);
    goneModel.free();
    expect(() => call(goneModel, d)).toThrow('this Model has been freed');
    expect([bits(d), bits(strange)]).toEqual(before);
    expect([...m.body_mass]).toEqual(masses);
    expect(name).toBeTruthy();
  });

  test('a Data works with every Model of its layout', () => {
    const heavy = tenon.copyModel(m);
    heavy.body_mass[1] *= 2;
    const twin = tenon.cloneData(d);
    const again = tenon.modelFromXml(arm, { engine });
    tenon.step(heavy, d);
    tenon.step(again, twin);
    tenon.step(m, d);
    tenon.step(m, twin);
    expect(d.time).toBe(twin.time);
    expect(d.qpos[0]).not.toBe(twin.qpos[0]);
  });

  test('any use of a freed Data throws that it has been freed', () => {
    const gone = new Data(m);
    gone.free();
    gone.free();
    expect(gone).toBeInstanceOf(Data);
    expect(() => gone.qpos).toThrow('this Data has been freed');
    expect(() => gone.time).toThrow('this Data has been freed');
    expect(() => {
      gone.time = 1;
    }).toThrow('this Data has been freed');
    expect(() => gone.body('b')).toThrow('this Data has been freed');
    expect(() => gone.model).toThrow('this Data has been freed');
    expect(() => tenon.cloneData(gone)).toThrow('this Data has been freed');
    expect(() => tenon.copyData(gone, d)).toThrow('this Data has been freed');
  });

  test('elements and records of a freed Model or Data throw the same error', () => {
    const copy = tenon.copyModel(m);
    const gone = new Data(copy);
    const [body, { opt }] = [gone.body('b'), copy];
    gone.free();
    copy.free();
    expect(() => body.xpos).toThrow('this Data has been freed');
    expect(() => opt.timestep).toThrow('this Model has been freed');
    expect(() => {
      opt.timestep = 1;
    }).toThrow('this Model has been freed');
    expect(() => copy.nq).toThrow('this Model has been freed');
    expect(() => new Data(copy)).toThrow('this Model has been freed');
    expect(() => tenon.copyModel(copy)).toThrow('this Model has been freed');
  });

  test('a Data is freed at the end of its scope by `using`', () => {
    const disposable = new Data(m);
    disposable[Symbol.dispose]();
    expect(() => disposable.qpos).toThrow('this Data has been freed');
  });

  test('callbacks cannot step, reset, replace or free the Data that is being stepped', () => {
    const texts: string[] = [];
    const attempts: Call[] = [
      calls.step,
      calls.step2,
      calls.forward,
      calls.inverse,
      calls.resetData,
      (_, x) => x.free(),
      (_, x) => tenon.copyData(x, new Data(m)),
    ];
    m.callbacks = {
      control: (mm, dd) => {
        for (const attempt of attempts) {
          try {
            attempt(mm, dd);
          } catch (error) {
            texts.push((error as Error).message);
          }
        }
        expect(calls.jacBody(mm, dd)).toBeUndefined();
        expect(dd).toBe(d);
      },
    };
    const { time } = d;
    tenon.step(m, d);
    m.callbacks = undefined;
    expect(texts).toHaveLength(attempts.length);
    for (const text of texts) expect(text).toMatch(/being stepped/);
    expect(d.time).toBe(time + m.opt.timestep);
  });

  test('a rejected or failed step does not leave the Data busy', () => {
    m.callbacks = {
      control: () => {
        throw new Error('no');
      },
    };
    expect(() => tenon.step(m, d)).toThrow('no');
    m.callbacks = undefined;
    tenon.step(m, d);
  });

  test.each([
    ['integrator', 5, '4 (DISCRETE), 1000 (IMPLICITSPRINGDAMPER), found 5'],
    ['integrator', 1001, 'opt.integrator: expected 0 (EULER), 1 (RK4)'],
    ['integrator', -1, 'opt.integrator: expected 0 (EULER)'],
    ['solver', 3, 'opt.solver: expected 0 (PGS), 1 (CG), 2 (NEWTON), found 3'],
    ['cone', 2, 'opt.cone: expected 0 (PYRAMIDAL), 1 (ELLIPTIC), found 2'],
    ['jacobian', 3, 'opt.jacobian: expected 0 (DENSE), 1 (SPARSE), 2 (AUTO), found 3'],
    ['timestep', Number.NaN, 'opt.timestep: expected a number, found NaN'],
    ['timestep', Number.POSITIVE_INFINITY, 'opt.timestep: expected a number, found Infinity'],
  ] as const)('a step rejects opt.%s = %s', (name, value, text) => {
    const copy = tenon.copyModel(m);
    const before = bits(d);
    copy.opt[name] = value;
    for (const call of [calls.step, calls.forward, calls.inverse, calls.step1]) {
      expect(() => call(copy, d)).toThrow(text);
    }
    expect(bits(d)).toEqual(before);
  });

  test('integer options accept only integers', () => {
    for (const value of [Number.NaN, 0.5, Number.POSITIVE_INFINITY]) {
      expect(() => {
        m.opt.integrator = value;
      }).toThrow('expected an integer');
    }
    expect(m.opt.integrator).toBe(0);
  });

  test('counts beyond sizes of the Model are rejected, and capacities cannot be set', () => {
    const before = bits(d);
    const set = (name: 'ncon' | 'nefc' | 'nisland' | 'con_cap', value: number) => () => {
      d[name] = value;
    };
    expect(set('nefc', -1)).toThrow('nefc: expected an integer between 0 and');
    expect(set('ncon', 2 ** 31)).toThrow('ncon: expected an integer between 0 and');
    expect(set('nefc', Number.NaN)).toThrow('found NaN');
    expect(set('nisland', 2)).toThrow('nisland: expected an integer between 0 and 1, found 2');
    expect(set('con_cap', 1e6)).toThrow('con_cap depends on the memory of the Data');
    expect(bits(d)).toEqual(before);
  });

  test('a count larger than the number of contacts gives access to none beyond it', () => {
    const { ncon } = d;
    d.ncon = 1e6;
    const force = Float64Array.of(1, 2, 3, 4, 5, 6);
    tenon.contactForce(m, d, 999_999, force);
    expect([...force]).toEqual([0, 0, 0, 0, 0, 0]);
    d.ncon = ncon;
  });

  test('an invalid callback is rejected by name when it is set', () => {
    const set = (callbacks: object | null) => () => {
      m.callbacks = callbacks as typeof m.callbacks;
    };
    expect(set({ contrl: () => 0 })).toThrow("unknown callback 'contrl'. Expected control, passive");
    expect(set({ control: 5 })).toThrow('callbacks.control: expected a function, found the number 5');
    expect(set(null)).toThrow('expected an object with functions, found null');
    expect(m.callbacks).toBeUndefined();
  });

  test('arrays of a wrong length are rejected, and nothing is written', () => {
    const before = bits(d);
    const long = new Float64Array(9);
    expect(() => tenon.setState(m, d, long, StateBit.QPOS)).toThrow('expected 1 elements, found 9');
    expect(() => tenon.mulM(m, d, long, long)).toThrow('vec: expected 1 elements, found 9');
    expect(() => tenon.jac(m, d, three(), undefined, long, 1)).toThrow('point: expected 3 elements, found 9');
    expect(() => tenon.jacBody(m, d, three(), undefined, 7)).toThrow('body: expected 0 to 1, found 7');
    expect(() => tenon.jacSite(m, d, three(), undefined, -1)).toThrow('site: expected 0 to 0, found -1');
    expect(() => tenon.resetDataKeyframe(m, d, 1)).toThrow('keyframe 1 does not exist');
    expect(() => tenon.copyData(d, strange)).toThrow('nq is 1 in one and 7 in the other');
    expect(() => tenon.restoreSleep(m, d, [])).toThrow('expected tree_asleep with 1 values, found 0');
    expect(bits(d)).toEqual(before);
  });

  test('invalid index arrays are an error with a message', () => {
    const copy = tenon.copyModel(m);
    copy.body_parentid.fill(0x06000000);
    const broken = new Data(m);
    // plain JavaScript reads undefined there and continues
    if (engine === 'wasm')
      expect(() => tenon.step(copy, broken)).toThrow('out-of-bounds access in the compiled engine');
  });
});

const field = (x: object, name: string) => (x as Record<string, Float64Array>)[name];

describe.each(['wasm', 'js'] as const)('wrong handles in the drop-in API (%s)', async (engine) => {
  const mj = await load({ engine });
  const m = mj.MjModel.from_xml_string(arm);
  const d = new mj.MjData(m);
  const strange = new mj.MjData(mj.MjModel.from_xml_string(ball));
  const numbers = () => [d, strange, m].flatMap((x) => [...field(x, x === m ? 'qpos0' : 'qpos')]);
  const functions = mj as unknown as Record<string, (...args: unknown[]) => unknown>;
  // functions with a model and an argument that cannot be a data
  const names = Object.keys(mj).filter((name) => /^mj_/.test(name) && functions[name].length > 1);

  test.each(names)('%s', (name) => {
    const call = functions[name];
    const rest = [new Float64Array(1), new Float64Array(1), ...Array(9).fill(0)].slice(0, call.length - 2);
    const before = numbers();
    for (const [a, b] of [
      [m, m],
      [d, m],
      [d, d],
      [m, strange],
      [undefined, d],
      [m, null],
      [{}, d],
    ]) {
      expect(() => call(a, b, ...rest), name).toThrow(/MuJoCo Error|expected|Expected|is not a valid/);
    }
    expect(numbers()).toEqual(before);
  });

  test('delete() frees the memory, isDeleted() returns true, and later use is an error', () => {
    const model = mj.MjModel.from_xml_string(arm);
    const data = new mj.MjData(model);
    const qpos = field(data, 'qpos');
    qpos.fill(3);
    expect(data.isDeleted()).toBe(false);
    data.delete();
    expect(data.isDeleted()).toBe(true);
    expect(() => data.delete()).toThrow('already deleted');
    expect(() => mj.mj_step(model, data)).toThrow('deleted object');
    expect(() => field(data, 'qvel')).toThrow('deleted object');
    new mj.MjData(model);
    expect(qpos[0]).toBe(3);
    model.delete();
    expect(() => new mj.MjData(model)).toThrow('deleted object');
  });

  test('a script that deletes its objects runs in constant memory', () => {
    for (let k = 0; k < 300; k++) {
      const data = new mj.MjData(m);
      mj.mj_step(m, data);
      data.delete();
    }
  });
});
