import type * as batch from '../../src/batch.ts';
import type * as env from '../../src/env.ts';
import type * as tenon from '../../src/index.ts';
import type load from '../../src/mujoco.ts';
import type * as policy from '../../src/policy.ts';
import type * as record from '../../src/record.ts';
import type * as spec from '../../src/spec.ts';
import type { ClusterParts } from './material/clusterParts.mjs';

export const campaigns: Record<string, { about: string; weight: number }>;

export interface Kit {
  tenon: typeof tenon;
  batch: typeof batch;
  load: typeof load;
  cluster?: ClusterParts;
  record: typeof record;
  policy: typeof policy;
  env: typeof env;
  spec: typeof spec;
  /** Disables the checks of binary models, to see what the campaign detects without them. */
  unchecked?: boolean;
}

export interface Result {
  cases: number;
  counts: Record<string, number>;
  classes?: Map<string, { count: number; example: string }>;
  failures: { message: string; count: number; file?: string }[];
}

export function runCampaign(
  name: string,
  kit: Kit,
  options: { seed: number; from?: number; count?: number; until?: number; write?: boolean },
): Promise<Result>;
export function reduceItems<T>(
  items: readonly T[],
  fails: (items: T[]) => Promise<boolean>,
  tries?: number,
): Promise<T[]>;
export function reduceXml(text: string, fails: (text: string) => Promise<boolean>, tries?: number): Promise<string>;

/** A binary model and the layout of its fields. */
export interface BinaryFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}
interface Tables {
  readonly modelSizes: readonly string[];
  readonly modelTable: readonly (readonly unknown[])[];
}
export interface Damage {
  kind: string;
  field?: string;
  at: number;
  value: number;
}
export function binaryFile(name: string, bytes: Uint8Array, tables: Tables): BinaryFile;
export function applyDamage(file: BinaryFile, items: readonly Damage[], tables: Tables): Uint8Array;

/** Small models that together have every integer field. */
export const binaryModels: readonly { name: string; xml: string; files?: Record<string, Uint8Array> }[];
/** Signed distance fields. */
export const fieldModel: string;
