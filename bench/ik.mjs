// `npm run bench -- ik --models <folder>`: solves of inverse kinematics in the scenes of mink's benchmark, with steps of 2 ms. The folder
// has universal_robots_ur5e and unitree_g1 of the MuJoCo Menagerie, and aloha of mink's examples.
//   --python <program>   also runs mink, interleaved: a Python with mink and daqp
//   --dist <folder>      the build (default: dist);   --against <folder>  also runs another build, interleaved
//   --rounds <n>         turns of each (default: 5);   --steps <n>  solves of a turn (default: 4000);   --scene <words>
//   --record <file>      writes quadratic programs of the scenes as JSON lines and variants that are degenerate or infeasible, with
//                        the solutions of our solver; `bench/others/qp.py` compares them with a reference
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { recordProblems } from './kit/ikRecord.mjs';
import { DT, ikScenes, swing } from './kit/ikScenes.mjs';
import { median } from './kit/measure.mjs';
import { short, textTable } from './kit/table.mjs';

const built = fileURLToPath(new URL('../dist', import.meta.url));
const minkScript = fileURLToPath(new URL('./others/ik.py', import.meta.url));

/** Warm-up solves. */
const WARMUP = 1000;

export async function benchIk({
  models,
  python,
  against,
  dist = built,
  rounds = 5,
  steps = 4000,
  scene: words,
  record,
}) {
  if (!models) throw new Error('bench ik: expected --models <folder> with universal_robots_ur5e, unitree_g1 and aloha');
  const builds = [await loadBuild(dist), ...(against ? [await loadBuild(against)] : [])];
  const scenes = ikScenes.filter(({ name, file }) => {
    if (words && !name.toLowerCase().includes(String(words).toLowerCase())) return false;
    const isThere = existsSync(join(models, file));
    if (!isThere) console.log(`${name}: skipped, ${file} is missing`);
    return isThere;
  });
  if (record) return recordProblems(builds[0], scenes, record, (scene) => makeWorld(builds[0], scene, models), run);
  const head = ['scene', 'nv', 'pairs', 'solver', 'mean us', 'median us', 'p99 us', 'over Tenon'];
  const [times, parts] = [[head], [['scene', 'kinematics us', 'Jacobians us', 'limits us', 'assembly us', 'QP us']]];
  for (const scene of scenes) {
    const worlds = [];
    for (const build of builds) worlds.push(await makeWorld(build, scene, models));
    for (const world of worlds) run(world, scene, WARMUP);
    /** @type {any[][]} */
    const results = Array.from({ length: worlds.length + (python ? 1 : 0) }, () => []);
    for (let round = 0; round < rounds; round++) {
      for (const [k, world] of worlds.entries()) results[k].push(run(world, scene, steps));
      if (python) results[worlds.length].push(runMink(python, scene, worlds[0], models, steps));
    }
    const { model, collisions } = worlds[0];
    const first = median(results[0].map((turn) => turn.median));
    results.forEach((turns, k) => {
      const name = k === 0 ? 'Tenon' : k < worlds.length ? against : 'mink';
      const [mean, middle, p99] = ['mean', 'median', 'p99'].map((key) => median(turns.map((turn) => turn[key])));
      const cells = [mean, middle, p99].map(short);
      times.push([scene.name, model.nv, (collisions?.pairs.length ?? 0) / 2, name, ...cells, short(middle / first)]);
    });
    const mink = results[worlds.length]?.at(-1);
    if (mink)
      console.log(`${scene.name}: qpos after ${steps} steps ${difference(mink.qpos, results[0].at(-1).qpos)} apart`);
    parts.push([scene.name, ...split(worlds[0], scene, steps)]);
  }
  console.log(`${textTable(times)}\n\n${textTable(parts)}`);
}

async function loadBuild(folder) {
  const entry = (name) => import(pathToFileURL(resolve(folder, name)).href);
  const [core, ik] = [await entry('index.js'), await entry('ik.js')];
  await core.prepare();
  return { ...core, ...ik };
}

