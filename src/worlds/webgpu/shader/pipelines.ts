/** Pipelines of a batch: one for each kernel of a step, and those that copy rows. */
import type { Column } from '../../batch/fields.ts';
import { COMPUTE, type GpuDevice } from '../gpu.ts';
import { exchangeText } from '../memory/exchange.ts';
import type { Plan } from '../memory/layout.ts';
import { shaderText } from './assemble.ts';

const storage = { type: 'storage' } as const;
const bindings = [
  { binding: 0, visibility: COMPUTE, buffer: storage },
  { binding: 1, visibility: COMPUTE, buffer: { type: 'uniform' } },
  { binding: 2, visibility: COMPUTE, buffer: storage },
];

/** Pipelines by entry point or kernel name, and their bind group layout. */
export interface Pipelines {
  readonly layout: object;
  readonly byName: ReadonlyMap<string, object>;
}

/** Cache of compiled shaders per device. Key: shader source and entry point. Batches that differ only in the number of
 * worlds or in Model parameters share them. */
interface Compiled {
  readonly layout: object;
  readonly pipelineLayout: object;
  readonly byText: Map<string, Promise<object>>;
}

const compiled = new WeakMap<GpuDevice, Compiled>();

function compiledFor(device: GpuDevice): Compiled {
  const known = compiled.get(device);
  if (known) return known;
  const layout = device.createBindGroupLayout({ entries: bindings });
  const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [layout] });
  const made = { layout, pipelineLayout, byText: new Map<string, Promise<object>>() };
  compiled.set(device, made);
  return made;
}

/** Compile the shaders that are not in the cache of the device. */
export async function makePipelines(
  device: GpuDevice,
  plan: Plan,
  columns: readonly Column[],
  texts: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Promise<Pipelines> {
  const known = compiledFor(device);
  const find = async (name: string, code: string, entryPoint: string): Promise<[string, object]> => {
    const key = `${entryPoint}\n${code}`;
    let pipeline = known.byText.get(key);
    if (!pipeline) {
      pipeline = compile(device, known.pipelineLayout, name, code, entryPoint);
      known.byText.set(key, pipeline);
    }
    return [name, await pipeline];
  };
  const rows = exchangeText(plan, columns);
  const all = [
    ...['load', 'save', 'restart'].map((name) => find(name, rows, name)),
    ...[...texts].map(([stage, functions]) => find(stage, shaderText(stage, functions, plan), 'main')),
  ];
  return { layout: known.layout, byName: new Map(await Promise.all(all)) };
}

async function compile(
  device: GpuDevice,
  layout: object,
  name: string,
  code: string,
  entryPoint: string,
): Promise<object> {
  const module = device.createShaderModule({ code, label: name });
  const { messages } = await module.getCompilationInfo();
  const error = messages.find(({ type }) => type === 'error');
  if (error) throw new Error(`WebGPU: the shader ${name} does not compile: line ${error.lineNum}: ${error.message}`);
  return device.createComputePipelineAsync({ layout, compute: { module, entryPoint }, label: name });
}
