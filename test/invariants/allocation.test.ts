// needs: the compiled engine
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { modelFromXml, prepare } from '../../src/load/load.ts';
import { pairFromXml } from '../support/oracle/oracle.ts';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

const scene = (
  integrator: string,
) => `<mujoco><option integrator="${integrator}" density="1"><flag energy="enable"/></option>
  <worldbody><geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .25"><freejoint/><geom type="box" size=".1 .15 .2"/></body>
    <body pos="1 0 .6"><joint name="a" axis="0 1 0" damping=".1" range="-30 40" limited="true"/>
      <geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/><site name="s"/></body></worldbody>
  <actuator><motor joint="a" delay=".01" nsample="5"/><general joint="a" dyntype="filter" dynprm=".1"/></actuator>
  <sensor><accelerometer site="s"/><gyro site="s" delay=".01" nsample="5"/><subtreeangmom body="world"/></sensor></mujoco>`;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a step allocates no arrays', () => {
  for (const integrator of ['Euler', 'RK4', 'implicit', 'implicitfast']) {
    const { m, d } = pairFromXml(scene(integrator));
    for (let k = 0; k < 20; k++) step(m, d);
    let made = 0;
    for (const name of ['Float64Array', 'Int32Array', 'Float32Array', 'Uint8Array'] as const) {
      const counted = new Proxy(globalThis[name], {
        construct(target, args) {
          made++;
          return Reflect.construct(target, args);
        },
      });
      vi.stubGlobal(name, counted);
    }
    const views = (['subarray', 'slice', 'map'] as const).map((name) => vi.spyOn(Float64Array.prototype, name));
    for (let k = 0; k < 20; k++) step(m, d);
    vi.unstubAllGlobals();
    const calls = views.reduce((sum, view) => sum + view.mock.calls.length, 0);
    vi.restoreAllMocks();
    expect(made, integrator).toBe(0);
    expect(calls, integrator).toBe(0);
  }
});

/* In plain JavaScript, numbers that V8 boxes when a function that it did not inline returns them are garbage too; their count depends on
 *  what is optimized so far. The compiled engine has none of these. */
test('a step of the compiled engine leaves no garbage', async () => {
  await prepare();
  const m = modelFromXml(scene('Euler'));
  const d = new Data(m);
  for (let k = 0; k < 3000; k++) step(m, d);
  const steps = 500;
  // the minimum of several runs: other code in the process allocates now and then
  let minBytes = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < steps; k++) step(m, d);
    minBytes = Math.min(minBytes, (process.memoryUsage().heapUsed - before) / steps);
  }
  expect(minBytes).toBeLessThan(256);
});
