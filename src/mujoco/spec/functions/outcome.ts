import type { SpecContext } from '../classes/context.ts';

/** 0 when it went well; otherwise -1, and the spec keeps the words. */
export function outcome(owner: SpecContext, action: () => void): number {
  try {
    action();
    return 0;
  } catch (error) {
    owner.error = `Error: ${error instanceof Error ? error.message : String(error)}`;
    return -1;
  }
}
