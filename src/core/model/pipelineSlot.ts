/** Places in `d.work_pipeline`: where and why the engine has stopped for JavaScript. */
export const PipelineSlot = {
  /** The place of the pipeline. */
  STEP: 0,
  /** What the stage there has to say: an index, a count or a status. */
  INFO: 1,
  /** Steps that are not at their end, this one included. */
  STEPS_LEFT: 2,
  /** How often the arena has grown since JavaScript last had other work. */
  ARENA_RETRIES: 3,
  SIZE: 4,
} as const;
