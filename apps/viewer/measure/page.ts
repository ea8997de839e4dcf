/** Performance of the visitor's machine: startup, compilation and step times. Shown on the performance page, on
 * request. */
import { Data, loadModel, prepare, resetData, resetDataKeyframe, step } from '../../../src/index.ts';
import { h } from '../ui/dom.ts';

const models = ['pendulum', 'humanoid', 'box_stack', 'quadruped'] as const;
/** Duration of the measurement per engine; `?ms=` overrides it. */
const MEASURE_MS = Number(new URLSearchParams(location.search).get('ms') ?? 400);

interface Figures {
  model: string;
  nv: number;
  timestep: number;
  loadMs: number;
  /** Steps per second of the compiled engine, and of the plain one. */
  compiled: number;
  plain: number;
}

const body = h('tbody');
const status = h('p');
const button = h('button', { type: 'button' }, 'Measure here');
const head = ['model', 'nv', 'loaded in', 'steps per second', 'in plain JavaScript', 'x real time'];
const table = h('table', {}, h('thead', {}, h('tr', {}, ...head.map((text) => h('th', {}, text)))), body);
document.body.append(button, status, table);
table.hidden = true;
// a page that embeds this one in a frame adapts the frame to its size
new ResizeObserver(() => {
  frameElement?.setAttribute('style', `height: ${document.body.scrollHeight + 8}px`);
}).observe(document.body);
button.addEventListener('click', () => void measureAll());

async function measureAll(): Promise<void> {
  button.disabled = true;
  body.replaceChildren();
  table.hidden = false;
  try {
    const from = performance.now();
    await prepare();
    const started = performance.now() - from;
    await prepare({ engine: 'js' });
    for (const name of models) {
      status.textContent = `Measuring ${name} ...`;
      body.append(row(await measure(name)));
    }
    status.textContent = `The engine was ready after ${started.toFixed(0)} ms. ${navigator.hardwareConcurrency} threads, ${navigator.userAgent}`;
  } catch (error) {
    status.textContent = error instanceof Error ? error.message : String(error);
  }
  button.disabled = false;
}

async function measure(model: string): Promise<Figures> {
  const address = `examples/${model}.xml`;
  const from = performance.now();
  const { nv, opt } = await loadModel(address);
  const loadMs = performance.now() - from;
  const compiled = await rate(address, 'wasm');
  return { model, nv, timestep: opt.timestep, loadMs, compiled, plain: await rate(address, 'js') };
}

/** Steps per second from the first keyframe, with a reset every hundred steps. */
async function rate(address: string, engine: 'wasm' | 'js'): Promise<number> {
  const model = await loadModel(address, { engine });
  const data = new Data(model);
  const start = () => (model.nkey > 0 ? resetDataKeyframe(model, data, 0) : resetData(model, data));
  // warm up the JIT
  step(model, data, 200);
  await new Promise((done) => setTimeout(done));
  let steps = 0;
  const from = performance.now();
  while (performance.now() - from < MEASURE_MS) {
    start();
    step(model, data, 100);
    steps += 100;
  }
  const seconds = (performance.now() - from) / 1000;
  data.free();
  return steps / seconds;
}

function row({ model, nv, timestep, loadMs, compiled, plain }: Figures): HTMLElement {
  const whole = (value: number) => Math.round(value).toLocaleString('en');
  const cells = [model, nv, `${loadMs.toFixed(1)} ms`, whole(compiled), whole(plain), whole(compiled * timestep)];
  return h('tr', {}, ...cells.map((cell) => h('td', {}, String(cell))));
}
