import type { SpecContext } from '../classes/context.ts';

/** 0 on success; otherwise -1, with the error stored in the spec. */
export function outcome(owner: SpecContext, action: () => void): number {
  try {
    action();
    return 0;
  } catch (error) {
    owner.error = `Error: ${error instanceof Error ? error.message : String(error)}`;
    return -1;
  }
}
