// Policy configs and files with changed values: a controller with finite controls, or an error that names the problem.
import { faultOf } from '../../errors.mjs';

/** @typedef {import('../../run/run.mjs').Kit} Kit */
/** Sets or removes the value at a path. @typedef {{ path: number, value: number }} Change */

const xml = `<mujoco><worldbody><body name="b"><joint name="hip"/><geom size="1"/><body><joint name="knee"/><geom size="1"/></body></body>
  </worldbody><actuator><motor name="p" joint="hip"/><motor name="q" joint="knee"/></actuator>
  <sensor><jointpos name="s" joint="hip"/></sensor><keyframe><key qpos="0.1 0.2"/></keyframe></mujoco>`;

const card = {
  observation: [
    'lastAction',
    { term: 'jointPositions', joints: ['hip', 'knee'], stance: 'key', scale: 0.5 },
    { term: 'jointVelocities', scale: 0.05 },
    { term: 'angularVelocity', body: 'b' },
    { term: 'projectedGravity', body: 'b' },
    { term: 'sensor', name: 's' },
    { term: 'command', numbers: [1, 0, 0] },
    { term: 'clock', frequency: 2 },
  ],
  decimation: 2,
  scale: [0.5, 1],
  offset: 'key',
  clip: 3,
  motor: { stiffness: 10, damping: [1, 2], limit: 5, joints: ['knee', 'hip'], actuators: ['q', 'p'] },
};
const linear = {
  format: 'tenon-linear-policy',
  environment: 'e',
  ...{ weights: [1, 2, 3, 4], actions: 2, observations: 2, mean: [0, 1], variance: [1, 0], count: 3 },
  training: { algorithm: 'ars', seed: 0, iteration: 0, steps: 0, return: 0 },
};
const network = {
  format: 'tenon-network-policy',
  environment: 'e',
  ...{ mean: [0, 0], scale: [1, 1], low: [-1, -1], high: [1, 1] },
  layers: [
    { weights: [1, 2, 3, 4, 5, 6], bias: [0, 1, 2], activation: 'tanh' },
    { weights: [1, 2, 3, 4, 5, 6], bias: [0, 1], activation: 'none' },
  ],
};
const originals = { card, linear, network };

const values = [
  ...[
    null,
    undefined,
    true,
    0,
    -1,
    1,
    1.5,
    1e308,
    1e15,
    '',
    'key',
    'hip',
    'none',
    'constructor',
    '__proto__',
    'toString',
    'relu',
  ],
  ...[
    [],
    {},
    [1],
    [1, 2],
    ['hip'],
    ['hip', 'hip'],
    [null, null],
    ['1', '2'],
    [[1], [2]],
    [{}],
    { length: 2 },
    'x'.repeat(1000),
  ],
];

/** @param {import('../../material/random.mjs').Random} random */
export function makePolicyCase(random) {
  const items = random.list(random.int(4), () => ({ path: random.next(), value: random.int(values.length) }));
  return { of: random.pick(Object.keys(originals)), items };
}

/** @param {Kit} kit @param {{ of: keyof typeof originals, items: Change[] }} c @param {Record<string, number>} counts */
export async function checkPolicyCase(kit, c, counts) {
  const changed = structuredClone(originals[c.of]);
  for (const item of c.items) change(changed, item);
  try {
    const fault = c.of === 'card' ? await runCard(kit, changed) : runFile(kit, changed);
    counts.accepted++;
    return fault;
  } catch (error) {
    counts.refused++;
    if (c.items.length === 0) return `an intact file is rejected: ${/** @type {Error} */ (error).message}`;
    return faultOf(error);
  }
}

/** @type {WeakMap<object, { m: any, d: any }>} */
const models = new WeakMap();

/** @param {Kit} kit @param {any} changed */
async function runCard(kit, changed) {
  const { tenon, policy } = kit;
  let made = models.get(kit);
  if (!made) {
    const m = tenon.modelFromXml(xml);
    made = { m, d: new tenon.Data(m) };
    models.set(kit, made);
  }
  const { m, d } = made;
  tenon.resetData(m, d);
  const asked = { act: async () => new Float32Array([0.5, -4]), close: async () => {} };
  const controller = policy.createController(m, changed, asked);
  for (let k = 0; k < 3; k++) await controller.act(d);
  const all = [...d.ctrl, ...controller.observation];
  return all.every((x) => !Number.isNaN(x)) ? undefined : `NaN among controls or observations ${all}`;
}

/** @param {Kit} kit @param {any} changed */
function runFile({ policy }, changed) {
  const file = policy.toOnnx(policy.createNetwork(changed, { low: [-1, -1], high: [1, 1] }));
  return file.length > 100 ? undefined : 'not an ONNX file';
}

/** Changes one of all values, at any depth. @param {any} root @param {Change} item */
function change(root, { path, value }) {
  /** @type {[any, string][]} */
  const slots = [];
  const visit = (/** @type {any} */ node) => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      slots.push([node, key]);
      visit(node[key]);
    }
  };
  visit(root);
  const slot = slots[Math.floor(path * slots.length)];
  if (!slot) return;
  const [node, key] = slot;
  if (values[value] === undefined) delete node[key];
  else node[key] = structuredClone(values[value]);
}
