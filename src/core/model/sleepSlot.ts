/** Places in `d.work_sleep_int`: lengths of the index lists of what is awake, and notes about sleepers. */
export const SleepSlot = {
  /** Joints of bodies that are awake: work_jnt_ind. */
  JNT: 0,
  /** Sites of bodies that do not sleep: work_site_ind. */
  SITE: 1,
  /** Bodies whose parent is neither the world nor asleep: work_branch_ind. */
  BRANCH: 2,
  /** Children of the world that do not sleep: work_root_ind. */
  ROOT: 3,
  /** Runs of sleeping bodies: work_run. */
  RUN: 4,
  /** Sleeping trees that hang on a mocap body: work_hang_ind. */
  ON_MOCAP: 5,
  /** Steps that have to come to their end until sleepers have everything that they keep: vectors are written as a whole
   *  until then. 2 when the set of sleepers changes, in the middle of a step. */
  SETTLING: 6,
  /** Not 0 while nobody but the pipeline can have written to the Data since sleepers were looked at. */
  UNTOUCHED: 7,
  /** Not 0 while the grid of sleeping boxes of the broad phase holds what sleeps. */
  GRID: 8,
  /** Not 0 once it has been said that nothing falls asleep under Runge-Kutta. */
  RK4_WARNED: 9,
  SIZE: 10,
} as const;
