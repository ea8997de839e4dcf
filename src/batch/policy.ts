/** Closed loops: a function that sets the controls of a world while it is stepped. */
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';

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

/** A module that has a policy. */
export interface PolicyModule {
  default: Policy;
  /** Called before the first step of a world, which is in its initial state. */
  start?: Policy;
}

/** A policy as a worker is sent it: an address. */
export function policyAddress(policy: string | URL): string {
  if (policy instanceof URL || /^[a-z][\w+.-]+:/i.test(policy)) return String(policy);
  if (typeof process !== 'undefined' && process.versions?.node) {
    const { pathToFileURL } = process.getBuiltinModule('node:url');
    return pathToFileURL(policy).href;
  }
  return new URL(policy, document.baseURI).href;
}

/** The policy at an address, or the function itself. */
export async function policyFrom(policy: string | Policy | undefined): Promise<PolicyModule | undefined> {
  if (policy === undefined) return undefined;
  if (typeof policy === 'function') return { default: policy };
  const found = (await import(/* webpackIgnore: true */ /* @vite-ignore */ policy)) as Partial<PolicyModule>;
  if (typeof found.default === 'function') return found as PolicyModule;
  throw new TypeError(`policy: ${policy}: expected a module whose default export is a function (model, data, moment)`);
}