/** Model, tasks and limits of a scene. */
async function makeWorld(build, scene, models) {
  const { AccelerationLimit: _, ...b } = build;
  const model = await b.loadModel(join(models, scene.file));
  const configuration = new b.Configuration(model);
  configuration.updateFromKeyframe(scene.key);
  const tasks = scene.tasks.map((spec) => makeTask(b, model, spec));
  const starts = tasks.map((task) => {
    task.setTargetFrom(configuration);
    return task.target?.slice(0, 3);
  });
  const limits = [new b.ConfigurationLimit(model)];
  if (scene.velocity) limits.push(new b.VelocityLimit(model, scene.velocity));
  const { pairs, minimum, detection } = scene.collisions ?? {};
  const collisions =
    pairs && new b.CollisionAvoidanceLimit(model, { pairs, minimumDistance: minimum, detectionDistance: detection });
  if (collisions) limits.push(collisions);
  return { build: b, model, configuration, tasks, starts, limits, collisions };
}

function makeTask({ FrameTask, PostureTask, ComTask }, model, spec) {
  if (spec.kind === 'posture') return new PostureTask(model, { cost: spec.cost });
  if (spec.kind === 'com') return new ComTask(model, { cost: spec.cost });
  const { frame, position, orientation, lm } = spec;
  return new FrameTask(model, frame, { positionCost: position, orientationCost: orientation, lmDamping: lm });
}

/** Follows the targets for some steps from the keyframe; returns the microseconds of the solves. Calls `before` with each step. */
function run(
  { build, configuration, tasks, starts, limits },
  scene,
  steps,
  before = (/** @type {number} */ _k, /** @type {object} */ _options) => {},
) {
  const { solveIk, resetSolver } = build;
  configuration.updateFromKeyframe(scene.key);
  resetSolver(configuration);
  const options = { limits, damping: scene.damping };
  const micros = new Float64Array(steps);
  const pos = [0, 0, 0];
  for (let k = 0; k < steps; k++) {
    scene.tasks.forEach(({ move }, t) => {
      if (!move) return;
      for (let i = 0; i < 3; i++) pos[i] = starts[t][i] + swing(k) * move[i];
      if (scene.tasks[t].kind === 'com') tasks[t].setTarget(pos);
      else tasks[t].setTarget({ pos });
    });
    before(k, options);
    const from = performance.now();
    const velocity = solveIk(configuration, tasks, DT, options);
    micros[k] = 1e3 * (performance.now() - from);
    configuration.integrateInPlace(velocity, DT);
  }
  const sorted = micros.toSorted();
  const mean = micros.reduce((sum, t) => sum + t, 0) / steps;
  return { mean, median: median([...sorted]), p99: sorted[Math.floor(0.99 * steps)], qpos: [...configuration.qpos] };
}

/** Median microseconds of the parts of a step. */
function split(world, scene, steps) {
  const { measureSolves } = world.build;
  const all = { kinematics: [], jacobians: [], limits: [], assembly: [], qp: [] };
  let times;
  const note = () => {
    for (const [part, ms] of Object.entries(times ?? {})) all[part].push(1e3 * ms);
    const from = performance.now();
    world.configuration.update();
    times = { kinematics: performance.now() - from, jacobians: 0, limits: 0, assembly: 0, qp: 0 };
    measureSolves(times);
  };
  run(world, scene, steps, note);
  measureSolves(undefined);
  return Object.values(all).map((list) => short(median(list)));
}

/** The same with mink. */
function runMink(python, scene, { model, collisions, build }, models, steps) {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-ik-'));
  try {
    const { velocity, ...spec } = scene;
    const limited = [...model.jnt_type.keys()].filter((j) => model.jnt_type[j] !== build.JointType.FREE);
    const joints = limited.map((j) => build.id2name(model, build.ObjType.JOINT, j));
    const pairs = collisions && [...collisions.pairs];
    const velocities = velocity ? Object.fromEntries(joints.map((name) => [name, velocity])) : undefined;
    const file = join(folder, 'scene.json');
    const path = resolve(models, scene.file);
    writeFileSync(file, JSON.stringify({ ...spec, path, velocities, pairs, dt: DT, steps, warmup: 200 }));
    return JSON.parse(execFileSync(python, [minkScript, file], { encoding: 'utf8', maxBuffer: 1e8 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function difference(a, b) {
  return Math.max(...a.map((x, k) => Math.abs(x - b[k]))).toExponential(1);
}
