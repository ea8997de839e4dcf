// needs: the compiled engine
/** Calls with wrong arguments, found by random calls: they caused errors of the JavaScript engine, such as "Cannot read properties of
 *  undefined", instead of Tenon's own messages. */
import { describe, expect, test } from 'vitest';
import * as tenon from '../../src/index.ts';
import load from '../../src/mujoco.ts';

await tenon.prepare();
const m = tenon.modelFromXml(
  '<mujoco><worldbody><geom size="1"/><body><joint/><geom size="1"/></body></worldbody></mujoco>',
);
const d = new tenon.Data(m);
const mj = await load({ engine: 'js' });
const handle = mj.MjModel.from_xml_string('<mujoco/>');
const state = new mj.MjData(handle);
const wrong = (x: unknown) => x as never;
const nine = () => new Float64Array(9);

describe('errors with messages', () => {
  test.each<[string, () => unknown, string]>([
    ['names of an element', () => d.body(wrong(null)), 'body: expected a name or a number, found null'],
    ['names of an element', () => m.joint(wrong({})), 'joint: expected a name or a number, found an object'],
    ['countObjects', () => tenon.countObjects(wrong(undefined), 1), 'countObjects: expected a Model, found undefined'],
    ['id2name', () => tenon.id2name(wrong(3), 1, 0), 'id2name: expected a Model, found the number 3'],
    ['name2id', () => tenon.name2id(wrong({}), 1, 'a'), 'name2id: expected a Model, found an object'],
    ['objectNames', () => tenon.objectNames(wrong(d), 1), 'objectNames: expected a Model, found a Data'],
    [
      'MjvScene',
      () => new mj.MjvScene(wrong(state), 10),
      'MjvScene: expected an MjModel or null, found an object of MjData class',
    ],
    ['modelName', () => tenon.modelName(wrong(null)), 'modelName: expected a Model, found null'],
    ['stateDim', () => tenon.stateDim(wrong(undefined)), 'stateDim: expected a Model, found undefined'],
    [
      'describeWarning',
      () => tenon.describeWarning(wrong({}), 0, 0),
      'describeWarning: expected a Model, found an object',
    ],
    ['subQuatJacobians', () => tenon.subQuatJacobians(wrong(null), nine(), nine(), nine()), 'qa: expected 4 values'],
    [
      'subQuatJacobians',
      () => tenon.subQuatJacobians(wrong([1, 0, 0, 0]), wrong([1, 0, 0, 0]), wrong([]), undefined),
      'Da:',
    ],
    [
      'quatIntegrateJacobians',
      () => tenon.quatIntegrateJacobians(wrong({}), 1, nine(), nine(), nine()),
      'vel: expected 3',
    ],
    [
      'maxRelativeError',
      () => tenon.maxRelativeError(wrong(undefined), nine()),
      'expected 9 elements, found undefined',
    ],
    ['transitionFD', () => tenon.transitionFD(m, d, wrong(null)), 'options: expected an object, found null'],
    ['inverseFD', () => tenon.inverseFD(m, d, { into: wrong(5) }), 'into: expected an object, found 5'],
    ['transition', () => tenon.transition(m, d, wrong(null)), 'options: expected an object, found null'],
    ['ray', () => tenon.ray(m, d, wrong(null), [0, 0, 1]), 'pnt: expected 3 numbers, found null'],
    ['ray', () => tenon.ray(m, d, [0, 0, 9], [0, 0, 1], { geomgroup: wrong(3) }), 'geomgroup: expected 6 numbers'],
    [
      'multiRay',
      () => tenon.multiRay(m, d, [0, 0, 9], [0, 0, 1], wrong(undefined)),
      'out: expected an object, found undefined',
    ],
    [
      'multiRay',
      () => tenon.multiRay(m, d, [0, 0, 9], wrong(null), { dist: nine() }),
      'vec: expected an array of numbers, found null',
    ],
    ['geomDistance', () => tenon.geomDistance(m, d, 0, 1, 1, wrong(new Date())), 'fromto: expected room for 6'],
    ['modelFromXml', () => tenon.modelFromXml(wrong(null)), 'expected an XML string, found object'],
    ['modelFromXml', () => tenon.modelFromXml('<mujoco/>', wrong(null)), 'options: expected an object, found null'],
    [
      'modelFromXml',
      () => tenon.modelFromXml('<mujoco/>', { files: { a: wrong(5) } }),
      "files: 'a': expected a string",
    ],
    ['modelFromXml', () => tenon.modelFromXml('<mujoco/>', { root: wrong(7) }), 'root: expected a path, found number'],
    [
      'modelFromXml',
      () => tenon.modelFromXml('<mujoco>\n<option timestep="NaN"/></mujoco>', { file: 'm.xml' }),
      'm.xml:2:9 <option> timestep: expected a finite number, found NaN',
    ],
    [
      'modelFromXml',
      () =>
        tenon.modelFromXml(
          '<mujoco><worldbody><camera name="c" resolution="-4 3"/></worldbody><sensor><rangefinder camera="c"/></sensor></mujoco>',
        ),
      '<rangefinder> expected a dimension of at least 0, found -12',
    ],
    ['new Model', () => new tenon.Model({}, wrong(d)), 'new Model: like: expected a Model'],
    ['new Model', () => new tenon.Model({ nq: wrong('x') }), "new Model: nq: expected an integer, found 'x'"],
    ['from_xml_string', () => mj.MjModel.from_xml_string(wrong(5)), 'expected an XML string, found the number 5'],
    [
      'mj_isPyramidal',
      () => mj.mj_isPyramidal(wrong(state)),
      'Expected null or instance of MjModel, got an instance of MjData',
    ],
    [
      'mj_getState',
      () => mj.mj_getState(handle, state, undefined, 1),
      'Expected a TypedArray or WasmBuffer, got undefined',
    ],
    [
      'mj_extractState',
      () => mj.mj_extractState(handle, [0], 1, new Float64Array(0), 1),
      '[mj_extractState] dst must have at least size 1, got 0',
    ],
    ['mj_jac', () => mj.mj_jac(handle, state, null, null, wrong(null), 0), 'Expected a number[], got null'],
    [
      'mju_cross',
      () => mj.mju_cross(wrong(5), [0, 0, 1], [0, 1, 0]),
      'Expected TypedArray or WasmBuffer, got unknown type for res: the number 5',
    ],
    ['DoubleBuffer', () => new mj.DoubleBuffer(wrong(undefined)), 'expected a number of elements, or numbers'],
    ['IntBuffer', () => new mj.IntBuffer(Number.NEGATIVE_INFINITY), 'expected a number of elements, or numbers'],
  ])('%s', (_, call, words) => expect(call).toThrow(words));

  test('the sizes of a Model cannot change', () => {
    expect(() => Object.assign(m, { nv: 1_000_000 })).toThrow('nv: the sizes of a Model cannot change, found 1000000');
    expect(m.nv).toBe(1);
    tenon.step(m, d);
  });

  test('analytic derivatives while the plain engine is profiled', async () => {
    await tenon.prepare({ engine: 'js' });
    const plain = tenon.modelFromXml('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>', {
      engine: 'js',
    });
    const profile = tenon.startProfile(plain);
    const { A } = tenon.transition(plain, new tenon.Data(plain));
    profile.stop();
    expect(A).toEqual(tenon.transition(plain, new tenon.Data(plain)).A);
  });

  test('loadModel', async () => {
    await expect(tenon.loadModel('nothing.xml', wrong(null))).rejects.toThrow(
      'options: expected an object, found null',
    );
  });

  test('indices of trees may be big integers', () => {
    tenon.restoreSleep(m, d, wrong(BigInt64Array.of(-1n)));
    expect(d.tree_asleep[0]).toBeLessThan(0);
    expect(() => tenon.restoreSleep(m, d, wrong([Symbol('tree')]))).toThrow(TypeError);
  });

  test('distances cannot be written into a string', () => {
    const text = wrong('xxxxxxxx') as Float64Array;
    expect(() => tenon.geomDistance(m, d, 0, 1, 1, text)).toThrow(
      "fromto: expected room for 6 numbers, found 'xxxxxxxx'",
    );
  });

  test('distances can be written into plain arrays too', () => {
    const fromto = wrong([0, 0, 0, 0, 0, 0]) as Float64Array;
    tenon.forward(m, d);
    tenon.geomDistance(m, d, 0, 1, 1, fromto);
    expect([...fromto]).not.toContain(Number.NaN);
  });
});
