/** Writes a network as an ONNX file (onnx.ai: IR.md and onnx.proto define the field numbers). */
import { type Activation, layerSizes, type Network } from '../network.ts';
import { field, joined, whole } from './protobuf.ts';

/** Version of the file format and of the operators, supported by all recent runtimes. */
const IR_VERSION = 8;
const OPSET = 13;
const FLOAT = 1;

/** Operators of the activations. */
const operators: Readonly<Record<Activation, string | undefined>> = {
  none: undefined,
  tanh: 'Tanh',
  relu: 'Relu',
  elu: 'Elu',
};

/** Convert a network to an ONNX file with input `observation` [n, observations] and output `action` [n, actions], in
 * floats.
 *
 *  @example
 * const network = { mean: [0], scale: [1], layers: [{ weights: [2], bias: [0], activation: 'none' }], low: [-1], high:
 * [1] };
 *  console.log(toOnnx(network).length > 100); // -> true
 *  @throws RangeError if the sizes of the layers do not match */
export function toOnnx(network: Network): Uint8Array<ArrayBuffer> {
  const sizes = layerSizes(network);
  const graph = graphOf(network, sizes);
  return joined([whole(1, IR_VERSION), field(2, 'tenon'), field(7, ...graph), field(8, field(1, ''), whole(2, OPSET))]);
}

/** The fields of a GraphProto. */
function graphOf({ mean, scale, layers, low, high }: Network, sizes: readonly number[]): Uint8Array[] {
  const nodes: Uint8Array[] = [];
  const constants = [tensor('mean', [sizes[0]], mean), tensor('scale', [sizes[0]], scale)];
  let last = 'observation';
  const add = (operator: string, inputs: readonly string[], output: string, ...attributes: Uint8Array[]) => {
    nodes.push(node(operator, inputs, output, attributes));
    last = output;
  };
  add('Sub', [last, 'mean'], 'centred');
  add('Mul', [last, 'scale'], 'normalised');
  layers.forEach(({ weights, bias, activation }, k) => {
    constants.push(tensor(`weights${k}`, [sizes[k + 1], sizes[k]], weights), tensor(`bias${k}`, [sizes[k + 1]], bias));
    add('Gemm', [last, `weights${k}`, `bias${k}`], `layer${k}`, flag('transB'));
    const operator = operators[activation];
    if (operator !== undefined) add(operator, [last], `activated${k}`);
  });
  constants.push(tensor('low', [low.length], low), tensor('high', [high.length], high));
  add('Max', [last, 'low'], 'atLeast');
  add('Min', [last, 'high'], 'action');
  return [
    ...nodes.map((message) => field(1, message)),
    field(2, 'policy'),
    ...constants.map((message) => field(5, message)),
    field(11, valueInfo('observation', sizes[0])),
    field(12, valueInfo('action', low.length)),
  ];
}

function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Uint8Array[],
): Uint8Array {
  return joined([
    ...inputs.map((name) => field(1, name)),
    field(2, output),
    field(4, operator),
    ...attributes.map((message) => field(5, message)),
  ]);
}

/** An attribute with the integer 1: name, value and type (2). */
function flag(name: string): Uint8Array {
  return joined([field(1, name), whole(3, 1), whole(20, 2)]);
}

/** A constant with its raw bytes. */
function tensor(name: string, shape: readonly number[], values: ArrayLike<number>): Uint8Array {
  const floats = Float32Array.from(values);
  const bytes = new Uint8Array(floats.buffer);
  return joined([...shape.map((size) => whole(1, size)), whole(2, FLOAT), field(8, name), field(9, bytes)]);
}

/** Name and type of an input or output: any number of float rows. */
function valueInfo(name: string, width: number): Uint8Array {
  const shape = field(2, field(1, field(2, 'n')), field(1, whole(1, width)));
  return joined([field(1, name), field(2, field(1, whole(1, FLOAT), shape))]);
}
