// `npm run bench -- smooth`: smooth dynamics, by the same calls in each engine: kinematics, comPos, the mass matrix and its factor,
// velocity-dependent terms (comVel, passive forces, bias), and the acceleration without constraints.
import { loadEngines } from './kit/engines.mjs';
import { interleaved } from './kit/measure.mjs';
import { chain, example } from './kit/scenes.mjs';
import { short, textTable } from './kit/table.mjs';

const CONSTRAINT = 1;

export async function benchSmooth({ rounds = 15 }) {
  const engines = await loadEngines();
  const models = { humanoid: example('humanoid'), quadruped: example('quadruped'), 'chain of 100 hinges': chain(100) };
  const rows = [['model', 'nv', 'official us', 'wasm us', 'js us', 'wasm ratio', 'js ratio']];
  for (const [name, xml] of Object.entries(models)) {
    const candidates = Object.entries(engines).map(([engine, mj]) => smoothBlock(engine, mj, xml));
    const t = interleaved(candidates, { rounds });
    rows.push([
      name,
      candidates[0].nv,
      ...[t.official, t.wasm, t.js].map((s) => short(1e6 * s)),
      (t.official / t.wasm).toFixed(2),
      (t.official / t.js).toFixed(2),
    ]);
  }
  console.log(textTable(rows));
}

function smoothBlock(name, mj, xml) {
  const m = mj.MjModel.from_xml_string(xml);
  m.opt.disableflags |= CONSTRAINT;
  const d = new mj.MjData(m);
  mj.mj_forward(m, d);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.1 * Math.sin(i);
  return {
    name,
    nv: m.nv,
    run(n) {
      for (let i = 0; i < n; i++) {
        mj.mj_kinematics(m, d);
        mj.mj_comPos(m, d);
        mj.mj_makeM(m, d);
        mj.mj_factorM(m, d);
        mj.mj_fwdVelocity(m, d);
        mj.mj_fwdAcceleration(m, d);
      }
    },
  };
}
