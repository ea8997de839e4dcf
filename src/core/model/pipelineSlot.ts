/** Slots of `d.work_pipeline`: where and why the pipeline stopped for the host. */
export const PipelineSlot = {
  /** The pipeline step. */
  STEP: 0,
  /** Result of the stage: an index, a count or a status. */
  INFO: 1,
  /** Time steps left, including the current one. */
  STEPS_LEFT: 2,
  /** Number of arena growths since the last host handler. */
  ARENA_RETRIES: 3,
  SIZE: 4,
} as const;
