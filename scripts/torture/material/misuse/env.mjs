// Calls of `tenon/env`.

/** @typedef {import('./calls.mjs').Call} Call */

/** @param {typeof import('../../../../src/env.ts')} env @returns {Promise<Record<string, Call>>} */
export async function envCalls(env) {
  const swimmer = await env.make('Swimmer-v5');
  const vector = await env.makeVector('Swimmer-v5', 2);
  const pendulum = await env.make('InvertedPendulum-v5');
  const search = await env.startSearch('InvertedPendulum-v5', { directions: 1 });
  const file = search.toFile();
  const random = new env.Generator(1);
  const box = new env.Box([0, 0, 0], [1, 1, 1]);
  const common = { max_episode_steps: 'number?', frame_skip: 'count?', reset_noise_scale: 'number?' };
  const task = { ...common, self: 'object?', healthy_z_range: 'numbers?', terminate_when_unhealthy: 'boolean?' };
  const long = ['1.frame_skip=huge', '1.frame_skip=beyondSafe'];
  const seeds = { self: 'object?', seed: 'any' };
  const once = async (/** @type {any} */ made) => {
    const { reset, step, close, actionSpace } = made;
    await reset.call(made, { seed: 1 });
    await step.call(made, new Float64Array(actionSpace.size * (made.n ?? 1)));
    close.call(made);
  };
  return {
    make: {
      kinds: ['word', task],
      args: () => ['Hopper-v5', { max_episode_steps: 5, frame_skip: 2, healthy_z_range: [0, 9] }],
      run: async (id, options) => once(await env.make(id, options)),
      slow: [...long, '1.healthy_z_range=emptyArray'],
    },
    makeVector: {
      kinds: ['word', 'count', { ...common, self: 'object?', autoreset: 'boolean?', threads: 'count?' }],
      args: () => ['InvertedPendulum-v5', 2, { max_episode_steps: 5, frame_skip: 2, autoreset: true }],
      run: async (id, n, options) => once(await env.makeVector(id, n, options)),
      slow: [
        '1=huge',
        '1=beyondSafe',
        ...long.map((key) => key.replace('1.', '2.')),
        '2.threads=huge',
        '2.threads=beyondSafe',
      ],
    },
    reset: { kinds: [seeds], args: () => [{ seed: 3 }], run: swimmer.reset },
    step: { kinds: ['numbers'], args: () => [[0, 0]], run: (action) => [swimmer.reset(), swimmer.step(action)] },
    'vector.reset': { kinds: [seeds], args: () => [{ seed: 3 }], run: (options) => vector.reset(options) },
    'vector.step': {
      kinds: ['numbers'],
      args: () => [[0, 0, 0, 0]],
      run: async (actions) => [await vector.reset(), await vector.step(actions)],
    },
    environmentXml: { kinds: ['word'], args: () => ['Hopper-v5'], run: env.environmentXml },
    Generator: { kinds: ['any'], args: () => [1], run: (seed) => new env.Generator(seed).random() },
    uniform: { kinds: ['number?', 'number?'], args: () => [0, 1], run: (a, b) => random.uniform(a, b) },
    normal: { kinds: ['number?', 'number?'], args: () => [0, 1], run: (a, b) => random.normal(a, b) },
    integers: { kinds: ['integer', 'integer'], args: () => [0, 4], run: (a, b) => random.integers(a, b) },
    Box: { kinds: ['numbers', 'numbers'], args: () => [[0], [1]], run: (low, high) => new env.Box(low, high) },
    contains: { kinds: ['any'], args: () => [[0, 0, 0]], run: (x) => box.contains(x) },
    clip: { kinds: ['numbers'], args: () => [[0, 0, 0]], run: (x) => box.clip(x) },
    sample: { kinds: ['handle'], args: () => [random], run: (x) => box.sample(x) },
    unlimited: { kinds: ['count'], args: () => [2], run: env.Box.unlimited, slow: [] },
    clipAction: { kinds: ['handle'], args: () => [swimmer], run: env.clipAction },
    'clipAction.step': {
      kinds: ['numbers'],
      args: () => [[0, 0]],
      run: (action) => [swimmer.reset(), env.clipAction(swimmer).step(action)],
    },
    rescaleAction: { kinds: ['handle'], args: () => [swimmer], run: env.rescaleAction },
    'rescaleAction.step': {
      kinds: ['numbers'],
      args: () => [[0, 0]],
      run: (action) => [swimmer.reset(), env.rescaleAction(swimmer).step(action)],
    },
    normalizeObservation: { kinds: ['handle'], args: () => [swimmer], run: env.normalizeObservation },
    normalizeReward: { kinds: ['handle', 'number?'], args: () => [swimmer, 0.9], run: env.normalizeReward },
    frameStack: { kinds: ['handle', 'count'], args: () => [swimmer, 2], run: env.frameStack },
    timeLimit: { kinds: ['handle', 'number'], args: () => [swimmer, 2], run: env.timeLimit },
    RunningStatistics: { kinds: ['count'], args: () => [3], run: (size) => new env.RunningStatistics(size) },
    'Moments.add': {
      kinds: ['numbers', 'count?'],
      args: () => [[1, 2], 0],
      run: (vector, at) => new env.RunningStatistics(2).add(vector, at),
    },
    startSearch: searchCall(env),
    startPpo: ppoCall(env),
    policyFromFile: {
      kinds: [
        { self: 'object', weights: 'numbers', mean: 'numbers', variance: 'numbers', observations: 'index' },
        'object',
      ],
      args: () => [{ ...file }, pendulum.actionSpace],
      run: (x, actions) => env.policyFromFile(x, actions)(new Float64Array(4)),
    },
    policy: {
      kinds: ['numbers'],
      args: () => [new Float64Array(4)],
      run: (x) => env.policyFromFile(file, pendulum.actionSpace)(x),
    },
  };
}

