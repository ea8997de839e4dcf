/** Worlds on a device beside those of the f64 engine. A program of its own, because a driver that fails takes its process
 *  with it; it prints what it found as JSON. */
import { create } from 'webgpu';
import { Batch, modelWith } from '../../src/batch.ts';
import { Data, type Model, modelFromXml, prepare, step } from '../../src/index.ts';
import { webgpu } from '../../src/webgpu.ts';

/** A ball that slides and turns on a plane, and one on an arm with a limit. Small, because shaders take seconds to compile. */
const scene = `<mujoco><option timestep="0.005"/><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 0.099"><joint type="slide"/><joint type="slide" axis="1 0 0"/><joint axis="0 1 0"/>
    <geom size="0.1" condim="3"/></body>
  <body pos="1 0 0.3"><joint name="hinge" axis="0 1 0" limited="true" range="-10 45" damping="0.1"/>
    <geom size="0.05" pos="0.3 0 0"/></body></worldbody>
  <actuator><motor joint="hinge"/></actuator></mujoco>`;

const fields = ['xpos', 'M', 'qfrc_bias', 'qacc_smooth', 'ncon', 'nefc', 'qfrc_constraint', 'qacc'] as const;

/** What is wrong at most with the fields of a world, as a share of the largest number in each. */
function worst(batch: Batch, world: number, d: Data): number {
  let most = 0;
  for (const name of [...fields, 'qpos', 'qvel'] as const) {
    const found = batch.row(name, world) as ArrayLike<number>;
    const wanted = d[name];
    const numbers = typeof wanted === 'number' ? [wanted] : Array.from(wanted);
    // what is all but zero has no scale of its own
    const scale = Math.max(1e-3, ...numbers.map(Math.abs));
    numbers.forEach((x, k) => {
      const error = Math.abs(x - found[k]) / scale;
      most = Math.max(most, error);
    });
  }
  return most;
}

const push = (world: number) => 0.5 * Math.sin(world);

function reference(m: Model, world: number, steps: number): Data {
  const d = new Data(m);
  d.ctrl[0] = push(world);
  step(m, d, steps);
  return d;
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
  for (let i = 0; i < n; i++) batch.ctrl[i] = push(i);
  await batch.step();
  const after1 = Math.max(...[0, 1, n - 1].map((i) => worst(batch, i, reference(m, i, 1))));
  await batch.step(99);
  const time = batch.time[1];

  // world 1 alone starts again, with another mass
  const heavy = Float64Array.from(m.body_mass, (mass) => 3 * mass);
  await batch.reset(1);
  await batch.setParameters({ body_mass: heavy }, 1);
  const resetTimes = [batch.time[0], batch.time[1]];
  batch.ctrl[1] = push(1);
  await batch.step(20);
  const own = worst(batch, 1, reference(modelWith(m, { body_mass: heavy }), 1, 20));

  // the second ball on the floor is one contact more than there is room for; a world with NaN starts again
  batch.row('qpos', 2)[0] = -0.002;
  batch.row('qpos', 2)[3] = 1.1;
  batch.row('qvel', 3)[0] = Number.NaN;
  await batch.step();
  return {
    after1,
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
