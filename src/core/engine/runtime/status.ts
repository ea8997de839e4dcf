/** What a stage returns when it can fail; the pipeline turns it into words or into a larger arena. */
export const Status = {
  OK: 0,
  /** The arena is too small: the stage wrote what it needs to `d.con_need`, `d.efc_need`, ... and can be run again. */
  ARENA_FULL: 1,
  /** The solver reached its limit of iterations; the best result there is stands. */
  UNCONVERGED: 2,
  /** A Hessian of the solver is not positive definite, for which the mass matrix is to blame: the worst dof stands in
   *  `work_sol_int[SolverIntSlot.BAD_DOF]`. The best result there is stands. */
  INDEFINITE: 3,
} as const;
export type Status = (typeof Status)[keyof typeof Status];
