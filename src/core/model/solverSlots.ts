/*  Layouts of the solver's small arrays: named slots in `work_sol`, `work_sol_int` and `work_problem`. `fields/work/solver.ts`
 *  takes the sizes of these arrays from here; solverSlots.test.ts checks that no two slots overlap and that SIZE fits.
 *  docs/derivations/solver.md explains the terms. */

/** Reals of the current problem, in `work_sol`. A point of the line search takes LINE_POINT values: alpha, cost (minus the cost at
 *  alpha = 0), derivative, curvature. */
export const SolverRealSlot = {
  /** Gauss cost along the line: coefficients of alpha^1 and alpha^2; those of the equalities are added. */
  GAUSS1: 2,
  GAUSS2: 3,
  /** Factor that makes costs and gradients comparable between models. */
  SCALE: 4,
  /** Derivative and improvement at the end of the line search. */
  LS_SLOPE: 5,
  LS_IMPROVEMENT: 6,
  P0: 8,
  P1: 12,
  P2: 16,
  PMID: 20,
  P1NEXT: 24,
  P2NEXT: 28,
  /** Copies of P1NEXT and P2NEXT, while the ends of the bracket move: two points. */
  CANDIDATES: 32,
  /** Estimated cost of a factorization, and of a rank-one update of the factor. Reals, because large problems exceed integers. */
  FACTOR_COST: 40,
  UPDATE_COST: 41,
  SIZE: 42,
} as const;

/** Number of values of one point of the line search in `work_sol`. */
export const LINE_POINT = 4;

/** Integers of the current problem, in `work_sol_int`. */
export const SolverIntSlot = {
  /** Number of rows that are not satisfied, and number of rows on their cone. */
  NACTIVE: 0,
  NCONE: 1,
  /** Number of rows that changed the factor of the Hessian. */
  NUPDATE: 2,
  /** Number of evaluations of the line search. */
  LS_EVAL: 3,
  /** 1 while the factor contains cone Hessians. */
  CONE_FACTOR: 4,
  /** Number of values of the Hessian. */
  NH: 5,
  /** Used so far: values of the Jacobian, entries of block lists, groups. */
  NJ: 6,
  NLIST: 7,
  NGROUP: 8,
  /** 1 if the objective was not convex along a line, 2 if the Hessian was not positive definite. */
  FAILED: 9,
  /** 1 while rows in `work_weight` have changed the factor, but not yet the Hessian. */
  PENDING: 10,
  /** Key of the slot cache (`layOutProblems`): nisland + 1, negative if parts are ordered, 0 if slots are invalid. */
  LAYOUT: 11,
  /** Number of problems of this call that reached the iteration limit. */
  UNCONVERGED: 12,
  /** Dof to report for the first problem of this call that failed, -1 if none did. */
  BAD_DOF: 13,
  /** Number of islands that are solved as one problem. */
  ISLANDS: 14,
  /** Address of the first value of the Hessian. */
  HADR: 15,
  /** First row of the problem with an elliptic cone, or the end of its rows. */
  FIRST_CONE: 16,
  /** Key of the row cache (`rowCache.ts`): number of rows, 0 if invalid; number of contacts; 1 if the Jacobian was sparse. */
  CACHED_ROWS: 17,
  CACHED_CONTACTS: 18,
  CACHED_SPARSE: 19,
  /** Key of the group cache (`arrange`): solver + 1, 0 if invalid. */
  CACHED_GROUPS: 20,
  /** Number of rows whose state the last iteration of a dual solver changed. */
  NCHANGE: 21,
  /** Key of the order cache (`orderCache.ts`): number of parts, 0 if invalid; number of elements. */
  CACHED_PARTS: 22,
  CACHED_ELEMENTS: 23,
  /** Number of problems of this call that were ordered anew. */
  NEW_ORDERS: 24,
  /** 1 when the world is solved. Only the WebGPU kernel uses it: its loop over iterations is on the host. */
  DONE: 25,
  /** Number of couplings of the metric (`work_coupling_*`). */
  NCOUPLING: 26,
  /** 1 if qH is only a preconditioner of the metric, 0 if it is its factor. */
  METRIC_ITERATES: 27,
  SIZE: 28,
} as const;

/** Layout of one problem in `work_problem`: ranges of slots, rows, groups and rows of the mass matrix. */
export const Problem = {
  SLOT: 0,
  NSLOT: 1,
  ROW: 2,
  NEFC: 3,
  NE: 4,
  NF: 5,
  GROUP: 6,
  NGROUP: 7,
  MROW: 8,
  NV: 9,
  /** First part in `work_part_order`, in elimination order, and number of parts; 0 if the problem keeps the model order. */
  PART: 10,
  NPART: 11,
  /** 1 if the mass matrix of the problem is diagonal. */
  DIAGONAL: 12,
  SIZE: 13,
} as const;
