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

/** Pipelines by the names of their entry points or kernels, and the layout of what they are given. */
export interface Pipelines {
  readonly layout: object;
  readonly byName: ReadonlyMap<string, object>;
}

/** Compiles all shaders. */
export async function makePipelines(
  device: GpuDevice,
  plan: Plan,
  columns: readonly Column[],
  n: number,
  texts: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Promise<Pipelines> {
  const layout = device.createBindGroupLayout({ entries: bindings });
  const pipelineLayout = device.createPipelineLayout({ bindGroupLayouts: [layout] });
  const compile = async (name: string, code: string, entryPoint: string): Promise<[string, object]> => {
    const module = device.createShaderModule({ code, label: name });
    const { messages } = await module.getCompilationInfo();
    const error = messages.find(({ type }) => type === 'error');
    if (error) throw new Error(`WebGPU: the shader ${name} does not compile: line ${error.lineNum}: ${error.message}`);
    const compute = { module, entryPoint };
    return [name, await device.createComputePipelineAsync({ layout: pipelineLayout, compute, label: name })];
  };
  const rows = exchangeText(plan, columns, n);
  const all = [
    ...['load', 'save', 'restart'].map((name) => compile(name, rows, name)),
    ...[...texts].map(([stage, functions]) => compile(stage, shaderText(stage, functions, plan), 'main')),
  ];
  return { layout, byName: new Map(await Promise.all(all)) };
}
