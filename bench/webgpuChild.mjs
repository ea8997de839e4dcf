// One case of `npm run bench -- webgpu`.
import { readFileSync } from 'node:fs';
import { create } from 'webgpu';
import { compareNumbers } from '../test/support/difference.mjs';

/** An entry point of the build. */
const built = (name) => import(new URL(`../dist/${name}.js`, import.meta.url).href);
const { Batch } = await built('batch');
const { Data, Enable, forward, modelFromXml, prepare, step } = await built('index');
const { webgpu } = await built('webgpu');

const { name, worlds, steps, long, many } = JSON.parse(process.argv[2]);
/** Results of stages that are compared after one step. */
const results = [
  ['xpos', 'xmat', 'xipos', 'geom_xpos', 'site_xpos', 'subtree_com', 'cinert', 'cdof', 'crb', 'M', 'qLD', 'qLDiagInv'],
  ['ten_length', 'ten_J', 'actuator_length', 'actuator_moment', 'ncon', 'nefc', 'cvel', 'cdof_dot', 'qfrc_bias'],
  ['qfrc_passive', 'actuator_velocity', 'actuator_force', 'qfrc_actuator', 'qfrc_smooth', 'qacc_smooth'],
  ['qfrc_constraint', 'qacc', 'sensordata', 'qpos', 'qvel', 'act', 'time'],
].flat();

/** A model of the examples within the scope of devices: Euler for RK4, and a pedestal that collides with nothing. */
function example(file) {
  const xml = readFileSync(new URL(`../examples/${file}.xml`, import.meta.url), 'utf8')
    .replace('integrator="RK4"', 'integrator="Euler"')
    .replace('<geom name="pedestal"', '<geom name="pedestal" contype="0" conaffinity="0"');
  return modelFromXml(xml);
}

async function deviceOf(capacities) {
  const gpu = create(['enable-dawn-features=disable_robustness,skip_validation']);
  const adapter = await gpu.requestAdapter();
  if (!adapter) throw new Error('there is no adapter: apt install chromium brings SwiftShader');
  return { adapter: adapter.info?.description ?? 'unknown', device: await webgpu({ gpu, ...capacities }) };
}

const control = (world, u) => 0.3 * Math.sin(world + 2 * u);

const speed = (world, k) => 0.2 * Math.cos(3 * world + k);

/** Each world has controls and velocities of its own. */
function disturb(batch, m, n) {
  for (let i = 0; i < n; i++) {
    for (let u = 0; u < m.nu; u++) batch.ctrl[i * m.nu + u] = control(i, u);
    for (let k = 0; k < m.nv; k++) batch.qvel[i * m.nv + k] = speed(i, k);
  }
}

/** One step field by field, then statistics of many. */
async function agreement() {
  const m = example(name);
  const probe = new Data(m);
  const fields = results.filter((field) => typeof probe[field] === 'number' || probe[field]?.length > 0);
  const { adapter, device } = await deviceOf({});
  const asked = fields.filter((field) => !['qpos', 'qvel', 'act', 'time'].includes(field));
  const batch = new Batch(m, worlds, { device, fields: asked });
  disturb(batch, m, worlds);
  const started = performance.now();
  await batch.step();
  const compiled = (performance.now() - started) / 1000;
  const errors = fields
    .map((field) => ({ field, error: stepError(m, batch, field) }))
    .sort((a, b) => b.error - a.error);
  console.log(
    `${name}, ${adapter}: shaders ${compiled.toFixed(0)} s; after a step the worst of ${fields.length} fields`,
  );
  console.log(`  is ${texts(errors.slice(0, 1))} of scale; next ${texts(errors.slice(1, 4))}`);
  const threads = new Batch(m, worlds, { fields: ['ncon'] });
  disturb(threads, m, worlds);
  await batch.step(steps / 2 - 1);
  await threads.step(steps / 2);
  const sums = [batch, threads].map(() => ({ finite: 0, energy: 0, kinetic: 0, contacts: 0 }));
  m.opt.enableflags |= Enable.ENERGY;
  // ten moments of the second half
  for (let k = 0; k < 10; k++) {
    for (const [at, of] of [batch, threads].entries()) {
      await of.step(steps / 20);
      addStatistics(m, of, sums[at]);
    }
  }
  const [ours, theirs] = sums.map(({ finite, ...sum }) => {
    const means = Object.entries(sum).map(([key, value]) => [key, value / finite]);
    return { finite: finite / 10, ...Object.fromEntries(means) };
  });
  console.log(`  ${steps} steps of ${worlds} worlds: ${ours.finite} finite`);
  for (const key of ['energy', 'kinetic', 'contacts'])
    console.log(`  mean ${key}: ${compared(ours[key], theirs[key])}`);
}

