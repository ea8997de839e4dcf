import { PipelineSlot } from '../../pipelineSlot.ts';
import type { Row } from '../row.ts';

/** Work fields of `engine/pipeline`: where and why a run stopped, and probes of actuator lengths. */
export const pipelineWork = {
  fixed: [
    // where and why the pipeline stopped, by PipelineSlot
    ['work_pipeline', 'i32', PipelineSlot.SIZE, 1],
    // length probes: the moment of the actuator as a dense row; its minimum and maximum length
    ['work_pull_moment', 'f64', 'nv', 1],
    ['work_pull_length', 'f64', 2, 1],
  ],
  arena: [],
} as const satisfies { fixed: readonly Row[]; arena: readonly Row[] };
