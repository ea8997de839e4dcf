/** Policy files: JSON written by `tenon train`. They are untrusted, so they are checked. */

/** A linear policy; JSON keeps its numbers exactly. */
export interface PolicyFile {
  format: 'tenon-linear-policy';
  /** Id of the environment. */
  environment: string;
  /** A row of `observations` weights for each component of an action. */
  weights: number[];
  actions: number;
  observations: number;
  /** Mean and variance for normalizing observations. */
  mean: number[];
  variance: number[];
  count: number;
  /** Parameters of the training. */
  training: { algorithm: string; seed: number; iteration: number; steps: number; return: number };
}

/** One over the standard deviation; 0 for a component that never changes. */
export function scaleOf(variance: number): number {
  return variance < 1e-8 ? 0 : 1 / Math.sqrt(variance);
}

/** A feed-forward network; JSON keeps its numbers exactly. */
export interface NetworkFile {
  format: 'tenon-network-policy';
  /** Id of the environment. */
  environment: string;
  mean: number[];
  scale: number[];
  layers: { weights: number[]; bias: number[]; activation: 'tanh' | 'none' }[];
  low: number[];
  high: number[];
  training: { algorithm: 'ppo'; seed: number; iteration: number; steps: number; return: number };
}

const FORMATS = ['tenon-linear-policy', 'tenon-network-policy'];
const ACTIVATIONS = ['none', 'tanh', 'relu', 'elu'];

/** Return the file if it is valid.
 *  @throws TypeError or RangeError with the property, the expected and the found value */
export function checkPolicyFile(file: unknown): PolicyFile | NetworkFile {
  const { format, ...rest } = objectAt('policy', file);
  if (!FORMATS.includes(format as string)) {
    throw new RangeError(`policy: format: expected ${FORMATS.join(' or ')}, found ${shown(format)}`);
  }
  if (format === 'tenon-linear-policy') checkLinear(rest);
  else checkNetwork(rest);
  return file as PolicyFile | NetworkFile;
}

function checkLinear({ actions, observations, weights, mean, variance }: Record<string, unknown>): void {
  const [rows, width] = [wholeAt('actions', actions), wholeAt('observations', observations)];
  numbersAt('policy: weights', weights, rows * width);
  numbersAt('policy: mean', mean, width);
  numbersAt('policy: variance', variance, width);
}

function checkNetwork({ layers, mean, scale, low, high }: Record<string, unknown>): void {
  if (!Array.isArray(layers)) throw new TypeError(`policy: layers: expected a list, found ${shown(layers)}`);
  let inputs = numbersAt('policy: mean', mean);
  numbersAt('policy: scale', scale, inputs);
  layers.forEach((layer, k) => {
    const where = `policy: layers[${k}]`;
    const { weights, bias, activation } = objectAt(where, layer);
    const outputs = numbersAt(`${where}: bias`, bias);
    numbersAt(`${where}: weights`, weights, outputs * inputs);
    checkActivation(where, activation);
    inputs = outputs;
  });
  numbersAt('policy: low', low, inputs);
  numbersAt('policy: high', high, inputs);
}

/** @throws RangeError for an unknown activation */
function checkActivation(place: string, found: unknown): void {
  if (ACTIVATIONS.includes(found as string)) return;
  const expected = `${ACTIVATIONS.slice(0, -1).join(', ')} or ${ACTIVATIONS.at(-1)}`;
  throw new RangeError(`${place}: activation: expected ${expected}, found ${shown(found)}`);
}

function objectAt(place: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError(`${place}: expected an object, found ${shown(value)}`);
}

function wholeAt(name: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 1) return value as number;
  throw new RangeError(`policy: ${name}: expected a whole number of at least 1, found ${shown(value)}`);
}

/** Number of values. */
function numbersAt(place: string, value: unknown, expected?: number): number {
  if (!Array.isArray(value) || !value.every((x) => typeof x === 'number' && !Number.isNaN(x))) {
    throw new TypeError(`${place}: expected a list of numbers, found ${shown(value)}`);
  }
  if (expected !== undefined && value.length !== expected) {
    throw new RangeError(`${place}: expected ${expected} numbers, found ${value.length}`);
  }
  return value.length;
}

function shown(value: unknown): string {
  const words = typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? String(value));
  return words.length > 60 ? `${words.slice(0, 60)}...` : words;
}
