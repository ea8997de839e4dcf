import type { Row } from '../row.ts';

/** Scratch of `engine/integrate`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const integrateWork = {
  fixed: [],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
