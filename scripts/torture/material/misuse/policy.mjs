// Calls of `tenon/policy`.
import { arm } from './index.mjs';

/** @typedef {import('./calls.mjs').Call} Call */

/** @param {typeof import('../../../../src/policy.ts')} policy @param {typeof import('../../../../src/index.ts')} tenon
 *  @returns {Record<string, Call>} */
export function policyCalls(policy, tenon) {
  const m = tenon.modelFromXml(arm);
  const d = new tenon.Data(m);
  const acting = { act: async () => Float32Array.of(0.5), close: async () => {} };
  const write = (/** @type {any} */ term) => term(m, 1).write(d, new Float64Array(9), 0, { lastAction: [0] });
  const layer = () => ({ weights: [2], bias: [0], activation: 'none' });
  const network = () => ({ mean: [0], scale: [1], layers: [layer()], low: [-1], high: [1] });
  const drives = { decimation: 'count?', scale: 'any', offset: 'any', clip: 'number?' };
  const options = { self: 'object', policy: 'handle', observation: 'any', actions: 'any', motor: 'any', ...drives };
  const runtime = {
    InferenceSession: { create: async () => ({ inputNames: ['a'], outputNames: ['b'], run: async () => ({}) }) },
    Tensor: class {},
  };
  /** @param {any} make @param {any} right @param {string} kind @returns {Call} */
  const term = (make, right, kind) => ({ kinds: [kind], args: () => [right], run: (x) => write(make(x)) });
  return {
    policyController: {
      kinds: ['handle', options],
      args: () => [m, { policy: acting, observation: [policy.jointPositions()], decimation: 2 }],
      run: (model, given) => policy.policyController(model, given).act(d),
    },
    act: {
      kinds: ['any'],
      args: () => [d],
      run: (x) => policy.policyController(m, { policy: acting, observation: [policy.jointPositions()] }).act(x),
    },
    createController: {
      kinds: ['handle', { self: 'object', observation: 'any', ...drives }, 'handle'],
      args: () => [m, { observation: ['jointPositions'], decimation: 2 }, acting],
      run: (model, card, own) => policy.createController(model, card, own).act(d),
    },
    card: {
      kinds: [{ self: 'any', term: 'word', joints: 'any', stance: 'any', scale: 'number?' }],
      args: () => [{ term: 'jointPositions', joints: ['j'], stance: [0], scale: 2 }],
      run: (x) => policy.createController(m, { observation: [x] }, acting).act(d),
    },
    angularVelocity: term(policy.angularVelocity, 'b', 'word'),
    projectedGravity: term(policy.projectedGravity, 'b', 'word'),
    sensor: term(policy.sensor, 'p', 'word'),
    command: term(policy.command, [1], 'numbers'),
    clock: term(policy.clock, 1, 'number'),
    jointVelocities: term(policy.jointVelocities, ['j'], 'any'),
    scaled: { kinds: ['function', 'number'], args: () => [policy.clock(1), 2], run: policy.scaled },
    pdMotor: {
      kinds: [{ self: 'object', stiffness: 'any', damping: 'any', limit: 'any', joints: 'any', actuators: 'any' }],
      args: () => [{ stiffness: 1, damping: 1, joints: ['j'], actuators: ['a'] }],
      run: (x) => policy.pdMotor(x)(m)(d, Float64Array.of(0)),
    },
    toOnnx: {
      kinds: [{ self: 'object', mean: 'numbers', scale: 'numbers', layers: 'any', low: 'numbers', high: 'numbers' }],
      args: () => [network()],
      run: policy.toOnnx,
    },
    layer: {
      kinds: [{ self: 'object', weights: 'numbers', bias: 'numbers', activation: 'word' }],
      args: () => [layer()],
      run: (x) => policy.toOnnx({ ...network(), layers: [x] }),
    },
    loadPolicy: {
      kinds: ['handle', 'handle'],
      args: () => [new Uint8Array(3), runtime],
      run: policy.loadPolicy,
    },
  };
}
