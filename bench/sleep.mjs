// `npm run bench -- sleep`: cost of a step when most of the scene sleeps.
import { loadEngines } from './kit/engines.mjs';
import { interleaved, median } from './kit/measure.mjs';
import { rollingBall, spreadBoxes } from './kit/scenes.mjs';
import { short, textTable } from './kit/table.mjs';

/** Steps per call: the sleep check runs once per call. */
const MANY = 100;

/** URL of the built package, so that the type check needs no build. */
const entry = new URL('../dist/index.js', import.meta.url).href;

export async function benchSleep({ rounds = 9, boxes = 5000 }) {
  const engines = await loadEngines(['official', 'wasm']);
  const ball = spreadBoxes(0, { sleep: true, extra: rollingBall });
  const scenes = {
    '100 at rest and a ball, sleep off': spreadBoxes(100, { extra: rollingBall }),
    '100 at rest and a ball, sleep on': spreadBoxes(100, { sleep: true, extra: rollingBall }),
    '100 awake, sleep off': spreadBoxes(100, { policy: 'never' }),
    '100 awake, sleep on': spreadBoxes(100, { policy: 'never', sleep: true }),
    'the ball alone': ball,
    [`${boxes} at rest and a ball`]: spreadBoxes(boxes, { sleep: true, extra: rollingBall }),
  };
  const rows = [['scene', 'trees awake', 'official us', 'ours us', 'ratio']];
  for (const [name, xml] of Object.entries(scenes)) rows.push([name, ...compare(engines, xml, rounds)]);
  console.log(textTable(rows));
  const ours = await import(entry);
  await ours.prepare();
  compareAwake(ours, rounds);
  compareCalls(ours, boxes, rounds);
}

/** Cost of the flag when everything is awake. Both take the same steps, so their states are always equal. */
function compareAwake({ Data, modelFromXml, step }, rounds) {
  const rows = [['all awake', 'sleep off us', 'sleep on us', 'on / off']];
  for (const [name, height] of Object.entries({ '100 on the ground': 0.1, '100 in the air': 1e6 })) {
    const worlds = [false, true].map((sleep) => {
      const m = modelFromXml(spreadBoxes(100, { height, sleep, policy: 'never' }));
      return { m, d: new Data(m), times: /** @type {number[]} */ ([]) };
    });
    for (let round = 0; round < 20 * rounds; round++) {
      // alternate the order: the second runs on a warmer machine
      for (const { m, d, times } of round % 2 ? worlds : worlds.toReversed()) {
        const from = performance.now();
        step(m, d, 10);
        times.push((performance.now() - from) / 10);
      }
    }
    const [off, on] = worlds.map(({ times }) => times.slice(rounds));
    const ratio = median(on.map((t, k) => t / off[k]));
    rows.push([name, short(1e3 * median(off)), short(1e3 * median(on)), ratio.toFixed(3)]);
  }
  console.log(textTable(rows));
}

/** The ball alone and among sleeping boxes, in our own API: one step per call, where every step checks for disturbed sleeping trees, and
 *  many. */
function compareCalls({ Data, modelFromXml, step }, boxes, rounds) {
  const candidates = [0, boxes].flatMap((n) => {
    const m = modelFromXml(spreadBoxes(n, { sleep: true, extra: rollingBall }));
    const d = new Data(m);
    const roll = (nstep) => {
      d.qvel[m.nv - 6] = 0.5;
      step(m, d, nstep);
    };
    for (let k = 0; k < 60; k++) roll(1);
    const run = (nstep) => (times) => {
      for (let k = 0; k < times; k++) roll(nstep);
    };
    return [1, MANY].map((nstep) => ({ name: `${n} ${nstep}`, run: run(nstep) }));
  });
  const t = interleaved(candidates, { rounds, seconds: 0.05 });
  const rows = [['steps per call', 'the ball alone us', `and ${boxes} at rest us`, 'times']];
  for (const nstep of [1, MANY]) {
    const [alone, among] = [t[`0 ${nstep}`] / nstep, t[`${boxes} ${nstep}`] / nstep];
    rows.push([nstep, short(1e6 * alone), short(1e6 * among), (among / alone).toFixed(1)]);
  }
  console.log(textTable(rows));
}

function compare(engines, xml, rounds) {
  const candidates = Object.entries(engines).map(([name, mj]) => {
    const m = mj.MjModel.from_xml_string(xml);
    const d = new mj.MjData(m);
    const roll = () => {
      if (m.nv % 6 === 0 && m.nbody > 1) d.qvel[m.nv - 6] = 0.5;
    };
    for (let k = 0; k < 60; k++) {
      roll();
      mj.mj_step(m, d);
    }
    return {
      name,
      d,
      m,
      run(n) {
        for (let i = 0; i < n; i++) {
          roll();
          mj.mj_step(m, d);
        }
      },
    };
  });
  const t = interleaved(candidates, { rounds });
  const awake = candidates.map(({ d }) => d.ntree_awake);
  for (const { d, m } of candidates) {
    d.delete();
    m.delete();
  }
  return [
    awake[0] === awake[1] ? awake[0] : awake.join(' / '),
    short(1e6 * t.official),
    short(1e6 * t.wasm),
    (t.official / t.wasm).toFixed(2),
  ];
}
