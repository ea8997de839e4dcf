// Two million steps, alternating between several models: contacts made and lost, sleep, resets, callbacks, plugins, snapshots, copies,
// `Data` objects created and freed, Models compiled and dropped. Memory must stay flat: the amount at the end is compared with that of the
// first quarter.
import { setImmediate } from 'node:timers/promises';

export const name = 'steps';
export const count = 2_000_000;

/** Maximum growth between the first quarter and the end: resident memory of the process, with a margin for the garbage collector,
 *  JavaScript heap, and 64 KB pages of the memory of Models and `Data` objects. */
const BOUNDS = { rssMB: 48, heapMB: 8, pages: 16 };
/** Steps until memory reaches its steady size: shorter runs are reported, but cannot fail. */
const SETTLED = 1_000_000;
const STEPS_PER_ROUND = 250;
const ROWS = 10;

/** @typedef {typeof import('../../src/index.ts')} Tenon */
/** @typedef {import('../../src/index.ts').Model} Model */
/** @typedef {import('../../src/index.ts').Data} Data */
/** @typedef {{ xml: string, prepare?: (m: Model) => void, round: (tenon: Tenon, m: Model, d: Data, n: number) => void }} Scene */
/** @typedef {{ rssMB: number, heapMB: number, pages: number }} Memory */

const ball = (/** @type {number} */ k) =>
  `<body pos="0 ${0.05 * k} ${1 + 0.3 * k}"><freejoint/><geom size=".1"/></body>`;
const pendulum = (
  /** @type {string} */ rest,
  head = '',
) => `<mujoco>${head}<worldbody><body><joint name="j" damping="1"/>
  <geom size=".1" pos=".5 0 0"/></body></worldbody>${rest}</mujoco>`;

/** @type {Record<string, Scene>} */
const scenes = {
  contacts: {
    xml: `<mujoco><worldbody><geom type="plane" size="2 2 1"/>${[0, 1, 2].map(ball).join('')}</worldbody></mujoco>`,
    round(tenon, m, d, n) {
      // thrown up repeatedly, so that contacts are made and lost
      for (let k = 0; k < n; k += 50) {
        d.qvel[2] = 2;
        d.qvel[8] = -1;
        tenon.step(m, d, 50);
      }
    },
  },
  sleep: {
    xml: `<mujoco><option timestep=".01"><flag sleep="enable"/></option><worldbody><geom type="plane" size="2 2 1"/>
      ${[0, 1, 2].map((k) => `<body pos="${k} 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`).join('')}</worldbody></mujoco>`,
    round(tenon, m, d, n) {
      d.qvel[2] = 0.5;
      for (let k = 0; k < n; k++) tenon.step(m, d);
    },
  },
  callbacks: {
    xml: pendulum('<actuator><motor joint="j"/></actuator><sensor><user dim="1"/></sensor>'),
    prepare(m) {
      m.callbacks = {
        control: (_, d) => {
          d.ctrl[0] = -d.qpos[0];
        },
        sensor: (_, d) => {
          d.sensordata[0] = d.time;
        },
      };
    },
    round: (tenon, m, d, n) => tenon.step(m, d, n),
  },
  plugins: {
    xml: pendulum(
      '<actuator><plugin joint="j" actdim="1" plugin="mujoco.pid" instance="p"/></actuator>',
      '<extension><plugin plugin="mujoco.pid"><instance name="p"><config key="kp" value="2"/><config key="ki" value=".2"/></instance></plugin></extension>',
    ),
    round(tenon, m, d, n) {
      d.ctrl[0] = Math.sin(d.time);
      tenon.step(m, d, n);
    },
  },
  snapshots: {
    xml: `<mujoco><worldbody><geom type="plane" size="2 2 1"/>${ball(0)}</worldbody><keyframe><key qpos="0 0 .5 1 0 0 0"/></keyframe></mujoco>`,
    round(tenon, m, d, n) {
      const bits = tenon.StateBit.INTEGRATION;
      const state = new Float64Array(tenon.stateSize(m, bits));
      for (let k = 0; k < n; k += 50) {
        tenon.getState(m, d, bits, state);
        tenon.step(m, d, 25);
        tenon.setState(m, d, state, bits);
        tenon.step(m, d, 25);
      }
      tenon.resetDataKeyframe(m, d, 0);
      const copy = tenon.cloneData(d);
      tenon.copyData(d, copy);
      copy.free();
    },
  },
};

/** @param {number} steps @param {import('../soak.mjs').Report} report
 *  @throws Error if memory grows */
export async function run(steps, report) {
  /** @type {Tenon} */
  const tenon = await import(new URL('../../dist/index.js', import.meta.url).href);
  await tenon.prepare();
  const runs = Object.values(scenes).map(({ xml, prepare, round }) => {
    const m = tenon.modelFromXml(xml);
    prepare?.(m);
    return { xml, m, d: new tenon.Data(m), round };
  });
  /** @type {Memory[]} */
  const rows = [];
  for (let done = 0, k = 0; done < steps; k++) {
    const { xml, m, d, round } = runs[k % runs.length];
    const n = Math.min(STEPS_PER_ROUND, steps - done);
    round(tenon, m, d, n);
    done += n;
    passing(tenon, xml, m, k);
    // memory of collected handles is released between two events
    await setImmediate();
    if (done < ((rows.length + 1) * steps) / ROWS) continue;
    await report(`after ${done}`, { model: m });
    rows.push(memoryNow(tenon, m));
  }
  const growth = growthOf(rows);
  console.log(`growth since the first quarter: ${JSON.stringify(growth)}, at most ${JSON.stringify(BOUNDS)}`);
  if (steps < SETTLED) return;
  const grown = /** @type {const} */ (['rssMB', 'heapMB', 'pages']).find((what) => growth[what] > BOUNDS[what]);
  if (grown) throw new Error(`${name}: ${grown} grew by ${growth[grown]}. Expected at most ${BOUNDS[grown]}.`);
}

/** `Data` objects and Models of one round: every other one is freed, the rest is garbage-collected.
 *  @param {Tenon} tenon @param {string} xml @param {Model} m @param {number} k */
function passing(tenon, xml, m, k) {
  const data = new tenon.Data(m);
  tenon.step(m, data);
  if (k % 2 === 0) data.free();
  if (k % 8 !== 0) return;
  const model = tenon.modelFromXml(xml);
  const own = new tenon.Data(model);
  tenon.forward(model, own);
  if (k % 16 !== 0) return;
  own.free();
  model.free();
}

/** Memory in use after a garbage collection. @param {Tenon} tenon @param {Model} m @returns {Memory} */
function memoryNow(tenon, m) {
  const data = new tenon.Data(m);
  const pages = data.qpos.buffer.byteLength / 65536;
  data.free();
  const { rss, heapUsed } = process.memoryUsage();
  return { rssMB: rss / 2 ** 20, heapMB: heapUsed / 2 ** 20, pages };
}

/** The last row minus the maximum of the first quarter. @param {readonly Memory[]} rows @returns {Memory} */
function growthOf(rows) {
  const first = rows.slice(0, Math.ceil(rows.length / 4));
  const last = rows[rows.length - 1];
  const grown = (/** @type {keyof Memory} */ what) =>
    Math.round(10 * (last[what] - Math.max(...first.map((row) => row[what])))) / 10;
  return { rssMB: grown('rssMB'), heapMB: grown('heapMB'), pages: grown('pages') };
}
