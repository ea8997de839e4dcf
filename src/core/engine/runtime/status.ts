/** Result of a stage that can fail. The pipeline enlarges the arena or warns. */
export const Status = {
  OK: 0,
  /** The arena is too small: the required capacities are in `d.con_need`, `d.efc_need`, ...; run the stage again. */
  ARENA_FULL: 1,
  /** The solver reached its iteration limit; the best result is used. */
  UNCONVERGED: 2,
  /** A Hessian of the solver is not positive definite because of the mass matrix: the worst dof is in
   *  `work_sol_int[SolverIntSlot.BAD_DOF]`. The best result is used. */
  INDEFINITE: 3,
} as const;
export type Status = (typeof Status)[keyof typeof Status];
