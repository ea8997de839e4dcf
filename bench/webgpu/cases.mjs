// The cases of `npm run bench -- webgpu`, in Node (child.mjs) and in browsers (page.mjs): agreement of worlds on a device with the f64
// engine, stability, and cost.
import { compareNumbers } from '../../test/support/oracle/difference.mjs';

/** Names of the cases, and their descriptions. */
export const caseNames = {
  swing: 'two poles without contacts: a quick check, shaders compile in seconds',
  pendulum: 'agreement with the f64 engine: a pendulum',
  quadruped: 'agreement: a quadruped',
  arm_gripper: 'agreement: an arm with a gripper',
  humanoid: 'agreement: a humanoid',
  stiff: 'endurance: boxes of 10 and 0.1 kg, solref 0.002',
  fall: 'endurance: a falling humanoid',
  heap: 'endurance: ellipsoids, cylinders and meshes falling on boxes and meshes',
  many: 'cost: many humanoids',
};

/** Models of cases that are not examples. */
const swing = `<mujoco><option timestep="0.005"/><worldbody><body pos="0 0 2"><joint axis="0 1 0" damping="0.1"/>
  <geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.5" contype="0" conaffinity="0"/>
  <body pos="0 0 -0.5"><joint axis="0 1 0" damping="0.1"/>
  <geom type="capsule" size="0.02" fromto="0 0 0 0 0 -0.5" contype="0" conaffinity="0"/></body></body></worldbody></mujoco>`;
// a box a hundred times as heavy on top, with stiff contacts
const boxes = `<mujoco><option timestep="0.002"/><default><geom solref="0.002 1"/></default><worldbody>
  <geom type="plane" size="5 5 1"/><body pos="0 0 0.051"><freejoint/><geom type="box" size="0.05 0.05 0.05" mass="0.1"/></body>
  <body pos="0 0 0.203"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="10"/></body></worldbody></mujoco>`;

// shapes whose contacts are found by GJK and EPA, on a floor of boxes with a mesh in the middle
const shapes = [
  'type="ellipsoid" size="0.12 0.09 0.06"',
  'type="cylinder" size="0.08 0.1"',
  'type="mesh" mesh="cut"',
  'type="mesh" mesh="tetra"',
];
const heap = `<mujoco><option timestep="0.004"/><asset>
  <mesh name="tetra" vertex="0.1 0.1 0.1 -0.1 -0.1 0.1 -0.1 0.1 -0.1 0.1 -0.1 -0.1"/>
  <mesh name="cut" vertex="0.1 0.1 0.1 -0.1 0.1 0.1 0.1 -0.1 0.1 -0.1 -0.1 0.1 0.1 0.1 -0.1 -0.1 0.1 -0.1 0.1 -0.1 -0.1
    -0.1 -0.1 0 -0.1 0 -0.1 0 -0.1 -0.1"/></asset><worldbody><geom type="box" size="2 2 0.1" pos="0 0 -0.1"/>
  <geom type="mesh" mesh="tetra"/>${Array.from(
    { length: 8 },
    (_, i) =>
      `<body pos="${0.12 * (i % 3)} ${0.1 * (i % 2)} ${0.3 + 0.2 * i}"><freejoint/><geom ${shapes[i % 4]}/></body>`,
  ).join('')}</worldbody></mujoco>`;

/** Stage results that are compared after one step. */
const results = [
  ['xpos', 'xmat', 'xipos', 'geom_xpos', 'site_xpos', 'subtree_com', 'cinert', 'cdof', 'crb', 'M', 'qLD', 'qLDiagInv'],
  ['ten_length', 'ten_J', 'actuator_length', 'actuator_moment', 'ncon', 'nefc', 'cvel', 'cdof_dot', 'qfrc_bias'],
  ['qfrc_passive', 'actuator_velocity', 'actuator_force', 'qfrc_actuator', 'qfrc_smooth', 'qacc_smooth'],
  ['qfrc_constraint', 'qacc', 'sensordata', 'qpos', 'qvel', 'act', 'time'],
].flat();

/** @typedef {object} Bench what cases need from their environment
 *  @property {any} tenon the entry point
 *  @property {any} Batch
 *  @property {(name: string) => string} exampleText
 *  @property {(capacities: object) => Promise<any>} deviceOf
 *  @property {string} adapter
 *  @property {(line: string) => void} print
 *
 *  @typedef {{ worlds: number, steps: number, long: number, many: number }} Counts */

