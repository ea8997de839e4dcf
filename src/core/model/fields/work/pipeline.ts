import { PipelineSlot } from '../../pipelineSlot.ts';
import type { Row } from '../row.ts';

/** Work fields of `engine/pipeline`: where a run stopped and why, and probes of actuator lengths. */
export const pipelineWork = {
  fixed: [
    // where and why it has stopped, by PipelineSlot
    ['work_pipeline', 'i32', PipelineSlot.SIZE, 1],
    // pulled steps: the moment of the actuator as a dense row; the least and the greatest length it had
    ['work_pull_moment', 'f64', 'nv', 1],
    ['work_pull_length', 'f64', 2, 1],
  ],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
