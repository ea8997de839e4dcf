// needs: the compiled engine
/** Histories are part of the state, which users write: a cursor outside its ring buffer caused out-of-bounds accesses. */
import { beforeAll, expect, test } from 'vitest';
import { Data, modelFromXml, prepare, step } from '../../src/index.ts';

const xml = `<mujoco><worldbody><body><joint name="h" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator><motor joint="h" delay=".01" nsample="5"/></actuator>
  <sensor><jointpos joint="h" delay=".006" nsample="4"/></sensor></mujoco>`;

beforeAll(async () => {
  await prepare();
  await prepare({ engine: 'js' });
}, 120_000);

test.each([-1, -1e9, -(2 ** 31), 20, 2 ** 31 - 1, 2 ** 40, 1e300, Number.NaN, Number.POSITIVE_INFINITY])(
  'a cursor of %d is wrapped into the ring buffer, and acts like 0 here',
  (cursor) => {
    const after = (engine: 'wasm' | 'js', value: number) => {
      using m = modelFromXml(xml, { engine });
      using d = new Data(m);
      step(m, d, 12);
      for (const at of [m.actuator_historyadr[0], m.sensor_historyadr[0]]) d.history[at + 1] = value;
      d.ctrl[0] = 1;
      step(m, d, 12);
      return { qpos: [...d.qpos], sensordata: [...d.sensordata], history: [...d.history] };
    };
    const expected = after('js', 0);
    expect(after('wasm', cursor)).toEqual(expected);
    expect(after('js', cursor)).toEqual(expected);
  },
);

test('a delay of an actuator without a history has no effect', () => {
  const after = (engine: 'wasm' | 'js', delay: number) => {
    using m = modelFromXml(xml.replace(' delay=".01" nsample="5"', ''), { engine });
    using d = new Data(m);
    m.actuator_delay[0] = delay;
    d.ctrl[0] = 1;
    step(m, d, 5);
    return [...d.qpos];
  };
  for (const engine of ['wasm', 'js'] as const) expect(after(engine, 0.01)).toEqual(after(engine, 0));
});
