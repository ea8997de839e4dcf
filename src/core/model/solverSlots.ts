/** Reals of the problem at hand, in `work_sol`. Points of the line search are four numbers each: alpha, cost (less that at
 *  alpha = 0), slope, curvature. */
export const SolverRealSlot = {
  /** Gauss cost along the line: coefficients of alpha^1, alpha^2; the equalities join them. */
  GAUSS1: 2,
  GAUSS2: 3,
  /** Factor that makes costs and gradients comparable between models. */
  SCALE: 4,
  /** Slope and improvement that the line search ended with. */
  LS_SLOPE: 5,
  LS_IMPROVEMENT: 6,
  P0: 8,
  P1: 12,
  P2: 16,
  PMID: 20,
  P1NEXT: 24,
  P2NEXT: 28,
  /** Where the Newton points of both ends are kept while the ends move. */
  CANDIDATES: 32,
  /** Estimated cost of a factorisation, and of a rank-one update of the factor: too large for integers in large problems. */
  FACTOR_COST: 40,
  UPDATE_COST: 41,
} as const;

/** Integers of the problem at hand, in `work_sol_int`. */
export const SolverIntSlot = {
  /** Rows that are not satisfied, and rows on their cone. */
  NACTIVE: 0,
  NCONE: 1,
  /** Rows that changed the factor of the Hessian. */
  NUPDATE: 2,
  /** Evaluations of the line search. */
  LS_EVAL: 3,
  /** 1 while the factor holds cone Hessians. */
  CONE_FACTOR: 4,
  /** Values of the Hessian. */
  NH: 5,
  /** Used so far: values of the Jacobian, entries of block lists, groups. */
  NJ: 6,
  NLIST: 7,
  NGROUP: 8,
  /** 1 if the objective was not convex along a line, 2 if the Hessian was not positive definite. */
  FAILED: 9,
  /** 1 while rows in `work_weight` have changed the factor, but not yet the Hessian. */
  PENDING: 10,
  /** Islands and one, while their dofs have the slots that they were given, below 0 if parts were ordered; 0 if dofs have to be
   *  placed again. */
  LAYOUT: 11,
  /** Problems of this call that reached the limit of iterations. */
  UNCONVERGED: 12,
  /** The dof to blame for the first problem of this call that failed, -1 if none did. */
  BAD_DOF: 13,
  /** Islands that are solved as one problem. */
  ISLANDS: 14,
  /** Where the values of the Hessian begin. */
  HADR: 15,
  /** The first row of the problem at hand that has an elliptic cone, or the end of its rows. */
  FIRST_CONE: 16,
  /** Rows and contacts whose islands are known, 0 if none are, and whether their Jacobian was sparse. */
  CACHED_ROWS: 17,
  CACHED_CONTACTS: 18,
  CACHED_SPARSE: 19,
  /** The solver and one, while the groups that it has made are those of the rows; 0 if they have to be made again. */
  CACHED_GROUPS: 20,
  /** Rows whose state the last iteration of a dual solver has changed. */
  NCHANGE: 21,
  /** Parts and elements of the problem whose order of elimination is kept, 0 if there is none. */
  CACHED_PARTS: 22,
  CACHED_ELEMENTS: 23,
  /** Problems of this call whose order had to be sought. */
  NEW_ORDERS: 24,
} as const;

/** Layout of one problem in `work_problem`: ranges of slots, rows, groups and rows of the mass matrix. */
export const Problem = {
  SIZE: 13,
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
  /** Where the list of its parts begins, in the order of their elimination, and how many there are; none if it has no order. */
  PART: 10,
  NPART: 11,
  /** 1 if its mass matrix is diagonal. */
  DIAGONAL: 12,
} as const;
