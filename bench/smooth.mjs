// `npm run bench -- smooth`: forward dynamics without constraints and sensors, from kinematics to the solve with the mass
// matrix, in one call of each engine.
import { loadEngines } from './engines.mjs';
import { interleaved } from './measure.mjs';
import { chain, example } from './scenes.mjs';
import { short, textTable } from './table.mjs';

const CONSTRAINT = 1;

export async function benchSmooth({ rounds = 15 }) {
  const engines = await loadEngines();
  const models = { humanoid: example('humanoid'), quadruped: example('quadruped'), 'chain of 100 hinges': chain(100) };
  const rows = [['model', 'nv', 'official us', 'wasm us', 'js us', 'wasm ratio', 'js ratio']];
  for (const [name, xml] of Object.entries(models)) {
    let nv = 0;
    const candidates = Object.entries(engines).map(([engine, mj]) => {
      const m = mj.MjModel.from_xml_string(xml);
      const d = new mj.MjData(m);
      m.opt.disableflags |= CONSTRAINT;
      nv = m.nv;
      for (let i = 0; i < nv; i++) d.qvel[i] = 0.1 * Math.sin(i);
      return {
        name: engine,
        run(n) {
          for (let i = 0; i < n; i++) mj.mj_forwardSkip(m, d, 0, 1);
        },
      };
    });
    const t = interleaved(candidates, { rounds });
    rows.push([
      name,
      nv,
      ...[t.official, t.wasm, t.js].map((s) => short(1e6 * s)),
      (t.official / t.wasm).toFixed(2),
      (t.official / t.js).toFixed(2),
    ]);
  }
  console.log(textTable(rows));
}
