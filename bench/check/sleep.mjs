// Cost and gain of sleeping: times with the flag divided by times without it.
import { loadEngines } from '../kit/engines.mjs';
import { rollingBall, spreadBoxes } from '../kit/scenes.mjs';
import { inTurns, ratioOf } from '../kit/turns.mjs';

/** URL of the built package, so that the type check needs no build. */
const entry = new URL('../../dist/index.js', import.meta.url).href;

const range = (n) => Array.from({ length: n }, (_, k) => k);

/** @returns {Promise<import('../kit/checks.mjs').Check[]>} */
export async function sleepChecks() {
  const tenon = await import(entry);
  await tenon.prepare();
  const { wasm } = await loadEngines(['wasm']);
  return [
    ...[
      ['on the ground', 0.1],
      ['in the air', 1e6],
    ].map(([place, height]) => ({
      name: `100 boxes awake ${place}: a step with sleep on / off`,
      unit: '',
      atMost: 1.02,
      measure: () => awakeRatio(tenon, Number(height)),
    })),
    {
      name: '100 boxes asleep next to a rolling ball: a step with sleep on / off',
      unit: '',
      atMost: 1 / 3,
      measure: () => rollRatio(tenon),
    },
    {
      name: '100 boxes asleep in 10 piles next to a ball: a step with sleep on / off',
      unit: '',
      atMost: 1 / 3,
      measure: () => stageRatio(wasm, piles, 'mj_step', 1),
    },
    {
      name: '50 arms asleep next to one awake: the mass matrix with sleep on / off',
      unit: '',
      atMost: 0.3,
      measure: () => stageRatio(wasm, arms, 'mj_makeM', 50),
    },
    {
      name: 'half of 200 dofs asleep: the factorization with sleep on / off',
      unit: '',
      atLeast: 0.2,
      atMost: 0.8,
      measure: () => stageRatio(wasm, chains, 'mj_factorM', 50),
    },
  ];
}

/** Both take the same steps, so their states are always equal. */
function awakeRatio({ Data, modelFromXml, step }, height) {
  const candidates = [true, false].map((sleep) => {
    const m = modelFromXml(spreadBoxes(100, { height, sleep, policy: 'never' }));
    const d = new Data(m);
    return { run: (n) => step(m, d, n) };
  });
  const [on, off] = inTurns(candidates, { seconds: 6, turn: 0.004 });
  return ratioOf(on, off);
}

function rollRatio({ Data, modelFromXml, step }) {
  const candidates = [true, false].map((sleep) => {
    const m = modelFromXml(spreadBoxes(100, { sleep, extra: rollingBall }));
    const d = new Data(m);
    const run = (n) => {
      for (let k = 0; k < n; k++) {
        d.qvel[m.nv - 6] = 0.5;
        step(m, d);
      }
    };
    run(60);
    return { run };
  });
  const [on, off] = inTurns(candidates);
  return ratioOf(on, off);
}

const scene = (world, sleep) =>
  `<mujoco><option timestep="0.005"><flag sleep="${sleep ? 'enable' : 'disable'}"/></option>
  <worldbody><geom type="plane" size="5 5 1"/>${world}</worldbody></mujoco>`;

const piles = `${range(100)
  .map(
    (k) => `<body pos="${0.5 * Math.floor(k / 10)} 0 ${0.099 + 0.199 * (k % 10)}" sleep="init"><freejoint/>
  <geom type="box" size=".1 .1 .1"/></body>`,
  )
  .join('')}<body pos="-2 -2 .1" sleep="never"><freejoint/><geom size=".1"/></body>`;

const limb = (end) => `<geom type="capsule" size=".02" fromto="0 0 0 ${end}" contype="0" conaffinity="0"/>`;
const arms = range(51)
  .map(
    (
      k,
    ) => `<body pos="${k} 0 1" sleep="${k < 50 ? 'init' : 'auto'}"><joint axis="0 1 0" armature=".01"/>${limb('.3 0 0')}
    <body pos=".3 0 0"><joint axis="0 1 0"/>${limb('.2 0 .1')}</body></body>`,
  )
  .join('');

const chainOf = (x, policy) =>
  range(10).reduceRight(
    (inner, k) => `<body pos="${k ? '.1 0 0' : `${x} 0 1`}" ${k ? '' : `sleep="${policy}"`}><joint axis="0 1 0"/>
      ${limb('.1 0 0')}${inner}</body>`,
    '',
  );
const chains = range(20)
  .map((k) => chainOf(2 * k, k % 2 ? 'init' : 'auto'))
  .join('');

/** Ratio of the times of one function of the drop-in API. `many` calls are one unit of work. */
function stageRatio(mj, world, name, many) {
  const candidates = [true, false].map((sleep) => {
    const m = mj.MjModel.from_xml_string(scene(world, sleep));
    const d = new mj.MjData(m);
    mj.mj_forward(m, d);
    return {
      m,
      d,
      run(n) {
        for (let k = 0; k < n * many; k++) mj[name](m, d);
      },
    };
  });
  const [on, off] = inTurns(candidates);
  for (const { m, d } of candidates) {
    d.delete();
    m.delete();
  }
  return ratioOf(on, off);
}
