/** Closed-loop control: a function that sets the controls of a world during a rollout. */
import { forward } from '../../core/engine/forward.ts';
import type { Data } from '../../core/model/data.ts';
import { describeType } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import type { PolicyController } from '../../policy/controller.ts';
import { createController } from '../../policy/policyConfig.ts';
import { loadPolicySource, type PolicySource, snapshotSource } from '../../policy/source.ts';

/** World and step of a call. */
export interface StepInfo {
  /** Index of the world. */
  readonly world: number;
  /** Index of the step, from 0. */
  readonly step: number;
}

/** Sets `data.ctrl` or applied forces. Called where MuJoCo calls `mjcb_control`: positions, velocities and the sensors
 * that depend on them are those of this step. */
export type RolloutPolicy = (model: Model, data: Data, stepInfo: StepInfo) => void;

/** Sets controls before a step; may be asynchronous. */
export type AsyncRolloutPolicy = (model: Model, data: Data, stepInfo: StepInfo) => Promise<void>;

/** A module with a policy. */
export interface PolicyModule {
  default?: RolloutPolicy;
  /** Called before the first step of a world, in its initial state. */
  start?: RolloutPolicy;
  /** Awaited before each step. */
  before?: AsyncRolloutPolicy;
}

/** A policy in a form that can be sent to threads: the URL of a module, or an ONNX file and the URL of its runtime. */
export type SerializablePolicy = string | PolicySource;

/** Copy a policy into a form that can be sent to threads; functions are returned unchanged.
 *  @param where prefix of messages */
export function snapshotPolicy(
  where: string,
  policy: string | URL | PolicySource | RolloutPolicy | undefined,
): SerializablePolicy | RolloutPolicy | undefined {
  if (policy === undefined || typeof policy === 'function') return policy;
  if (typeof policy === 'string' || policy instanceof URL) return moduleUrl(policy);
  if (typeof policy !== 'object' || policy === null) {
    throw new TypeError(
      `${where}: expected a URL, a function or an ONNX file with its config, found ${describeType(policy)}`,
    );
  }
  const { file, config, runtime } = snapshotSource(where, policy);
  return { file, config, runtime: runtimeUrl(runtime) };
}

function moduleUrl(module: string | URL): string {
  if (module instanceof URL || /^[a-z][\w+.-]+:/i.test(module)) return String(module);
  if (inNode()) {
    const { pathToFileURL } = process.getBuiltinModule('node:url');
    return pathToFileURL(module).href;
  }
  return new URL(module, document.baseURI).href;
}

/** In Node, a runtime may be the name of a package, which threads could not resolve themselves. */
function runtimeUrl(runtime: string): string {
  if (!inNode() || !/^[@\w][^:\\]*$/.test(runtime)) return moduleUrl(runtime);
  const { createRequire } = process.getBuiltinModule('node:module');
  return moduleUrl(createRequire(`${process.cwd()}/`).resolve(runtime));
}

const inNode = () => typeof process !== 'undefined' && Boolean(process.versions?.node);

/** The policy from its serialized form, or the function itself. */
export async function resolvePolicy(
  policy: SerializablePolicy | RolloutPolicy | undefined,
): Promise<PolicyModule | undefined> {
  if (policy === undefined) return undefined;
  if (typeof policy === 'function') return { default: policy };
  if (typeof policy === 'object') return await onnxModule(policy);
  const found = (await import(/* webpackIgnore: true */ /* @vite-ignore */ policy)) as PolicyModule;
  if (typeof found.default === 'function' || typeof found.before === 'function') return found;
  throw new TypeError(
    `policy: ${policy}: expected a module whose default export is a function (model, data, stepInfo), or with a function 'before'. Found neither`,
  );
}

/** Runs an ONNX file as a separate controller for each world. */
async function onnxModule(source: PolicySource): Promise<PolicyModule> {
  const policy = await loadPolicySource(source);
  let control: PolicyController;
  return {
    start(model, data) {
      // its observations depend on positions and velocities
      forward(model, data);
      control = createController(model, source.config, policy);
    },
    before: (_, data) => control.act(data),
  };
}
