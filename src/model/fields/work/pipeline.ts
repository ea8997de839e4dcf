import { PipelineInt } from '../../pipelineInt.ts';
import type { Row } from '../row.ts';

/** Notes of `engine/pipeline`. */
export const pipelineWork = {
  fixed: [
    // where and why it has stopped, by PipelineInt
    ['work_pipeline', 'i32', PipelineInt.SIZE, 1],
  ],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