/** @param {typeof import('../../../../src/env.ts')} env @returns {Call} */
function searchCall(env) {
  const numbers = { stepSize: 'number?', noise: 'number?', bonus: 'number?', seed: 'count?', threads: 'count?' };
  const counts = { directions: 'count?', top: 'count?', evaluations: 'count?' };
  return {
    kinds: ['word', { self: 'object?', algorithm: 'word?', ...numbers, ...counts, resume: 'any' }, 'object?'],
    args: () => ['InvertedPendulum-v5', { directions: 1, top: 1, evaluations: 1 }, { max_episode_steps: 2 }],
    run: async (id, options, environment) => {
      const search = await env.startSearch(id, options, environment);
      await search.iterate();
      search.close();
    },
    slow: ['directions', 'evaluations', 'threads'].flatMap((name) => [`1.${name}=huge`, `1.${name}=beyondSafe`]),
  };
}

/** @param {typeof import('../../../../src/env.ts')} env @returns {Call} */
function ppoCall(env) {
  const counts = { seed: 'count?', worlds: 'count?', steps: 'count?', epochs: 'count?', minibatch: 'count?' };
  const numbers = { rate: 'number?', discount: 'number?', decay: 'number?', clip: 'number?', entropy: 'number?' };
  return {
    kinds: ['word', { self: 'object?', ...counts, ...numbers, hidden: 'numbers?', threads: 'count?' }, 'object?'],
    args: () => ['InvertedPendulum-v5', { worlds: 1, steps: 2, hidden: [2], epochs: 1 }, { max_episode_steps: 2 }],
    run: async (id, options, environment) => {
      const training = await env.startPpo(id, options, environment);
      await training.iterate();
      training.close();
    },
    slow: ['worlds', 'steps', 'epochs', 'threads'].flatMap((name) => [`1.${name}=huge`, `1.${name}=beyondSafe`]),
  };
}