/** Endurance cases: their models (a humanoid by default), and the capacities of each world. */
const enduring = {
  stiff: { model: boxes, contacts: 16, rows: 64 },
  fall: {},
  heap: { model: heap, contacts: 80, rows: 320 },
};

/** Run one case.
 *  @param {Bench} bench @param {string} name @param {Counts} counts */
export async function runCase(bench, name, counts) {
  if (name in enduring) return await lasts(bench, name, counts);
  if (name === 'many') return await crowd(bench, counts);
  return await agreement(bench, name, counts);
}

/** A model of the examples, or a small one that compiles in seconds. */
function example({ tenon, exampleText }, name) {
  return tenon.modelFromXml(name === 'swing' ? swing : exampleText(name));
}

const control = (world, u) => 0.3 * Math.sin(world + 2 * u);

const speed = (world, k) => 0.2 * Math.cos(3 * world + k);

/** Different controls and velocities for each world. */
function disturb(batch, m, n) {
  for (let i = 0; i < n; i++) {
    for (let u = 0; u < m.nu; u++) batch.ctrl[i * m.nu + u] = control(i, u);
    for (let k = 0; k < m.nv; k++) batch.qvel[i * m.nv + k] = speed(i, k);
  }
}

/** Errors of one step by field, then statistics of many steps, as text. */
async function agreement(bench, name, counts) {
  const { worlds, steps } = counts;
  const { compiled, errors, device: ours, processor: theirs } = await measureAgreement(bench, name, counts);
  bench.print(
    `${name}, ${bench.adapter}: shaders ${compiled.toFixed(0)} s; largest relative errors of ${errors.length} fields after a step:`,
  );
  bench.print(`  ${errorText(errors.slice(0, 1))}; then ${errorText(errors.slice(1, 4))}`);
  bench.print(`  ${steps} steps of ${worlds} worlds: ${ours.finite} finite`);
  for (const key of ['energy', 'kinetic', 'contacts'])
    bench.print(`  mean ${key}: ${compared(ours[key], theirs[key])}`);
}

/** Errors of each field after one step, the largest first; then means of energies and contacts over many steps, if any.
 *  @param {Bench} bench @param {string} name @param {Pick<Counts, 'worlds' | 'steps'>} counts */
export async function measureAgreement(bench, name, { worlds, steps }) {
  const { tenon, Batch } = bench;
  const m = example(bench, name);
  const probe = new tenon.Data(m);
  const fields = results.filter((field) => typeof probe[field] === 'number' || probe[field]?.length > 0);
  const asked = fields.filter((field) => !['qpos', 'qvel', 'act', 'time'].includes(field));
  const batch = new Batch(m, worlds, { device: await bench.deviceOf({}), fields: asked });
  disturb(batch, m, worlds);
  const started = performance.now();
  await batch.step();
  const compiled = (performance.now() - started) / 1000;
  const errors = fields
    .map((field) => ({ field, error: stepError(tenon, m, batch, field, worlds) }))
    .sort((a, b) => b.error - a.error);
  const [device, processor] = steps > 0 ? await statistics(bench, m, batch, worlds, steps) : [nothing, nothing];
  batch.free();
  return { compiled, errors, device, processor };
}

const errorText = (list) => list.map(({ field, error }) => `${field} ${error.toExponential(1)}`).join(', ');
const compared = (a, b) =>
  `${a.toPrecision(6)} against ${b.toPrecision(6)}, ${((100 * Math.abs(a - b)) / Math.max(1e-9, Math.abs(b))).toFixed(3)} %`;

const nothing = { finite: 0, energy: 0, kinetic: 0, contacts: 0 };

/** Means over worlds and ten samples of the second half of the steps: on the device, and by the f64 engine. */
async function statistics({ tenon, Batch }, m, batch, worlds, steps) {
  const threads = new Batch(m, worlds, { fields: ['ncon'] });
  disturb(threads, m, worlds);
  await batch.step(steps / 2 - 1);
  await threads.step(steps / 2);
  const sums = [batch, threads].map(() => ({ finite: 0, energy: 0, kinetic: 0, contacts: 0 }));
  m.opt.enableflags |= tenon.Enable.ENERGY;
  for (let k = 0; k < 10; k++) {
    for (const [at, of] of [batch, threads].entries()) {
      await of.step(steps / 20);
      addStatistics(tenon, m, of, sums[at], worlds);
    }
  }
  threads.free();
  return sums.map(({ finite, ...sum }) => {
    const means = Object.entries(sum).map(([key, value]) => [key, value / finite]);
    return { finite: finite / 10, ...Object.fromEntries(means) };
  });
}

