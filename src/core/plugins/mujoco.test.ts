// needs: the compiled engine
import { describe, expect, test } from 'vitest';
import { Data, forward, type Model, modelFromXml, prepare, step } from '../../index.ts';

await prepare();
await prepare({ engine: 'js' });

/** A mass on a slide for each actuator, driven by PID controllers. */
function controlled(instances: string, actuators: string, option = 'gravity="0 0 0" timestep="0.001"'): Model {
  const bodies = [1, 2, 3].map(
    (i) => `<body pos="${i} 0 0"><joint name="j${i}" type="slide" axis="0 0 1"/><geom size="0.01" mass="1"/></body>`,
  );
  return modelFromXml(`<mujoco><option ${option}/><extension><plugin plugin="mujoco.pid">${instances}</plugin></extension>
    <worldbody>${bodies.join('')}</worldbody><actuator>${actuators}</actuator></mujoco>`);
}

const pid = (name: string, config: Record<string, number>) =>
  `<instance name="${name}">${Object.entries(config)
    .map(([key, value]) => `<config key="${key}" value="${value}"/>`)
    .join('')}</instance>`;

describe('mujoco.pid', () => {
  test('with only a proportional term it is a position servo', () => {
    const m = controlled(pid('p', { kp: 4 }), '<plugin joint="j1" instance="p"/><position joint="j2" kp="4"/>');
    const d = new Data(m);
    d.ctrl.fill(1);
    for (let k = 0; k < 3; k++) {
      step(m, d);
      expect(d.actuator_force[0]).toBe(d.actuator_force[1]);
      expect(d.qpos[0]).toBe(d.qpos[1]);
    }
  });

  test('uses a filtered control early, as other actuators do', () => {
    const filter = 'dyntype="filterexact" dynprm="0.1" actearly="true"';
    const m = controlled(
      pid('p', { kp: 4 }),
      `<plugin joint="j1" instance="p" actdim="1" ${filter}/>
       <general joint="j2" gainprm="4" biastype="affine" biasprm="0 -4 0" ${filter}/>`,
    );
    const d = new Data(m);
    d.ctrl.fill(1);
    for (let k = 0; k < 3; k++) {
      step(m, d);
      expect(d.actuator_force[0]).toBe(d.actuator_force[1]);
    }
  });

  test('moves its setpoint no faster than slewmax, except for the first one', () => {
    const m = controlled(
      pid('slow', { kp: 4, slewmax: 0.75 }) + pid('p', { kp: 4 }),
      `<plugin joint="j1" instance="slow" actdim="1"/>
       <plugin joint="j2" instance="p" dyntype="integrator" actearly="true" actdim="1"/>`,
    );
    const d = new Data(m);
    d.ctrl.fill(1);
    forward(m, d);
    expect(d.actuator_force[0]).toBe(4);
    d.ctrl.fill(0);
    step(m, d);
    for (let k = 0; k < 3; k++) {
      d.ctrl.set([1, 0.75]);
      step(m, d);
      expect(d.act[0]).toBe(d.act[1]);
      expect(d.actuator_force[0]).toBe(d.actuator_force[1]);
    }
  });

  test('settles where its terms balance the weight', () => {
    const gains = { kp: 40, kd: 4 };
    const m = controlled(
      pid('pid', { ...gains, ki: 40 }) + pid('bounded', { ...gains, ki: 40, imax: 5 }) + pid('pd', gains),
      '<plugin joint="j1" instance="pd"/><plugin joint="j2" instance="pid" actdim="1"/><plugin joint="j3" instance="bounded" actdim="1"/>',
      'gravity="0 0 -10" timestep="0.001"',
    );
    const d = new Data(m);
    d.ctrl.fill(1);
    step(m, d, 10_000);
    // 1 - m g / kp, 1, and 1 - (m g - imax) / kp
    expect(d.qpos[0]).toBeCloseTo(0.75, 5);
    expect(d.qpos[1]).toBeCloseTo(1, 5);
    expect(d.qpos[2]).toBeCloseTo(0.875, 5);
  });

  test.each([
    [{ kp: 4, slewmax: 0.75 }, '<plugin joint="j1" instance="p"/>', 'actuator 0: expected actdim="1", found 0'],
    [{ kp: 4, imax: -1 }, '<plugin joint="j1" instance="p"/>', 'imax: expected a value of at least 0, found -1'],
    [{ kp: 4, slewmax: -1 }, '<plugin joint="j1" instance="p" actdim="1"/>', 'slewmax: expected a value of at least 0'],
    [{ kp: 4 }, '', 'no actuator uses this instance'],
  ])('%j with %s is rejected', (config, actuator, message) => {
    expect(() => controlled(pid('p', config), actuator)).toThrow(message);
  });
});

