import type { Network, PolicyConfig } from '../../src/policy.ts';

export function trotNetwork(): Network;
export const trotConfig: PolicyConfig;
