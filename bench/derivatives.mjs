// `npm run bench -- derivatives`: A and B of a step. Official forward differences, our differences, our analytic derivatives, and a
// vector-Jacobian product with A and B, interleaved in one run, with the cost of one step for scale; also ratios of minimum times. Options:
// --list <json>, --rounds <n>, --filter <words>.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadEngines } from './kit/engines.mjs';
import { interleavedWithMin } from './kit/measure.mjs';
import { benchModels, loadIn } from './kit/models.mjs';
import { chain } from './kit/scenes.mjs';
import { short, textTable } from './kit/table.mjs';

const example = (name) => readFileSync(fileURLToPath(new URL(`../examples/${name}.xml`, import.meta.url)), 'utf8');

/** Models, and the number of steps before derivatives are taken: by then falling bodies have landed. */
function scenes(list) {
  if (list) return benchModels(list).map((model) => ({ ...model, steps: 300 }));
  const names = [
    'humanoid',
    'quadruped',
    'arm_gripper',
    'box_stack',
    'cart_double_pendulum',
    'newton_cradle',
    'pendulum',
  ];
  return [
    ...names.map((name) => ({ name, xml: example(name), files: new Map(), steps: 300 })),
    ...[10, 30, 100].map((n) => ({ name: `chain of ${n}`, xml: chain(n), files: new Map(), steps: 20 })),
  ];
}

/** URL of the built package, so that the type check needs no build. */
const entry = new URL('../dist/index.js', import.meta.url).href;

export async function benchDerivatives({ rounds = 5, filter, list }) {
  const { official, wasm } = await loadEngines(['official', 'wasm']);
  const tenon = await import(entry);
  await tenon.prepare();
  const rows = [
    [
      ...[
        'model',
        'nv',
        'rows',
        'step us',
        'official FD us',
        'our FD us',
        'analytic us',
        'in steps',
        'times official',
        'of least',
      ],
      ...['vjp us', 'in steps', 'of least'],
    ],
  ];
  for (const scene of scenes(list)) {
    if (filter && !filter.split(',').some((word) => scene.name.includes(word))) continue;
    try {
      rows.push([scene.name, ...compare(official, wasm, tenon, scene, rounds)]);
      if (list) console.log(rows.at(-1)?.join('  '));
    } catch (error) {
      console.log(`${scene.name}: ${error.message}`);
    }
  }
  console.log(textTable(rows));
}

function compare(official, wasm, tenon, scene, rounds) {
  const { steps } = scene;
  const differences = [official, wasm].map((mj, k) => {
    const m = loadIn(mj, scene);
    // the official differences reject Runge-Kutta
    if (m.opt.integrator === 1) m.opt.integrator = 0;
    const d = new mj.MjData(m);
    for (let i = 0; i < steps; i++) mj.mj_step(m, d);
    const nx = 2 * m.nv + m.na;
    const [A, B] = [new mj.DoubleBuffer(nx * nx), m.nu > 0 ? new mj.DoubleBuffer(nx * m.nu) : null];
    const run = (n) => {
      for (let i = 0; i < n; i++) mj.mjd_transitionFD(m, d, 1e-6, false, A, B, null, null);
    };
    return { name: k === 0 ? 'official' : 'fd', run };
  });
  const model = ownModel(tenon, scene);
  if (model.opt.integrator === 1) model.opt.integrator = 0;
  const data = new tenon.Data(model);
  for (let i = 0; i < steps; i++) tenon.step(model, data);
  const rowCount = data.nefc;
  const state = tenon.getState(model, data, tenon.StateBit.INTEGRATION);
  const into = {};
  const cotangents = { state: new Float64Array(tenon.stateDim(model)).fill(1) };
  const gradient = {};
  const own = [
    {
      name: 'step',
      // always the same step
      run(n) {
        for (let i = 0; i < n; i++) {
          tenon.setState(model, data, state, tenon.StateBit.INTEGRATION);
          tenon.step(model, data);
        }
      },
    },
    {
      name: 'analytic',
      run(n) {
        tenon.setState(model, data, state, tenon.StateBit.INTEGRATION);
        for (let i = 0; i < n; i++) tenon.transition(model, data, { into });
      },
    },
    {
      name: 'vjp',
      run(n) {
        tenon.setState(model, data, state, tenon.StateBit.INTEGRATION);
        for (let i = 0; i < n; i++) tenon.stepVjp(model, data, cotangents, { into: gradient });
      },
    },
  ];
  const { median: t, min } = interleavedWithMin([...differences, ...own], { rounds, seconds: 0.1, warmup: 2 });
  const us = (x) => short(1e6 * x);
  return [
    model.nv,
    rowCount,
    us(t.step),
    us(t.official),
    us(t.fd),
    us(t.analytic),
    (t.analytic / t.step).toFixed(1),
    (t.official / t.analytic).toFixed(1),
    (min.official / min.analytic).toFixed(1),
    us(t.vjp),
    (t.vjp / t.step).toFixed(1),
    (min.vjp / min.step).toFixed(1),
  ];
}

function ownModel(tenon, { xml, files }) {
  return tenon.modelFromXml(xml, {
    files: Object.fromEntries([...files].map(([name, path]) => [name, readFileSync(path)])),
  });
}
