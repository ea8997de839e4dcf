// needs: the compiled engine
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeThreads } from '../../batch.ts';
import { Box, Generator, make, makeVector } from '../../env.ts';
import { modelFromXml, prepare } from '../../index.ts';
import { findTaskKind, kinds } from './kinds.ts';
import { Simulation } from './simulation.ts';

// allow time to build the compiled engine
beforeAll(() => prepare(), 240_000);
afterAll(() => closeThreads());

/** An environment without its time limit, to give access to its `Data`. */
function simulation(id: keyof typeof kinds): Simulation {
  const kind = findTaskKind(id);
  return new Simulation(kind, modelFromXml(kind.xml), kind.options);
}

// noise drawn by numpy 2.4.6 for the seed 42 in the order of each environment's reset: the first two values and the
// last of qpos, the first and the last of qvel
const noise = [
  [
    'Ant-v5',
    [0.05479120971119267, -0.012224312049589542, -0.011317160234533774],
    [-0.08592924628832382, 0.04127326115959884],
  ],
  [
    'HalfCheetah-v5',
    [0.05479120971119267, -0.012224312049589542, -0.07437727346489083],
    [-0.08530439275735802, -0.0958882600828999],
  ],
  [
    'Hopper-v5',
    [0.0027395604855596336, -0.0006112156024794769, 0.004756223516367559],
    [0.00261139701990353, 0.004267649888486018],
  ],
  [
    'Humanoid-v5',
    [0.005479120971119267, -0.0012224312049589538, 0.007862422426443952],
    [0.005567669941475237, -0.0022504324193965107],
  ],
  [
    'HumanoidStandup-v5',
    [0.005479120971119267, -0.0012224312049589538, 0.007862422426443952],
    [0.005567669941475237, -0.0022504324193965107],
  ],
  [
    'InvertedDoublePendulum-v5',
    [0.05479120971119267, -0.012224312049589542, 0.07171958398227649],
    [0.0940564716391214, -0.13021795068623182],
  ],
  [
    'InvertedPendulum-v5',
    [0.005479120971119267, -0.0012224312049589538, -0.0012224312049589538],
    [0.00717195839822765, 0.003947360581187278],
  ],
  [
    'Swimmer-v5',
    [0.05479120971119267, -0.012224312049589542, -0.0811645304224701],
    [0.09512447032735119, -0.009922812420886579],
  ],
  [
    'Walker2d-v5',
    [0.0027395604855596336, -0.0006112156024794769, -0.003718863673244541],
    [-0.0004961406210443288, -0.004361827438958247],
  ],
] as const;

test.each(noise)("%s starts with Gymnasium's first state", (id, positions, velocities) => {
  const { model, data } = begun(id, 42);
  const indices = [0, 1, -1];
  expect(indices.map((i) => data.qpos.at(i))).toEqual(positions.map((x, k) => model.qpos0.at(indices[k])! + x));
  expect([data.qvel[0], data.qvel.at(-1)]).toEqual(velocities);
});

test("reacher and pusher start with Gymnasium's first state", () => {
  const reacher = begun('Reacher-v5', 42).data;
  expect([...reacher.qpos].slice(0, 2)).toEqual([0.05479120971119267, -0.012224312049589542]);
  expect(reacher.qpos[3]).toBe(0.11442572211078156);
  expect([...reacher.qvel]).toEqual([-0.003718863673244541, -0.0004961406210443288, 0, 0]);
  const pusher = begun('Pusher-v5', 42).data;
  expect([...pusher.qpos.subarray(7)]).toEqual([-0.27174679563370513, 0.19024894065470238, 0, 0]);
  expect([pusher.qvel[0], pusher.qvel[6], pusher.qvel[7]]).toEqual([0.00261139701990353, 0.0014386512008066456, 0]);
});

function begun(id: keyof typeof kinds, seed: number): Simulation {
  const env = simulation(id);
  env.reset({ seed });
  return env;
}

test('a seed repeats the same episode, and without one the random sequence continues', async () => {
  const env = await make('Swimmer-v5');
  const [first, second] = [env.reset({ seed: 3 }).observation, env.reset().observation];
  expect(env.reset({ seed: 3 }).observation).toEqual(first);
  expect(env.reset().observation).toEqual(second);
  expect(second).not.toEqual(first);
});

