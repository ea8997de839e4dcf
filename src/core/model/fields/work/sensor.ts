import type { Row } from '../row.ts';

/** Scratch of `engine/sensor`: sized by the model (`fixed`), or by contacts and constraint rows (`arena`). */
export const sensorWork = {
  fixed: [],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
