// needs: the compiled engine
import { describe, expect, test } from 'vitest';
import {
  cloneData,
  copyModel,
  Data,
  forward,
  getState,
  type LoadOptions,
  MjcfError,
  modelFromXml,
  prepare,
  registerPlugin,
  resetData,
  Stage,
  StateBit,
  setState,
  stateSize,
  step,
} from '../../index.ts';
import { Spec } from '../../spec.ts';

const engines = ['wasm', 'js'] as const;

/** Counts steps, pushes with a force that grows with them, and reports the count as a sensor. */
function registerTestPlugins(): void {
  registerPlugin<{ made: number }>({
    name: 'test.push',
    kind: 'passive',
    attributes: { strength: 'number', label: 'text' },
    state: 2,
    init: () => ({ made: 1 }),
    reset: (_m, _d, { state, config }) => state.set([0, config.number('strength')]),
    compute(m, d, { state, id }) {
      for (let i = 1; i < m.nbody; i++) if (m.body_plugin[i] === id) d.qfrc_passive[m.body_dofadr[i]] += state[1];
    },
    advance(_m, _d, { state }) {
      state[0]++;
      state[1] *= 2;
    },
  });
  registerPlugin({
    name: 'test.clock',
    kind: 'sensor',
    attributes: { count: 'number' },
    stage: Stage.POS,
    dim: (config) => config.number('count'),
    compute(m, d, { id }) {
      const i = m.sensor_plugin.indexOf(id);
      d.sensordata.fill(d.time + 1, m.sensor_adr[i], m.sensor_adr[i] + m.sensor_dim[i]);
    },
  });
  registerPlugin({
    name: 'test.motor',
    kind: 'actuator',
    compute(m, d, { id }) {
      m.actuator_plugin.forEach((plugin, i) => {
        if (plugin === id) d.actuator_force[i] = 2 * d.ctrl[i];
      });
    },
  });
  registerPlugin({
    name: 'test.fails',
    kind: 'passive',
    attributes: { when: 'text' },
    check: (config) => (config.text('when') === 'check' ? 'refused by check' : undefined),
    init(_m, _d, { config }) {
      if (config.text('when') === 'init') throw new Error('refused by init');
    },
    compute() {},
    advance(_m, d, { config }) {
      if (config.text('when') === 'advance' && d.time > 0.003) throw new Error('too late');
    },
  });
}

await prepare();
await prepare({ engine: 'js' });
registerTestPlugins();

const slider = (inside: string) =>
  `<body>${inside}<joint type="slide" axis="1 0 0" name="j"/><geom size="0.1" mass="1"/></body>`;

const pushed = `<mujoco><option gravity="0 0 0"/>
  <extension>
    <plugin plugin="test.push"><instance name="strong"><config key="strength" value=" 3 "/></instance></plugin>
    <plugin plugin="test.clock"/><plugin plugin="test.motor"/>
  </extension>
  <worldbody>${slider('<plugin instance="strong"/>')}
    <body pos="1 0 0"><plugin plugin="test.push"><config key="label" value="weak"/><config key="strength" value="0.5"/></plugin>
      <joint type="slide" axis="1 0 0" name="k"/><geom size="0.1" mass="1"/></body></worldbody>
  <actuator><plugin joint="k" plugin="test.motor" forcerange="-3 3"/><motor joint="k" gear="0.5"/></actuator>
  <sensor><plugin name="clock" plugin="test.clock" cutoff="1.5"><config key="count" value="2"/></plugin></sensor>
</mujoco>`;

const load = (xml: string, options: LoadOptions = {}) => modelFromXml(xml, { file: 'm.xml', ...options });

