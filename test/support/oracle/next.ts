/** MuJoCo 3.14.0 beside the referee, for the integrator `discrete`, which the referee does not have. */
import { readFileSync } from 'node:fs';
import type { MainModule } from '@mujoco/mujoco';
import load from 'mujoco-next';
import { Data } from '../../../src/core/model/data.ts';
import { modelFromOracle, type Pair } from './oracle.ts';

const compiled = await WebAssembly.compile(
  readFileSync(new URL('../../../node_modules/mujoco-next/mujoco.wasm', import.meta.url)),
);
type Instantiated = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;
const instantiateWasm = (imports: WebAssembly.Imports, done: Instantiated): object => {
  done(new WebAssembly.Instance(compiled, imports), compiled);
  return {};
};

/** The module of MuJoCo 3.14.0. */
export let mujocoNext = await loadNext();

async function loadNext(): Promise<MainModule> {
  return (await load({ instantiateWasm })) as unknown as MainModule;
}

/** Replaces the module: a model that it refuses can leave it broken, and memory does not shrink. */
export async function renewNext(): Promise<void> {
  mujocoNext = await loadNext();
}

/** A pair of models like that of `pairFromXml`, with MuJoCo 3.14.0. */
export function pairFromNext(xml: string): Pair {
  const model = mujocoNext.MjModel.from_xml_string(xml);
  const m = modelFromOracle(model);
  return { m, d: new Data(m), theirs: { m: model, d: new mujocoNext.MjData(model) } };
}
