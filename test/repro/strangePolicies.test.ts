// needs: the compiled engine
/** Configs and files of policies are untrusted: faults are errors with a message, and nothing becomes NaN silently. */
import * as ort from 'onnxruntime-web';
import { expect, test } from 'vitest';
import { type NetworkFile, type PolicyFile, policyFromFile } from '../../src/env.ts';
import { Data, modelFromXml } from '../../src/index.ts';
import {
  createController,
  createNetwork,
  loadPolicy,
  type Policy,
  type PolicyConfig,
  pdMotor,
  policyController,
  toOnnx,
} from '../../src/policy.ts';

const m = modelFromXml(
  `<mujoco><worldbody><body name="b"><joint name="hip"/><geom size="1"/>
  <body><joint name="knee"/><geom size="1"/></body></body></worldbody>
  <actuator><motor name="p" joint="hip"/><motor name="q" joint="knee"/></actuator></mujoco>`,
  { engine: 'js' },
);
const policy: Policy = { act: async () => new Float32Array(2), close: async () => {} };
const motor = { stiffness: 1, damping: 1 };

const configs: [unknown, string][] = [
  [null, 'policy config: expected an object, found null'],
  [[], 'policy config: expected an object, found []'],
  [{}, "policy config: expected 'observation', a list of observation terms"],
  [{ observation: 'clock' }, 'policy config: observation: expected a list of observation terms, found "clock"'],
  [{ observation: [null] }, 'policy config: observation[0]: expected an object, found null'],
  [{ observation: [{ body: 'b' }] }, "policy config: observation[0]: expected 'term'"],
  [{ observation: ['constructor'] }, "found 'constructor'"],
  [
    { observation: [{ term: 'jointPositions', joints: 'hip' }] },
    'observation[0]: joints: expected a list of names, found "hip"',
  ],
  [
    { observation: [{ term: 'command', numbers: [1, '2'] }] },
    'observation[0]: numbers: expected a list of numbers, found [1,"2"]',
  ],
  [
    { observation: [{ term: 'clock', frequency: null }] },
    'observation[0]: frequency: expected a frequency of at most 1000000000 Hz, found null',
  ],
  [{ observation: [{ term: 'clock', frequncy: 1 }] }, "found 'frequncy' (did you mean 'frequency'?)"],
  [{ observation: [], decimation: 1.5 }, 'policy config: decimation: expected a whole number of at least 1, found 1.5'],
  [{ observation: [], clip: -1 }, 'policy config: clip: expected a number of at least 0, found -1'],
  [{ observation: [], clip: 'x' }, 'policy config: clip: expected a number of at least 0, found "x"'],
  [
    { observation: [], scale: [1, null] },
    'policy config: scale: expected a number or a list of numbers, found [1,null]',
  ],
  [{ observation: [], offset: 'keys' }, `policy config: offset: expected a list of numbers or 'key', found "keys"`],
  [{ observation: [], motor: 3 }, 'policy config: motor: expected an object, found 3'],
  [
    { observation: [], motor: { stiffness: 1 } },
    "policy config: motor: expected 'damping', a number or a list of numbers",
  ],
  [JSON.parse('{"observation": [], "__proto__": {}}'), "found '__proto__'"],
  [{ observation: [], motor: { ...motor, joints: ['hip'] } }, 'pdMotor: expected 1 actions, one per joint, found 2'],
  [{ observation: [], motor: { ...motor, actuators: ['p'] } }, 'pdMotor: expected 2 actuators, one per joint, found 1'],
  [{ observation: [], motor: { ...motor, joints: ['none'] } }, "the model has no joint 'none'"],
];
test.each(configs)('the config %j is rejected by name', (config, message) => {
  expect(() => createController(m, config as PolicyConfig, policy)).toThrow(message);
});

test('a list with holes is not a list of numbers', () => {
  const holes = new Array(2);
  const seen = [{ term: 'command', numbers: holes }];
  expect(() => createController(m, { observation: seen }, policy)).toThrow('numbers: expected a list of numbers');
  expect(() => createController(m, { observation: holes }, policy)).toThrow('observation[0]: expected an object');
  const fast = [{ term: 'clock', frequency: 1e308 }];
  expect(() => createController(m, { observation: fast }, policy)).toThrow('at most 1000000000 Hz, found 1e+308');
});