describe.each(engines)('with the engine %s', (engine) => {
  test('plugins compute forces, actuators and sensors, and advance their state', () => {
    const m = load(pushed, { engine });
    const d = new Data(m);
    d.ctrl.set([1, 1]);
    forward(m, d);
    expect([...d.qfrc_passive]).toEqual([3, 0.5]);
    expect([...d.actuator_force]).toEqual([2, 1]);
    expect(d.qfrc_actuator[1]).toBe(2.5);
    d.ctrl[0] = 4;
    step(m, d);
    // limits apply to plugins too
    expect(d.actuator_force[0]).toBe(3);
    expect([...d.plugin_state]).toEqual([1, 6, 0.5, 1].map((x, i) => (i === 2 ? 1 : x)));
    d.time = 10;
    forward(m, d);
    expect([...d.sensordata]).toEqual([1.5, 1.5]);
    resetData(m, d);
    expect([...d.plugin_state]).toEqual([0, 3, 0, 0.5]);
  });

  test('the state of plugins is part of the state, and of copies', () => {
    const m = load(pushed, { engine });
    const d = new Data(m);
    step(m, d, 3);
    expect(stateSize(m, StateBit.PLUGIN)).toBe(4);
    const state = getState(m, d, StateBit.INTEGRATION);
    const copy = cloneData(d);
    step(m, d, 2);
    step(m, copy, 2);
    expect([...copy.plugin_state]).toEqual([...d.plugin_state]);
    const other = new Data(copyModel(m));
    setState(m, other, state, StateBit.INTEGRATION);
    step(m, other, 2);
    expect([...other.qpos]).toEqual([...d.qpos]);
    expect(other.plugin_state[0]).toBe(5);
  });

  test('an error of a plugin at the end of a step rolls the state back', () => {
    const m = load(
      `<mujoco><extension><plugin plugin="test.fails"/></extension><worldbody>
       ${slider('<plugin plugin="test.fails"><config key="when" value="advance"/></plugin>')}</worldbody></mujoco>`,
      { engine },
    );
    const d = new Data(m);
    step(m, d);
    d.qvel[0] = 1;
    expect(() => step(m, d)).toThrow('too late');
    expect([d.time, d.qpos[0]]).toEqual([0.002, 0]);
  });
});

test('both engines give the same bits', () => {
  const [a, b] = engines.map((engine) => {
    const m = load(pushed, { engine });
    const d = new Data(m);
    step(m, d, 10);
    return [...d.qpos, ...d.qvel, ...d.plugin_state];
  });
  expect(a).toEqual(b);
});

test('the Model has the same fields as in MuJoCo', () => {
  const m = load(pushed);
  expect([m.nplugin, m.npluginstate]).toEqual([4, 4]);
  expect([...m.body_plugin]).toEqual([-1, 0, 3]);
  expect([...m.actuator_plugin]).toEqual([1, -1]);
  expect([...m.sensor_plugin]).toEqual([2]);
  expect([...m.plugin_statenum]).toEqual([2, 0, 0, 2]);
  expect([...m.plugin_stateadr]).toEqual([0, 2, 2, 2]);
  // each attribute in the order of the plugin, terminated by 0; one 0 for a plugin without attributes
  expect(new TextDecoder().decode(m.plugin_attr)).toBe(' 3 \0\0\0' + '2\0' + '0.5\0weak\0');
  expect([...m.plugin_attradr]).toEqual([0, 5, 6, 8]);
  expect(m.sensor_dim[0]).toBe(2);
});

test('a model is written with its plugins', () => {
  const text = Spec.fromXml(pushed).toXml();
  const again = Spec.fromXml(text).toXml();
  expect(again).toBe(text);
  const [a, b] = [load(pushed), load(text)];
  for (const name of ['plugin', 'plugin_attr', 'body_plugin', 'actuator_plugin', 'sensor_plugin', 'names'] as const) {
    expect([...b[name]], name).toEqual([...a[name]]);
  }
});

test('copies made by <replicate> have their own instances', () => {
  const m = load(`<mujoco><extension><plugin plugin="test.push"><instance name="p"/></plugin></extension>
    <worldbody><replicate count="2" offset="1 0 0"><body name="b"><plugin instance="p"/><joint type="slide"/><geom size="0.1"/></body>
    </replicate></worldbody></mujoco>`);
  expect([...m.body_plugin]).toEqual([-1, 1, 2]);
});

