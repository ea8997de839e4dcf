// `npm run bench -- env`: many environments in parallel. Environment steps per second against a loop over the official package, and the
// overhead of environments over the steps of their Batch. Options: --rounds <n>, --worlds <n>.
import { loadEngines } from './kit/engines.mjs';
import { median } from './kit/measure.mjs';
import { short, textTable } from './kit/table.mjs';
import { inTurn } from './rollout.mjs';

/** URLs of the built package, so that the type check needs no build. */
const entries = ['index', 'batch', 'env'].map((name) => new URL(`../dist/${name}.js`, import.meta.url).href);

/** Actions per round, in each of the worlds. */
const ACTIONS = 10;

/** Environments, the fields that their rules read, and simulated steps per action. No episode ends, so all take the same steps. */
const candidates = [
  { id: 'HalfCheetah-v5', fields: [], frames: 5, options: {} },
  {
    id: 'Humanoid-v5',
    fields: ['cinert', 'cvel', 'cfrc_ext', 'qfrc_actuator', 'ten_length', 'ten_velocity', 'xipos'],
    frames: 5,
    options: { terminate_when_unhealthy: false },
  },
];

export async function benchEnv({ rounds = 7, worlds = 32 }) {
  const { official } = await loadEngines(['official']);
  const [, batch, env] = await Promise.all(entries.map((entry) => import(entry)));
  const rows = [
    ['environment', 'official/s', 'ours/s', 'ratio', '2 threads/s', 'Batch us', 'environments us', 'layer'],
  ];
  for (const candidate of candidates) {
    rows.push([candidate.id, ...(await compare(official, batch, env, { ...candidate, n: worlds, rounds }))]);
  }
  console.log(`${worlds} environments, actions per second; microseconds per action\n${textTable(rows)}`);
  batch.closeThreads();
}

async function compare(
  official,
  { Batch },
  { environmentXml, Generator, makeVector },
  { id, fields, frames, options, n, rounds },
) {
  const unlimited = { ...options, max_episode_steps: Infinity };
  const [one, two] = [await makeVector(id, n, unlimited), await makeVector(id, n, { ...unlimited, threads: 2 })];
  const { size } = one.actionSpace;
  const random = new Generator(1);
  const actions = Array.from({ length: ACTIONS }, () =>
    Float64Array.from({ length: n * size }, (_, k) =>
      random.uniform(one.actionSpace.low[k % size], one.actionSpace.high[k % size]),
    ),
  );
  const plain = new Batch(one.model, n, { fields });
  const theirs = official.MjModel.from_xml_string(environmentXml(id));
  const datas = Array.from({ length: n }, () => new official.MjData(theirs));
  const loop = () => {
    for (const action of actions) {
      datas.forEach((data, i) => {
        data.ctrl.set(action.subarray(i * size, (i + 1) * size));
        for (let k = 0; k < frames; k++) official.mj_step(theirs, data);
        if (fields.includes('cfrc_ext')) official.mj_rnePostConstraint(theirs, data);
      });
    }
  };
  const together = async () => {
    for (const action of actions) {
      plain.ctrl.set(action);
      await plain.step(frames);
    }
  };
  const act = (envs) => async () => {
    for (const action of actions) await envs.step(action);
  };
  await one.reset({ seed: 1 });
  await two.reset({ seed: 1 });
  // the same states, so that the same contacts are solved
  plain.qpos.set(one.batch.qpos);
  plain.qvel.set(one.batch.qvel);
  datas.forEach((data, i) => {
    data.qpos.set(one.batch.row('qpos', i));
    data.qvel.set(one.batch.row('qvel', i));
  });
  const times = await inTurn([loop, together, act(one), act(two)], rounds);
  const [them, bare, ours, threaded] = times.map((t) => median(t) / (n * ACTIONS));
  const layer = median(times[2].map((t, k) => t / times[1][k])) - 1;
  for (const envs of [one, two]) envs.close();
  for (const data of datas) data.delete();
  theirs.delete();
  const rate = (seconds) => String(Math.round(1 / seconds));
  return [
    rate(them),
    rate(ours),
    (them / ours).toFixed(2),
    rate(threaded),
    short(1e6 * bare),
    short(1e6 * ours),
    `${(100 * layer).toFixed(1)} %`,
  ];
}
