import type { Row } from '../row.ts';

/** Scratch of `engine/island`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const islandWork = {
  fixed: [],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
