import type * as env from '../../src/env.ts';
import type * as tenon from '../../src/index.ts';
import type load from '../../src/mujoco.ts';
import type * as policy from '../../src/policy.ts';
import type * as spec from '../../src/spec.ts';

export const campaigns: Record<string, { about: string; weight: number }>;

export interface Kit {
  tenon: typeof tenon;
  load: typeof load;
  entries: { env: typeof env; policy: typeof policy; spec: typeof spec };
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
export function minimise<T>(items: readonly T[], fails: (items: T[]) => Promise<boolean>, tries?: number): Promise<T[]>;
export function minimiseXml(text: string, fails: (text: string) => Promise<boolean>, tries?: number): Promise<string>;