/** Message of the first error. */
function problem(extension: string, body = '', rest = ''): string {
  try {
    load(`<mujoco>\n<extension>${extension}</extension>\n<worldbody>${slider(body)}</worldbody>\n${rest}</mujoco>`);
  } catch (error) {
    if (error instanceof MjcfError) return error.message.split('\n')[0];
    throw error;
  }
  return 'accepted';
}

const push = '<plugin plugin="test.push"/>';

test.each([
  ['<plugin plugin="test.pushh"/>', '', /^m\.xml:2:20 <plugin> plugin: unknown plugin 'test\.pushh'.*test\.push/],
  ['<plugin plugin="mujoco.nothing"/>', '', /unknown plugin 'mujoco\.nothing'/],
  ['', '<plugin plugin="test.push"/>', /^m\.xml:3:\d+ <plugin> plugin: <extension> has no plugin 'test\.push'/],
  [push, '<plugin/>', /^m\.xml:3:\d+ <plugin> expected 'plugin' or 'instance'/],
  [push, '<plugin instance="none"/>', /^m\.xml:3:\d+ <plugin> instance: there is no plugin instance 'none'/],
  ['<plugin plugin="test.clock"/>', '<plugin plugin="test.clock"/>', /'test\.clock' does not compute passive forces/],
  [
    push,
    '<plugin plugin="test.push"><config key="strenth" value="1"/></plugin>',
    /<config> key: .*'strenth'.*strength/,
  ],
  [
    push,
    '<plugin plugin="test.push"><config key="strength" value="1 is"/></plugin>',
    /<config> value: expected a number, found '1 is'/,
  ],
  [
    push,
    '<plugin plugin="test.push"><config key="strength" value="1"/><config key="strength" value="2"/></plugin>',
    /given twice/,
  ],
  [push, '<plugin plugin="test.push"><config key="strength"/></plugin>', /<config> value: .*required|missing/],
  [
    '<plugin plugin="test.fails"/>',
    '<plugin plugin="test.fails"><config key="when" value="check"/></plugin>',
    /^m\.xml:3:\d+ <plugin> plugin 'test\.fails': refused by check/,
  ],
  [
    '<plugin plugin="test.fails"/>',
    '<plugin plugin="test.fails"><config key="when" value="init"/></plugin>',
    /^m\.xml:3:\d+ <plugin> plugin 'test\.fails': refused by init/,
  ],
  [
    '<plugin plugin="test.push"><instance name="a"/><instance name="a"/></plugin>',
    '',
    /duplicate plugin instance name 'a'/,
  ],
  [
    '<plugin plugin="test.push"><instance name="a"/></plugin><plugin plugin="test.clock"/>',
    '<plugin plugin="test.clock" instance="a"/>',
    /instance 'a' belongs to plugin 'test\.push', found 'test\.clock'/,
  ],
])('%s with %s is rejected with its location', (extension, body, message) => {
  expect(problem(extension, body)).toMatch(message);
});

test('invalid plugins are rejected', () => {
  const wrong = (plugin: unknown) => () => registerPlugin(plugin as never);
  expect(wrong(1)).toThrow('registerPlugin: expected an object');
  expect(wrong({ name: '' })).toThrow('name: expected a string');
  expect(wrong({ name: 'a', kind: 'motor' })).toThrow(
    'kind: expected one of actuator, sensor, passive, sdf, found motor',
  );
  expect(wrong({ name: 'a', kind: 'sensor', compute() {} })).toThrow("plugin 'a': dim: expected a function");
  expect(wrong({ name: 'a', kind: 'passive', compute() {}, attributes: { x: 'real' } })).toThrow("attribute 'x'");
  expect(wrong({ name: 'mujoco.a', kind: 'passive', compute() {} })).toThrow("MuJoCo's own");
  expect(wrong({ name: 'test.push', kind: 'passive', compute() {} })).toThrow(
    "a plugin 'test.push' is already registered",
  );
});