test('observations belong to the caller: the next step does not change them', async () => {
  const env = await make('Swimmer-v5');
  const { observation } = env.reset({ seed: 3 });
  const copy = observation.slice();
  env.step([1, 1]);
  expect(observation).toEqual(copy);
});

test('make truncates an episode at the published limit, or at a custom one', async () => {
  const env = await make('Reacher-v5');
  env.reset({ seed: 1 });
  const ends = Array.from({ length: 50 }, () => env.step([0, 0]).truncated);
  expect(ends.indexOf(true)).toBe(49);
  const short = await make('Reacher-v5', { max_episode_steps: 2 });
  short.reset();
  expect([short.step([0, 0]).truncated, short.step([0, 0]).truncated]).toEqual([false, true]);
  short.reset();
  expect(short.step([0, 0]).truncated).toBe(false);
});

test('options affect rewards, termination and observations', async () => {
  const [usual, free] = await Promise.all([make('Ant-v5'), make('Ant-v5', { ctrl_cost_weight: 0 })]);
  const action = new Float64Array(8).fill(0.5);
  const [a, b] = [usual, free].map((env) => {
    env.reset({ seed: 5 });
    return env.step(action);
  });
  expect(b.reward - a.reward).toBeCloseTo(0.5 * 8 * 0.25, 12);
  expect(b.info['reward_ctrl']).toBe(-0);
  const blind = await make('Humanoid-v5', {
    include_cfrc_ext_in_observation: false,
    exclude_current_positions_from_observation: false,
  });
  expect(blind.observationSpace.size).toBe(348 - 78 + 2);
  const strict = await make('Walker2d-v5', { healthy_z_range: [5, 6] });
  strict.reset();
  expect(strict.step(new Float64Array(6)).terminated).toBe(true);
  const lenient = await make('Walker2d-v5', { healthy_z_range: [5, 6], terminate_when_unhealthy: false });
  lenient.reset();
  expect(lenient.step(new Float64Array(6)).terminated).toBe(false);
});

test("sizes match Gymnasium's documentation", () => {
  const sizes = Object.keys(kinds).map((id) => {
    const { observationSpace, actionSpace } = simulation(id as keyof typeof kinds);
    return [id, observationSpace.size, actionSpace.size];
  });
  expect(sizes).toEqual([
    ['Ant-v5', 105, 8],
    ['HalfCheetah-v5', 17, 6],
    ['Hopper-v5', 11, 3],
    ['Humanoid-v5', 348, 17],
    ['HumanoidStandup-v5', 348, 17],
    ['InvertedDoublePendulum-v5', 9, 1],
    ['InvertedPendulum-v5', 4, 1],
    ['Pusher-v5', 23, 7],
    ['Reacher-v5', 10, 2],
    ['Swimmer-v5', 8, 2],
    ['Walker2d-v5', 17, 6],
    ['PickAndPlace-v0', 21, 5],
    ['RoughQuadruped-v0', 33, 12],
  ]);
});

test('a custom model replaces the published one', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tenon-env-')), 'slow.xml');
  writeFileSync(file, findTaskKind('HalfCheetah-v5').xml.replace('gear="120"', 'gear="1"'));
  const [usual, own] = await Promise.all([make('HalfCheetah-v5'), make('HalfCheetah-v5', { xml_file: file })]);
  const [a, b] = [usual, own].map((env) => {
    env.reset({ seed: 1 });
    return env.step([1, 0, 0, 0, 0, 0]).observation;
  });
  expect(b.length).toBe(17);
  expect(b).not.toEqual(a);
});

test('errors have a message', async () => {
  await expect(make('Cheetah-v5' as 'Ant-v5')).rejects.toThrow(
    "unknown environment 'Cheetah-v5'. Expected one of Ant-v5,",
  );
  const wrong = { healthy: 1 } as object;
  await expect(make('Ant-v5', wrong)).rejects.toThrow("Ant-v5: unknown option 'healthy'. Expected one of frame_skip,");
  const env = await make('Swimmer-v5');
  expect(() => env.step([0, 0])).toThrow('Call reset first');
  env.reset();
  expect(() => env.step([0])).toThrow('expected an action of 2 numbers, found 1');
  expect(() => new Box([1], [0])).toThrow('found 1, 0');
});

