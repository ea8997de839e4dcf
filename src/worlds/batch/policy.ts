/** Closed loops: a function that sets the controls of a world while it is stepped. */
import { forward } from '../../core/engine/forward.ts';
import type { Data } from '../../core/model/data.ts';
import { kindOf } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { controllerOf } from '../../policy/card.ts';
import type { PolicyController } from '../../policy/controller.ts';
import { loadSource, ownSource, type PolicySource } from '../../policy/source.ts';

/** Where a policy is. */
export interface Moment {
  /** Number of the world. */
  readonly world: number;
  /** Number of the step, from 0. */
  readonly step: number;
}

/** Sets `data.ctrl`, or applied forces. It is called where MuJoCo calls `mjcb_control`: positions and velocities, and what
 *  sensors tell of them, are those of this step. */
export type Policy = (model: Model, data: Data, moment: Moment) => void;

/** Sets controls before a step, and may take its time. */
export type AsyncPolicy = (model: Model, data: Data, moment: Moment) => Promise<void>;

/** A module that has a policy. */
export interface PolicyModule {
  default?: Policy;
  /** Called before the first step of a world, which is in its initial state. */
  start?: Policy;
  /** Awaited before each step. */
  before?: AsyncPolicy;
}

/** A policy as it is sent to threads: the address of a module, or an ONNX file and where its runtime is. */
export type SentPolicy = string | PolicySource;

/** A policy as it is now, in a form that threads can be sent, except functions.
 *  @param place what messages begin with */
export function ownPolicy(
  place: string,
  policy: string | URL | PolicySource | Policy | undefined,
): SentPolicy | Policy | undefined {
  if (policy === undefined || typeof policy === 'function') return policy;
  if (typeof policy === 'string' || policy instanceof URL) return addressOf(policy);
  if (typeof policy !== 'object' || policy === null) {
    throw new TypeError(
      `${place}: expected an address, a function or an ONNX file with its card, found ${kindOf(policy)}`,
    );
  }
  const { file, card, runtime } = ownSource(place, policy);
  return { file, card, runtime: runtimeAddress(runtime) };
}

function addressOf(module: string | URL): string {
  if (module instanceof URL || /^[a-z][\w+.-]+:/i.test(module)) return String(module);
  if (inNode()) {
    const { pathToFileURL } = process.getBuiltinModule('node:url');
    return pathToFileURL(module).href;
  }
  return new URL(module, document.baseURI).href;
}

/** In Node a runtime may be the name of a package, which threads could not find by themselves. */
function runtimeAddress(runtime: string): string {
  if (!inNode() || !/^[@\w][^:\\]*$/.test(runtime)) return addressOf(runtime);
  const { createRequire } = process.getBuiltinModule('node:module');
  return addressOf(createRequire(`${process.cwd()}/`).resolve(runtime));
}

const inNode = () => typeof process !== 'undefined' && Boolean(process.versions?.node);

/** The policy that was sent, or the function itself. */
export async function policyFrom(policy: SentPolicy | Policy | undefined): Promise<PolicyModule | undefined> {
  if (policy === undefined) return undefined;
  if (typeof policy === 'function') return { default: policy };
  if (typeof policy === 'object') return await onnxModule(policy);
  const found = (await import(/* webpackIgnore: true */ /* @vite-ignore */ policy)) as PolicyModule;
  if (typeof found.default === 'function' || typeof found.before === 'function') return found;
  throw new TypeError(
    `policy: ${policy}: expected a module whose default export is a function (model, data, moment), or with a function 'before'`,
  );
}

/** An ONNX file drives every world by a controller of its own. */
async function onnxModule(source: PolicySource): Promise<PolicyModule> {
  const policy = await loadSource(source);
  let control: PolicyController;
  return {
    start(model, data) {
      // what it sees follows from positions and velocities
      forward(model, data);
      control = controllerOf(model, source.card, policy);
    },
    before: (_, data) => control.act(data),
  };
}
