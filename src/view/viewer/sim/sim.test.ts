// needs: the compiled engine
import { expect, test, vi } from 'vitest';
import { parseField } from '../../../../apps/shared/fields.ts';
import { modelFromXml, prepare } from '../../../index.ts';
import { Simulation } from './simulation.ts';

await prepare();

const pendulum = `<mujoco><option timestep="0.01" integrator="RK4"/><worldbody><body pos="0 0 1">
  <joint axis="0 1 0"/><geom size="0.1" pos="0 0 -0.5" mass="1"/></body></worldbody>
  <keyframe><key qpos="1"/></keyframe></mujoco>`;
const ball =
  '<mujoco><option gravity="0 0 0"/><worldbody><body name="ball"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>';
const wild = `<mujoco><option timestep="0.1"/><worldbody><body><joint type="slide" axis="1 0 0" stiffness="1e6"/>
  <geom size="0.1" mass="0.001"/></body></worldbody><keyframe><key qpos="1"/></keyframe></mujoco>`;

function steps(sim: Simulation, n: number): void {
  for (let k = 0; k < n; k++) sim.stepForward();
}

test('elapsed real time becomes the right number of steps', () => {
  // independent of the speed of this machine: the time budget of a frame is not under test
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const sim = new Simulation(modelFromXml(pendulum));
  for (let k = 0; k < 10; k++) sim.advance(0.02);
  expect(sim.d.time).toBeCloseTo(0.2, 6);
  sim.speed = 0.5;
  for (let k = 0; k < 10; k++) sim.advance(0.02);
  expect(sim.d.time).toBeCloseTo(0.3, 6);
  clock.mockRestore();
});

test('a step back restores the previous state, and continuing repeats the same motion', () => {
  const sim = new Simulation(modelFromXml(pendulum));
  sim.reset(0);
  steps(sim, 20);
  const [time, angle] = [sim.d.time, sim.d.qpos[0]];
  steps(sim, 10);
  for (let k = 0; k < 10; k++) sim.stepBack();
  expect([sim.d.time, sim.d.qpos[0]]).toEqual([time, angle]);
  const later = sim.history.timeAt(sim.history.length - 1);
  sim.scrub(5);
  sim.playing = true;
  sim.advance(0.02);
  expect(sim.history.length).toBe(8);
  expect(sim.d.time).toBeLessThan(later);
});

test('a full history discards its oldest states', () => {
  const sim = new Simulation(modelFromXml(pendulum));
  const { history } = sim;
  for (let k = 0; k < history.capacity + 5; k++) {
    sim.d.time = k;
    history.record();
  }
  expect(history.length).toBe(history.capacity);
  expect(history.timeAt(history.length - 1)).toBe(history.capacity + 4);
  history.goTo(0);
  expect(sim.d.time).toBe(5);
});

test('a pulled body moves to the target and rests there', () => {
  const sim = new Simulation(modelFromXml(ball));
  sim.perturbation.select(1);
  sim.perturbation.start('pull');
  sim.perturbation.target[0] = 1;
  steps(sim, 3000);
  expect(sim.d.xpos[3]).toBeCloseTo(1, 2);
  expect(Math.abs(sim.d.qvel[0]!)).toBeLessThan(0.01);
  sim.perturbation.release();
  expect([...sim.d.xfrc_applied].every((x) => x === 0)).toBe(true);
});

test('a diverging simulation stops, names the element, and offers the last good state', () => {
  const m = modelFromXml(wild);
  const sim = new Simulation(m);
  sim.reset(0);
  sim.playing = true;
  for (let k = 0; k < 200 && !sim.divergence; k++) sim.advance(0.1);
  expect(sim.playing).toBe(false);
  expect(sim.divergence?.text).toMatch(/joint 0 of body 1/);
  expect(sim.divergence?.reasons.join()).toMatch(/timestep/);
  sim.recover();
  expect(sim.divergence).toBeUndefined();
  expect(Math.abs(sim.d.qpos[0]!)).toBeLessThan(100);
});

test('fields are addressed by name, with one index or a range', () => {
  const { d } = new Simulation(modelFromXml(ball));
  expect(parseField(d, 'xpos[3:6]')).toHaveLength(3);
  expect(parseField(d, 'time')).toHaveLength(1);
  expect(parseField(d, 'qpos[9]')).toBe('qpos has 7 elements, so [9:10] is out of range');
  expect(parseField(d, 'nothing')).toBe("the data has no field 'nothing'");
});