test('NaN is rejected by name', () => {
  const options = { policy, observation: [] };
  expect(() => policyController(m, { ...options, clip: Number.NaN })).toThrow('clip: expected a number, found NaN');
  expect(() => policyController(m, { ...options, scale: [1, Number.NaN] })).toThrow(
    'scale[1]: expected a number, found NaN',
  );
  expect(() => pdMotor({ ...motor, limit: Number.NaN })(m)).toThrow('limit: expected a number, found NaN');
});

test('pdMotor rejects a wrong number of targets', () => {
  const drive = pdMotor(motor)(m);
  expect(() => drive(new Data(m), new Float64Array(1))).toThrow('pdMotor: expected 2 actions, one per joint, found 1');
});

test('a file that is not ONNX is rejected by name', async () => {
  const files = [new Uint8Array(0), new Uint8Array(50).fill(7), new TextEncoder().encode('<mujoco/>')];
  for (const file of files) await expect(loadPolicy(file, ort)).rejects.toThrow('policy: cannot read the ONNX file');
});

test('a policy runs on whole rows of its input width', async () => {
  const layer = { weights: [2, 1], bias: [0.5], activation: 'none' as const };
  const file = toOnnx({ mean: [0, 0], scale: [1, 1], layers: [layer], low: [-9], high: [9] });
  const loaded = await loadPolicy(file, ort);
  await expect(loaded.act([1, 2, 3])).rejects.toThrow('policy: the network cannot run on rows of 3 values');
  await expect(loaded.act([1, 2], 0)).rejects.toThrow('policy: n: expected a whole number of at least 1, found 0');
  await expect(loaded.act([1, 2], -1)).rejects.toThrow('policy: n: expected a whole number of at least 1, found -1');
  await loaded.close();
});

const linear: PolicyFile = {
  format: 'tenon-linear-policy',
  environment: 'e',
  weights: [1, 2],
  actions: 1,
  observations: 2,
  mean: [0, 0],
  variance: [1, 1],
  count: 1,
  training: { algorithm: 'ars', seed: 0, iteration: 0, steps: 0, return: 0 },
};
const network: NetworkFile = {
  format: 'tenon-network-policy',
  environment: 'e',
  mean: [0, 0],
  scale: [1, 1],
  layers: [{ weights: [1, 2], bias: [0], activation: 'none' }],
  low: [-1],
  high: [1],
  training: { algorithm: 'ppo', seed: 0, iteration: 0, steps: 0, return: 0 },
};
const limits = { low: [-1], high: [1], size: 1 };

const files: [string, unknown, string][] = [
  ['nothing', null, 'policy: expected an object, found null'],
  [
    'another format',
    { format: 'x' },
    "policy: format: expected tenon-linear-policy or tenon-network-policy, found 'x'",
  ],
  ['no weights', { ...linear, weights: undefined }, 'policy: weights: expected a list of numbers, found undefined'],
  ['an invalid weight', { ...linear, weights: [1, null] }, 'policy: weights: expected a list of numbers'],
  ['too few weights', { ...linear, weights: [1] }, 'policy: weights: expected 2 numbers, found 1'],
  ['too few variances', { ...linear, variance: [1] }, 'policy: variance: expected 2 numbers, found 1'],
  ['huge sizes', { ...linear, observations: 1e15 }, 'policy: weights: expected 1000000000000000 numbers, found 2'],
  ['invalid layers', { ...network, layers: 3 }, 'policy: layers: expected a list, found 3'],
  ['an invalid layer', { ...network, layers: [null] }, 'policy: layers[0]: expected an object, found null'],
  [
    'a layer without a bias',
    { ...network, layers: [{ weights: [] }] },
    'policy: layers[0]: bias: expected a list of numbers',
  ],
  [
    'an activation named like an Object member',
    { ...network, layers: [{ ...network.layers[0], activation: 'constructor' }] },
    "policy: layers[0]: activation: expected none, tanh, relu or elu, found 'constructor'",
  ],
];
test.each(files)('a policy file with %s is rejected by name', (_, file, message) => {
  expect(() => createNetwork(file as PolicyFile, limits)).toThrow(message);
  expect(() => policyFromFile(file as PolicyFile, limits as never)).toThrow(message);
});

test('a network with an unknown activation cannot be converted to ONNX', () => {
  const layers = [{ ...network.layers[0], activation: 'toString' as 'none' }];
  expect(() => toOnnx({ ...network, layers })).toThrow(
    "network: layer 0: activation: expected 'none' or 'tanh' or 'relu' or 'elu', found 'toString'",
  );
});