test('samples of a space are inside it', () => {
  const random = new Generator(1);
  const space = new Box([-2, 0, -Infinity, -Infinity], [-1, Infinity, 5, Infinity]);
  for (let k = 0; k < 200; k++) expect(space.contains(space.sample(random))).toBe(true);
  expect(space.contains([-3, 0, 0, 0])).toBe(false);
  expect([...space.clip([0, -1, 9, 9])]).toEqual([-1, 0, 5, 9]);
});

/** Random actions for some worlds, step after step. */
function actions(count: number, space: Box, steps: number): Float64Array[] {
  const random = new Generator(8);
  return Array.from({ length: steps }, () =>
    Float64Array.from(Array.from({ length: count }, () => [...space.sample(random)]).flat()),
  );
}

test.each([
  ['Hopper-v5', 0],
  ['Ant-v5', 2],
  ['PickAndPlace-v0', 2],
  ['RoughQuadruped-v0', 2],
] as const)('worlds of a vector of %s on %i threads are bit-identical to single environments', async (id, threads) => {
  const [n, steps] = [3, id === 'Hopper-v5' ? 60 : 20];
  const vector = await makeVector(id, n, { threads, max_episode_steps: 50 });
  const singles = await Promise.all(Array.from({ length: n }, () => make(id, { max_episode_steps: 50 })));
  const { size } = vector.observationSpace;
  expect(await vector.reset({ seed: 7 })).toEqual(
    Float64Array.from(singles.flatMap((env, i) => [...env.reset({ seed: 7 + i }).observation])),
  );
  let ends = 0;
  for (const all of actions(n, vector.actionSpace, steps)) {
    const { observations, rewards, terminated, truncated, finalObservations, infos } = await vector.step(all);
    singles.forEach((env, i) => {
      const found = env.step(all.subarray((i * all.length) / n, ((i + 1) * all.length) / n));
      expect([rewards[i], terminated[i], truncated[i]]).toEqual([found.reward, +found.terminated, +found.truncated]);
      expect(infos[i]).toEqual(found.info);
      const ended = found.terminated || found.truncated;
      if (ended) {
        ends++;
        expect(finalObservations.get(i)).toEqual(found.observation);
      }
      const next = ended ? env.reset().observation : found.observation;
      expect(observations.slice(i * size, (i + 1) * size)).toEqual(next);
    });
  }
  if (id === 'Hopper-v5') expect(ends).toBeGreaterThan(2);
  vector.close();
});

test('cube and goal are apart and within reach, and a cube at its goal is a success', () => {
  const env = simulation('PickAndPlace-v0');
  for (let seed = 0; seed < 20; seed++) {
    const { observation } = env.reset({ seed });
    const [cube, goal] = [observation.subarray(15, 18), observation.subarray(18, 21)];
    expect(Math.hypot(cube[0] - goal[0], cube[1] - goal[1], cube[2] - goal[2])).toBeGreaterThan(0.099);
    expect(Math.hypot(goal[0], goal[1], goal[2] - 0.18)).toBeLessThan(0.32 + 0.28);
  }
  expect(env.step(new Float64Array(5)).info['success']).toBe(0);
  env.data.mocap_pos.set(env.data.qpos.subarray(6, 9));
  const { reward, info } = env.step(new Float64Array(5));
  expect(info['success']).toBe(1);
  expect(reward).toBeGreaterThan(3);
});

test('the quadruped is initially upright, and its mass and friction differ between episodes', async () => {
  const stance = Float64Array.from({ length: 12 }, (_, j) => [0, 0.7, -1.4][j % 3]);
  const env = await make('RoughQuadruped-v0', { reset_noise_scale: 0 });
  const heights = [1, 2].map((seed) => {
    env.reset({ seed });
    let last = env.step(stance);
    for (let k = 0; k < 20; k++) last = env.step(stance);
    expect(last.terminated).toBe(false);
    return last.observation[2];
  });
  expect(heights[0]).not.toBe(heights[1]);
});