test('going back wakes the trees that were awake: the motion is bit-identical', () => {
  const falling = `<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="2 2 .1"/>
    <body pos="0 0 0.15"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>`;
  const sim = new Simulation(modelFromXml(falling));
  while (sim.d.ntree_awake > 0 && sim.d.time < 10) sim.stepForward();
  expect(sim.d.ntree_awake).toBe(0);
  const [last, height] = [sim.history.length - 1, sim.d.qpos[2]];
  sim.scrub(20);
  expect(sim.d.ntree_awake).toBe(1);
  sim.history.truncate(20);
  for (let k = 20; k < last; k++) sim.stepForward();
  expect(sim.d.qpos[2]).toBe(height);
  expect(sim.d.ntree_awake).toBe(0);
});

test('a controller runs at each step, and is recreated when time is set back', () => {
  let made = 0;
  const counted: number[] = [];
  const sim = new Simulation(modelFromXml(pendulum), 0.5, undefined, () => {
    made++;
    let asked = 0;
    return () => void counted.push(++asked);
  });
  steps(sim, 3);
  sim.reset();
  steps(sim, 2);
  sim.scrub(0);
  sim.history.truncate(0);
  steps(sim, 1);
  expect(counted).toEqual([1, 2, 3, 1, 2, 1]);
  expect(made).toBe(3);
});

test('a control moved by the user stays overridden until a reset; the controller keeps the others', () => {
  const motors = pendulum
    .replace('<joint', '<joint name="j"')
    .replace('<keyframe>', '<actuator><motor joint="j"/><motor joint="j"/></actuator><keyframe>');
  const sim = new Simulation(modelFromXml(motors), 0.5, undefined, () => (d) => void d.ctrl.set([1, 2]));
  steps(sim, 1);
  sim.change('ctrl', 1, [5]);
  steps(sim, 2);
  expect([...sim.d.ctrl]).toEqual([1, 5]);
  sim.reset();
  steps(sim, 1);
  expect([...sim.d.ctrl]).toEqual([1, 2]);
});

test('noise is added to controls within a step, has a correlation time, and leaves the set values unchanged', () => {
  const motor = pendulum
    .replace('<joint', '<joint name="j"')
    .replace('<keyframe>', '<actuator><motor joint="j" ctrlrange="-2 2" ctrllimited="true"/></actuator><keyframe>');
  const sim = new Simulation(modelFromXml(motor));
  sim.d.ctrl[0] = 0.5;
  sim.noise.scale = 0.25;
  const forces: number[] = [];
  for (let k = 0; k < 4000; k++) {
    sim.stepForward();
    forces.push(sim.d.actuator_force[0]! - 0.5);
  }
  expect(sim.d.ctrl[0]).toBe(0.5);
  const mean = (list: number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const variance = mean(forces.map((x) => x * x));
  // a quarter of the half range, 2
  expect(Math.sqrt(variance)).toBeGreaterThan(0.4);
  expect(Math.sqrt(variance)).toBeLessThan(0.6);
  // neighbors have a correlation of exp(-dt / rate)
  expect(mean(forces.slice(1).map((x, k) => x * forces[k]!)) / variance).toBeCloseTo(Math.exp(-0.1), 1);
});

test('a recording plays through its states, forward and backward, and a reset ends it', () => {
  const m = modelFromXml('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>');
  const sim = new Simulation(m);
  const numbers = (length: number, factor: number) => Float64Array.from({ length }, (_, k) => factor * k);
  sim.replay({ time: { shape: [11], numbers: numbers(11, 0.1) }, qpos: { shape: [11, 1], numbers: numbers(11, 1) } });
  expect([sim.d.time, sim.d.qpos[0], sim.history.length]).toEqual([0, 0, 11]);
  sim.advance(0.25);
  expect(sim.d.qpos[0]).toBe(2);
  sim.stepBack();
  expect(sim.d.qpos[0]).toBe(1);
  sim.scrub(9);
  sim.playing = true;
  sim.advance(0.15);
  expect([sim.d.qpos[0], sim.playing]).toEqual([10, false]);
  sim.playing = true;
  sim.advance(0.12);
  expect(sim.d.qpos[0]).toBe(1);
  expect(() => sim.replay({ qpos: { shape: [1, 2], numbers: numbers(2, 1) } })).toThrow('qpos');
  sim.reset();
  sim.playing = true;
  sim.advance(0.1);
  expect(sim.d.qpos[0]).not.toBe(1);
  expect(sim.d.time).toBeGreaterThan(0);
});

test('running to a time ends if time does not advance', () => {
  const m = modelFromXml(pendulum);
  m.opt.timestep = 0;
  const sim = new Simulation(m);
  sim.runTo(1);
  expect(sim.d.time).toBe(0);
});
