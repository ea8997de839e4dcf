import type { Network, PolicyCard } from '../../src/policy.ts';

export function trotNetwork(): Network;
export const trotCard: PolicyCard;