const texts = (list) => list.map(({ field, error }) => `${field} ${error.toExponential(1)}`).join(', ');
const compared = (a, b) =>
  `${a.toPrecision(6)} against ${b.toPrecision(6)}, ${((100 * Math.abs(a - b)) / Math.max(1e-9, Math.abs(b))).toFixed(3)} %`;

/** The largest error of a field after one step in a few worlds, as a share of its largest number. */
function stepError(m, batch, field) {
  const errors = [0, 1, worlds - 1].map((world) => {
    const d = new Data(m);
    for (let u = 0; u < m.nu; u++) d.ctrl[u] = control(world, u);
    for (let k = 0; k < m.nv; k++) d.qvel[k] = speed(world, k);
    step(m, d);
    const wanted = typeof d[field] === 'number' ? [d[field]] : d[field].slice();
    d.free();
    return compareNumbers(batch.row(field, world), wanted, { floor: 1e-6 }).error;
  });
  return Math.max(...errors);
}

/** Sums over worlds, computed in f64 from their states. */
function addStatistics(m, batch, sum) {
  const d = new Data(m);
  for (let i = 0; i < worlds; i++) {
    d.qpos.set(batch.row('qpos', i));
    d.qvel.set(batch.row('qvel', i));
    if (!d.qpos.every(Number.isFinite) || !d.qvel.every(Number.isFinite)) continue;
    forward(m, d);
    const [potential, kinetic] = d.energy;
    sum.finite++;
    sum.energy += potential + kinetic;
    sum.kinetic += kinetic;
    sum.contacts += batch.row('ncon', i)[0];
  }
  d.free();
}

/** A hundred times as heavy on top, with stiff contacts. */
async function stiff() {
  const m = modelFromXml(`<mujoco><option timestep="0.002"/><default><geom solref="0.002 1"/></default><worldbody>
    <geom type="plane" size="5 5 1"/><body pos="0 0 0.051"><freejoint/><geom type="box" size="0.05 0.05 0.05" mass="0.1"/></body>
    <body pos="0 0 0.203"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="10"/></body></worldbody></mujoco>`);
  await lasts('boxes of 10 and 0.1 kg, solref 0.002', m, 8, { contacts: 16, rows: 64 });
}

async function fall() {
  await lasts('a humanoid that falls', example('humanoid'), 8, {});
}

/** Many steps without a bad number. */
async function lasts(what, m, n, capacities) {
  const { device } = await deviceOf(capacities);
  const batch = new Batch(m, n, { device });
  disturb(batch, m, n);
  await batch.step(long);
  const warnings = Array.from({ length: n }, (_, i) => batch.warningTexts(i)).flat();
  const finite = [...batch.qpos, ...batch.qvel].every(Number.isFinite);
  console.log(
    `${what}: ${long} steps of ${n} worlds: ${finite ? 'all finite' : 'NOT FINITE'}, ${warnings.length} warnings`,
  );
  for (const text of new Set(warnings)) console.log(`  ${text}`);
}

async function crowd() {
  const m = example('humanoid');
  const { adapter, device } = await deviceOf({});
  const batch = new Batch(m, many, { device });
  disturb(batch, m, many);
  await batch.step();
  const count = 5;
  const started = performance.now();
  await batch.step(count);
  const each = (1000 * (performance.now() - started)) / many / count;
  const { dispatches, bytesPerWorld } = await device.footprint();
  console.log(`${many} humanoids, ${adapter}: ${dispatches} dispatches a step, ${bytesPerWorld} bytes a world,`);
  console.log(
    `  ${each.toFixed(1)} us a world-step, ${[...batch.qpos].every(Number.isFinite) ? 'all finite' : 'NOT FINITE'}`,
  );
}

await prepare();
const cases = { stiff, fall, many: crowd };
await (cases[name] ?? agreement)();
process.exit(0);
