/** Slots of `d.work_sleep_int`: lengths of the index lists of awake objects, and state about sleeping trees. */
export const SleepSlot = {
  /** Number of joints of awake bodies: work_jnt_ind. */
  JNT: 0,
  /** Number of sites of bodies that are not asleep: work_site_ind. */
  SITE: 1,
  /** Number of bodies whose parent is neither the world nor asleep: work_branch_ind. */
  BRANCH: 2,
  /** Number of children of the world that are not asleep: work_root_ind. */
  ROOT: 3,
  /** Number of runs of sleeping bodies: work_run. */
  RUN: 4,
  /** Number of sleeping trees attached to a mocap body: work_hang_ind. */
  ON_MOCAP: 5,
  /** Number of steps until all recorded fields of sleeping trees are final; vectors are written in full until then. 2
   *  when the set of sleeping trees changes in the middle of a step. */
  SETTLING: 6,
  /** Nonzero while only the pipeline can have written to the `Data` since the last sleep check. */
  UNTOUCHED: 7,
  /** Nonzero while the grid of sleeping boxes of the broad phase is valid. */
  GRID: 8,
  /** Nonzero after the warning that nothing falls asleep under Runge-Kutta. */
  RK4_WARNED: 9,
  SIZE: 10,
} as const;
