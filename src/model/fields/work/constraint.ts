import type { Row } from '../row.ts';

/** Scratch of `engine/constraint`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const constraintWork = {
  fixed: [],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
