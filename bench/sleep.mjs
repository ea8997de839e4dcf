// `npm run bench -- sleep`: what a step costs when most of the scene sleeps.
import { loadEngines } from './engines.mjs';
import { interleaved } from './measure.mjs';
import { rollingBall, spreadBoxes } from './scenes.mjs';
import { short, textTable } from './table.mjs';

export async function benchSleep({ rounds = 9, boxes = 5000 }) {
  const engines = await loadEngines(['official', 'wasm']);
  const ball = spreadBoxes(0, { sleep: true, extra: rollingBall });
  const scenes = {
    '100 at rest and a ball, sleep off': spreadBoxes(100, { extra: rollingBall }),
    '100 at rest and a ball, sleep on': spreadBoxes(100, { sleep: true, extra: rollingBall }),
    '100 falling, sleep off': spreadBoxes(100, { height: 40 }),
    '100 falling, sleep on': spreadBoxes(100, { height: 40, sleep: true }),
    'the ball alone': ball,
    [`${boxes} at rest and a ball`]: spreadBoxes(boxes, { sleep: true, extra: rollingBall }),
  };
  const rows = [['scene', 'trees awake', 'official us', 'ours us', 'ratio']];
  for (const [name, xml] of Object.entries(scenes)) rows.push([name, ...compare(engines, xml, rounds)]);
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