const LENGTH = 1;
const RADIUS = 0.005;

/** A cable along x, clamped at its first body. */
function cableModel(links: number, bend: number, engine: 'wasm' | 'js' = 'wasm'): Model {
  const h = LENGTH / links;
  let bodies = '';
  for (let k = links - 1; k >= 0; k--) {
    const joint = k > 0 ? `<joint type="ball" damping="5"/>` : '';
    const tip = k === links - 1 ? `<site name="tip" pos="${h} 0 0"/>` : '';
    bodies = `<body pos="${k > 0 ? h : 0} 0 0"><plugin instance="c"/>${joint}
      <geom type="capsule" fromto="0 0 0 ${h} 0 0" size="${RADIUS}" density="5000" contype="0" conaffinity="0"/>${tip}${bodies}</body>`;
  }
  return modelFromXml(
    `<mujoco><option gravity="0 0 0" integrator="implicitfast"/><extension>
    <plugin plugin="mujoco.elasticity.cable"><instance name="c"><config key="twist" value="1e6"/><config key="bend" value="${bend}"/></instance></plugin>
    </extension><worldbody>${bodies}</worldbody>
    <actuator><motor site="tip" gear="0 0 1 0 0 0"/><motor site="tip" gear="0 0 0 0 1 0"/></actuator></mujoco>`,
    { engine },
  );
}

describe('mujoco.elasticity.cable', () => {
  const I = (Math.PI * RADIUS ** 4) / 4;

  test('bends under a load at its tip by Euler-Bernoulli theory', () => {
    const E = 1e9;
    const links = 20;
    const m = cableModel(links, E);
    const d = new Data(m);
    const P = 0.01;
    d.ctrl[0] = -P;
    step(m, d, 2000);
    // P L^3 / (3 E I), for a rod that bends in n - 1 joints: the first is one link away from the clamp
    const sum = Array.from({ length: links - 1 }, (_, k) => (1 - (k + 1) / links) ** 2).reduce((a, b) => a + b, 0);
    const discrete = (P * LENGTH ** 3 * sum) / links / (E * I);
    expect(Math.max(...d.qvel.map(Math.abs))).toBeLessThan(1e-4);
    expect(-d.site('tip').xpos[2] / discrete).toBeCloseTo(1, 3);
    expect((P * LENGTH ** 3) / (3 * E * I) / discrete).toBeCloseTo(1, 0);
  });

  test('bends into a circle under the torque 2 pi E I / L at its tip', () => {
    // O. Weeger, S.-K. Yeung, M. Dunn, "Isogeometric collocation methods for Cosserat rods and rod structures", 2017, section 7.1
    const m =
      modelFromXml(`<mujoco><option gravity="0 0 0"/><extension><plugin plugin="mujoco.elasticity.cable"/></extension>
      <worldbody><composite type="cable" curve="s" count="41 1 1" size="1" offset="0 0 1" initial="none">
        <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="1e6"/><config key="bend" value="1e9"/></plugin>
        <joint kind="main" damping="2"/><geom type="capsule" size=".005" density="1"/></composite></worldbody>
      <contact><exclude body1="B_first" body2="B_last"/></contact>
      <actuator><motor site="S_last" gear="0 0 0 0 1 0"/></actuator></mujoco>`);
    const d = new Data(m);
    for (let k = 0; k < 1300; k++) {
      if (k < 300) d.ctrl[0] += (2 * Math.PI * 1e9 * I) / 300;
      step(m, d);
    }
    expect([...d.site('S_last').xpos].map((x, i) => Math.abs(x - [0, 0, 1][i]) < 1.2e-7)).toEqual([true, true, true]);
    expect(m.nplugin).toBe(1);
  });

  test('rests in its initial shape, and rests straight if it is flat', () => {
    const bent = (
      flat: string,
    ) => `<mujoco><option gravity="0 0 0"/><extension><plugin plugin="mujoco.elasticity.cable">
      <instance name="c"><config key="bend" value="1e8"/><config key="twist" value="1e8"/>${flat}</instance></plugin></extension>
      <worldbody><body><plugin instance="c"/><geom type="capsule" fromto="0 0 0 .1 0 0" size=".01"/>
        <body pos=".1 0 0" euler="10 20 30"><plugin instance="c"/><joint type="ball"/><geom type="box" pos=".05 0 0" size=".05 .01 .02"/></body>
      </body></worldbody></mujoco>`;
    const force = (flat: string) => {
      const m = modelFromXml(bent(flat));
      const d = new Data(m);
      forward(m, d);
      return [...d.qfrc_passive];
    };
    for (const x of force('')) expect(x).toBeCloseTo(0, 12);
    expect(Math.hypot(...force('<config key="flat" value="true"/>'))).toBeGreaterThan(1);
  });

  test('gives both engines the same bits', () => {
    const [a, b] = (['wasm', 'js'] as const).map((engine) => {
      const m = cableModel(5, 1e7, engine);
      const d = new Data(m);
      d.ctrl.set([0.01, 0.02]);
      step(m, d, 50);
      return [...d.qpos];
    });
    expect(a).toEqual(b);
    expect(a).not.toEqual([...cableModel(5, 1e7).qpos0]);
  });
});