/** The largest error of a field after one step in a few worlds, relative to its largest value. */
function stepError(tenon, m, batch, field, worlds) {
  const errors = [...new Set([0, Math.min(1, worlds - 1), worlds - 1])].map((world) => {
    const d = new tenon.Data(m);
    for (let u = 0; u < m.nu; u++) d.ctrl[u] = control(world, u);
    for (let k = 0; k < m.nv; k++) d.qvel[k] = speed(world, k);
    tenon.step(m, d);
    const wanted = typeof d[field] === 'number' ? [d[field]] : d[field].slice();
    d.free();
    return compareNumbers(batch.row(field, world), wanted, { floor: 1e-6 }).error;
  });
  return Math.max(...errors);
}

/** Sums over worlds, computed in f64 from their states. */
function addStatistics(tenon, m, batch, sum, worlds) {
  const d = new tenon.Data(m);
  for (let i = 0; i < worlds; i++) {
    d.qpos.set(batch.row('qpos', i));
    d.qvel.set(batch.row('qvel', i));
    if (!d.qpos.every(Number.isFinite) || !d.qvel.every(Number.isFinite)) continue;
    tenon.forward(m, d);
    const [potential, kinetic] = d.energy;
    sum.finite++;
    sum.energy += potential + kinetic;
    sum.kinetic += kinetic;
    sum.contacts += d.ncon;
  }
  d.free();
}

/** Many steps, with a check for NaN and infinity, as text. */
async function lasts(bench, name, { long }) {
  const { finite, worlds, warnings } = await measureEndurance(bench, name, { worlds: 8, steps: long });
  const end = `${finite ? 'all finite' : 'NOT FINITE'}, ${warnings.length} warnings`;
  bench.print(`${caseNames[name]}: ${long} steps of ${worlds} worlds: ${end}`);
  for (const text of new Set(warnings)) bench.print(`  ${text}`);
}

/** The state of stiff worlds after many steps.
 *  @param {Bench} bench @param {string} name @param {Pick<Counts, 'worlds' | 'steps'>} counts */
export async function measureEndurance(bench, name, { worlds, steps }) {
  const { model, ...capacities } = enduring[name];
  const m = model ? bench.tenon.modelFromXml(model) : example(bench, 'humanoid');
  const batch = new bench.Batch(m, worlds, { device: await bench.deviceOf(capacities) });
  disturb(batch, m, worlds);
  await batch.step(steps);
  const warnings = Array.from({ length: worlds }, (_, i) => batch.describeWarnings(i)).flat();
  const finite = [...batch.qpos, ...batch.qvel].every(Number.isFinite);
  batch.free();
  return { worlds, finite, warnings };
}

/** Cost of a step of many humanoids on the device, and on the threads of the processor. */
async function crowd(bench, { many }) {
  const m = example(bench, 'humanoid');
  const device = await bench.deviceOf({});
  const [each, batch] = await timed(bench, m, many, { device });
  const { dispatches, bytesPerWorld } = await device.footprint();
  bench.print(
    `${many} humanoids, ${bench.adapter}: ${dispatches} dispatches per step, ${bytesPerWorld} bytes per world,`,
  );
  const finite = [...batch.qpos].every(Number.isFinite);
  bench.print(`  ${each.toFixed(1)} us per world-step, ${finite ? 'all finite' : 'NOT FINITE'}`);
  batch.free();
  const threads = globalThis.navigator?.hardwareConcurrency ?? 2;
  const [there, processor] = await timed(bench, m, many, { threads });
  bench.print(`  ${there.toFixed(1)} us per world-step on ${threads} threads of the processor, in double precision`);
  processor.free();
}

/** Microseconds per step of one world among many. */
async function timed({ Batch }, m, n, options) {
  const batch = new Batch(m, n, options);
  disturb(batch, m, n);
  await batch.step();
  const count = 5;
  const started = performance.now();
  await batch.step(count);
  return [(1000 * (performance.now() - started)) / n / count, batch];
}
