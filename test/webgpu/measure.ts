/** Worlds on a device beside those of the f64 engine. A program of its own, because a driver that fails takes its process
 *  with it; it prints what it found as JSON. */
import { create } from 'webgpu';
import { Batch, modelWith } from '../../src/batch.ts';
import { Data, type Model, modelFromXml, prepare, step } from '../../src/index.ts';
import { webgpu } from '../../src/webgpu.ts';
import { compareNumbers, largest } from '../support/difference.mjs';

/** A ball that slides and turns on a plane and feels it, one on an arm with a limit, and two arms that a tendon pulls and an
 *  equality couples. Small, because shaders take seconds to compile. */
const scene = `<mujoco><option timestep="0.005" cone="elliptic"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 0.099"><joint type="slide"/><joint type="slide" axis="1 0 0"/><joint axis="0 1 0"/>
    <geom size="0.1" condim="3"/><site name="skin" size="0.12"/></body>
  <body pos="1 0 0.3"><joint name="hinge" axis="0 1 0" limited="true" range="-10 45" damping="0.1"/>
    <geom size="0.05" pos="0.3 0 0"/></body>
  <body pos="2 0 3"><joint name="a" axis="0 1 0" damping="0.2"/><geom size="0.05" pos="0.3 0 0"/></body>
  <body pos="3 0 3"><joint name="b" axis="0 1 0" damping="0.2"/><geom size="0.05" pos="0.3 0 0"/></body></worldbody>
  <tendon><fixed name="both"><joint joint="a" coef="0.5"/><joint joint="b" coef="0.3"/></fixed></tendon>
  <equality><joint joint1="a" joint2="b" polycoef="0 2 0 0 0"/></equality>
  <actuator><motor joint="hinge"/><position tendon="both" kp="20"/></actuator>
  <sensor><touch site="skin"/><tendonpos tendon="both"/></sensor></mujoco>`;

const fields = [
  'xpos',
  'M',
  'qfrc_bias',
  'qfrc_actuator',
  'qacc_smooth',
  'ncon',
  'nefc',
  'qfrc_constraint',
  'qacc',
  'sensordata',
] as const;
const all = [...fields, 'qpos', 'qvel'] as const;

const push = (world: number) => 0.5 * Math.sin(world);

type Scales = Record<(typeof all)[number], number>;

/** A world of the f64 engine, and the largest number of each field on its way: that is the scale of what differs. */
function reference(m: Model, world: number, steps: number): { d: Data; scales: Scales } {
  const d = new Data(m);
  const scales = Object.fromEntries(all.map((name) => [name, 0])) as Scales;
  d.ctrl.fill(push(world));
  for (let k = 0; k < steps; k++) {
    step(m, d);
    for (const name of all) scales[name] = Math.max(scales[name], largest(numbersOf(d, name)));
  }
  return { d, scales };
}

function numbersOf(d: Data, name: (typeof all)[number]): number[] {
  const value = d[name];
  return typeof value === 'number' ? [value] : Array.from(value);
}

/** What is wrong at most with the fields of a world, as a share of their scales. */
function worst(batch: Batch, world: number, { d, scales }: ReturnType<typeof reference>): number {
  const errors = all.map((name) => {
    const found = batch.row(name, world) as ArrayLike<number>;
    return compareNumbers(found, numbersOf(d, name), { floor: scales[name] }).error;
  });
  return Math.max(...errors);
}

async function measure(): Promise<object> {
  await prepare();
  const m = modelFromXml(scene);
  const device = await webgpu({
    gpu: create(['enable-dawn-features=disable_robustness,skip_validation']),
    contacts: 1,
  });
  const n = 40;
  using batch = new Batch(m, n, { device, fields });
  for (let i = 0; i < n; i++) batch.row('ctrl', i).fill(push(i));
  await batch.step();
  const after1 = Math.max(...[0, 1, n - 1].map((i) => worst(batch, i, reference(m, i, 1))));
  await batch.step(99);
  const after100 = Math.max(...[0, 1, n - 1].map((i) => worst(batch, i, reference(m, i, 100))));
  const time = batch.time[1];

  // world 1 alone starts again, with another mass
  const heavy = Float64Array.from(m.body_mass, (mass) => 3 * mass);
  await batch.reset(1);
  await batch.setParameters({ body_mass: heavy }, 1);
  const resetTimes = [batch.time[0], batch.time[1]];
  batch.row('ctrl', 1).fill(push(1));
  await batch.step(20);
  const own = worst(batch, 1, reference(modelWith(m, { body_mass: heavy }), 1, 20));

  // the second ball on the floor is one contact more than there is room for; a world with NaN starts again
  batch.row('qpos', 2)[0] = -0.002;
  batch.row('qpos', 2)[3] = 1.1;
  batch.row('qvel', 3)[0] = Number.NaN;
  await batch.step();
  return {
    after1,
    after100,
    footprint: await device.footprint(),
    time,
    resetTimes,
    own,
    full: batch.warningTexts(2),
    bad: batch.warningTexts(3),
    quiet: batch.warningTexts(0),
    badTime: batch.time[3],
  };
}

try {
  console.log(JSON.stringify(await measure()));
  process.exit(0);
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
  process.exit(0);
}
