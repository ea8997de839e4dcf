// needs: the compiled engine
/** Flags that stop callbacks and plugins, switched in the middle of a run. */
import { expect, test } from 'vitest';
import { modelFromXml } from '../../../load/load.ts';
import { Data } from '../../model/data.ts';
import { Disable, Integrator, Stage } from '../../model/enums.ts';
import { registerPlugin } from '../../plugin/registry.ts';
import { forward } from '../forward.ts';
import { step, step1, step2 } from '../step.ts';

const calls: string[] = [];
registerPlugin({ name: 'flags.push', kind: 'passive', compute: () => void calls.push('passive') });
registerPlugin({
  name: 'flags.look',
  kind: 'sensor',
  stage: Stage.POS,
  dim: () => 1,
  compute: () => void calls.push('sensor'),
});

const xml = `<mujoco><extension><plugin plugin="flags.push"/><plugin plugin="flags.look"/></extension>
  <worldbody><body><plugin plugin="flags.push"/><joint name="j"/><geom size=".1"/></body></worldbody>
  <actuator><motor joint="j"/></actuator><sensor><plugin plugin="flags.look"/></sensor></mujoco>`;

const load = () => {
  const m = modelFromXml(xml, { engine: 'js' });
  m.callbacks = { control: () => void calls.push('control'), passive: () => void calls.push('callback') };
  const d = new Data(m);
  return { m, d };
};

/** User functions that are called for some work with flags. */
function callsOf(work: () => void): string[] {
  calls.length = 0;
  work();
  return [...calls];
}

test.each([
  ['Euler', Integrator.EULER, 1],
  ['RK4', Integrator.RK4, 4],
])('without actuation the control callback is not called, under %s', (_, integrator, stages) => {
  const { m, d } = load();
  m.opt.integrator = integrator;
  const times = (work: () => void) => callsOf(work).filter((name) => name === 'control').length;
  for (let k = 0; k < 2; k++) {
    m.opt.disableflags = 0;
    expect(times(() => step(m, d))).toBe(stages);
    expect(times(() => forward(m, d))).toBe(1);
    m.opt.disableflags = Disable.ACTUATION;
    expect(times(() => step(m, d, 3))).toBe(0);
    expect(times(() => forward(m, d))).toBe(0);
  }
});

test('step1 calls the control callback with and without actuation', () => {
  const { m, d } = load();
  for (const off of [0, Disable.ACTUATION]) {
    m.opt.disableflags = off;
    expect(callsOf(() => step1(m, d))).toContain('control');
    expect(callsOf(() => step2(m, d))).not.toContain('control');
  }
});

test('the passive callback and plugins for passive forces are skipped when springs and dampers are both off, and only then', () => {
  const { m, d } = load();
  for (const [off, called] of [
    [0, true],
    [Disable.SPRING, true],
    [Disable.DAMPER, true],
    [Disable.SPRING | Disable.DAMPER, false],
    [0, true],
  ] as const) {
    m.opt.disableflags = off;
    const names = callsOf(() => step(m, d));
    expect(
      ['callback', 'passive'].map((name) => names.includes(name)),
      String(off),
    ).toEqual([called, called]);
  }
});

test('plugins for sensors are skipped when sensors are off', () => {
  const { m, d } = load();
  for (const off of [0, Disable.SENSOR, 0]) {
    m.opt.disableflags = off;
    expect(callsOf(() => step(m, d)).includes('sensor')).toBe(off === 0);
  }
});