describe('mujoco.sensor.touch_grid', () => {
  const grid = (config: string, object = 'objtype="site" objname="touch"') => `<mujoco><option gravity="0 0 -10"/>
    <extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>
    <worldbody><geom type="plane" size="1 1 .01"/><site name="touch" pos="0 0 10"/>
      <body name="box" pos="0.3 0.2 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass="0.1"/></body></worldbody>
    <sensor><plugin plugin="mujoco.sensor.touch_grid" ${object}>${config}</plugin></sensor></mujoco>`;
  const settings = (size: string, fov: string, nchannel: number, gamma = 0) =>
    Object.entries({ size, fov, nchannel, gamma })
      .map(([key, value]) => `<config key="${key}" value="${value}"/>`)
      .join('');

  test('the sum over all cells is the weight on them', () => {
    const m = modelFromXml(grid(settings('6 2', '5.71 5.71', 3)));
    expect(m.sensor_dim[0]).toBe(3 * 6 * 2);
    const d = new Data(m);
    step(m, d, 1000);
    forward(m, d);
    const normal = [...d.sensordata.subarray(0, 12)];
    expect(Math.abs(normal.reduce((a, b) => a + b, 0))).toBeCloseTo(1, 3);
    // right of the middle and above it, looking along the negative z axis
    const touched = normal.flatMap((x, k) => (x === 0 ? [] : [k]));
    expect(touched.length).toBeGreaterThan(0);
    for (const k of touched) {
      expect(k % 6).toBeGreaterThanOrEqual(3);
      expect(Math.floor(k / 6)).toBe(1);
    }
  });

  test.each([
    [settings('6', '5 5', 3), /size: expected two counts, found '6'/],
    [settings('6 0', '5 5', 3), /size: expected two counts/],
    [settings('6 2', '5', 3), /fov: expected two angles/],
    [settings('6 2', '181 5', 3), /up to 180 degrees, found 181/],
    [settings('6 2', '5 91', 3), /up to 90 degrees, found 91/],
    [settings('6 2', '5 5', 7), /nchannel: expected 1 to 6, found 7/],
    [settings('6 2', '5 5', 3, 2), /gamma: expected 0 to 1, found 2/],
  ])('%s is rejected', (config, message) => {
    expect(() => modelFromXml(grid(config))).toThrow(message);
  });

  test('is rejected without a site', () => {
    const config = settings('6 2', '5 5', 3);
    expect(() => modelFromXml(grid(config, 'objtype="body" objname="box"'))).toThrow('expected a site as object');
  });
});
