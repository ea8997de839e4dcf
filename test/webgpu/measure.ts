/** Worlds on a device compared with those of the f64 engine. A separate program, because a driver that crashes ends its process; it prints
 *  its results as JSON. */
import { readFileSync } from 'node:fs';
import { create } from 'webgpu';
import { Batch, withParameters } from '../../src/batch.ts';
import { Data, type Model, modelFromXml, prepare, step } from '../../src/index.ts';
import { type GpuDevice, type WebgpuDevice, webgpu } from '../../src/webgpu.ts';
import { compareNumbers, largest } from '../support/oracle/difference.mjs';

const long = process.env['TENON_LONG'] !== undefined;
const text = readFileSync('examples/humanoid.xml', 'utf8');

/** The humanoid of the examples. All claims use one model, because shaders take seconds to compile: without sensors, or in long tests with
 *  friction cones, a tendon between both arms and an equality that couples them. */
const humanoid = long
  ? text.replace('<option timestep="0.002"/>', '<option timestep="0.002" cone="elliptic"/>').replace(
      '</mujoco>',
      `<tendon><fixed name="arms"><joint joint="left elbow" coef="0.5"/><joint joint="right elbow" coef="0.3"/></fixed></tendon>
        <equality><joint joint1="left shoulder pitch" joint2="right shoulder pitch"/></equality>
        <actuator><position tendon="arms" kp="20"/></actuator><sensor><tendonpos tendon="arms"/></sensor></mujoco>`,
    )
  : text.replace(/<sensor>.*<\/sensor>/s, '');

/** Steps of a few worlds. */
const STEPS = long ? 100 : 30;

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

/** A world of the f64 engine, and the largest value of each field over time, which scales the errors. */
function reference(m: Model, world: number, steps: number): { d: Data; scales: Scales } {
  const d = new Data(m);
  const scales = Object.fromEntries(all.map((name) => [name, 0])) as Scales;
  d.ctrl.fill(push(world));
  for (let k = 0; k < steps; k++) {
    step(m, d);
    for (const name of all) scales[name] = Math.max(scales[name], largest(fieldNumbers(d, name)));
  }
  return { d, scales };
}

function fieldNumbers(d: Data, name: (typeof all)[number]): number[] {
  const value = d[name];
  return typeof value === 'number' ? [value] : Array.from(value);
}

/** The largest error of the fields of a world, relative to their scales. */
function worst(batch: Batch, world: number, { d, scales }: ReturnType<typeof reference>): number {
  const errors = all.map((name) => {
    const found = batch.row(name, world) as ArrayLike<number>;
    return compareNumbers(found, fieldNumbers(d, name), { floor: scales[name] }).error;
  });
  return Math.max(...errors);
}

/** The largest error of the first worlds and of the last one. */
const worstOf = (m: Model, batch: Batch, steps: number) =>
  Math.max(...[0, 1, batch.n - 1].map((i) => worst(batch, i, reference(m, i, steps))));

function start(m: Model, n: number, device: WebgpuDevice): Batch {
  const batch = new Batch(m, n, { device, fields });
  for (let i = 0; i < n; i++) batch.row('ctrl', i).fill(push(i));
  return batch;
}

/** A step of many worlds compared with the f64 engine, and the time of the next step. */
async function measureMany(m: Model, device: WebgpuDevice): Promise<object> {
  using batch = start(m, 1024, device);
  await batch.step();
  const after1 = worstOf(m, batch, 1);
  const started = performance.now();
  await batch.step();
  const microseconds = (1000 * (performance.now() - started)) / batch.n;
  const finite = [...batch.qpos, ...batch.qvel].every(Number.isFinite);
  return { worlds: batch.n, after1, microseconds, finite, footprint: await device.footprint() };
}

/** Many steps of a few worlds, and operations on worlds. */
async function measureFew(m: Model, device: WebgpuDevice): Promise<object> {
  using batch = start(m, 4, device);
  await batch.step(STEPS);
  const later = worstOf(m, batch, STEPS);
  const time = batch.time[1];

  // world 1 alone is reset, with another mass
  const heavy = Float64Array.from(m.body_mass, (mass) => 3 * mass);
  await batch.reset(1);
  await batch.setParameters({ body_mass: heavy }, 1);
  const resetTimes = [batch.time[0], batch.time[1]];
  batch.row('ctrl', 1).fill(push(1));
  await batch.step(20);
  const own = worst(batch, 1, reference(withParameters(m, { body_mass: heavy }), 1, 20));

  // legs inside the floor have more contacts than the capacity; a world with NaN is reset
  batch.row('qpos', 2)[2] -= 0.6;
  batch.row('qvel', 3)[0] = Number.NaN;
  await batch.step();
  return {
    later,
    steps: STEPS,
    time,
    resetTimes,
    own,
    full: batch.describeWarnings(2),
    bad: batch.describeWarnings(3),
    quiet: batch.describeWarnings(0),
    badTime: batch.time[3],
  };
}

/** Number of pipelines created on a device since a moment. */
function countCompiled(device: GpuDevice): () => number {
  const compile = device.createComputePipelineAsync.bind(device);
  let count = 0;
  device.createComputePipelineAsync = (options) => {
    count++;
    return compile(options);
  };
  return () => count;
}

async function measure(): Promise<object> {
  await prepare();
  const m = modelFromXml(humanoid);
  const gpu = create(['enable-dawn-features=disable_robustness,skip_validation']);
  const device = await webgpu({ gpu, contacts: 10, rows: 80 });
  const compiled = countCompiled(device.device);
  const many = await measureMany(m, device);
  const first = compiled();
  const few = await measureFew(m, device);
  return { many, ...few, compiled: [first, compiled()] };
}

try {
  console.log(JSON.stringify(await measure()));
  process.exit(0);
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
  process.exit(0);
}
