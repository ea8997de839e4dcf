import type { int } from '../../math/int.ts';
import { MAXCONPAIR } from '../../model/constants.ts';
import type { Model } from '../../model/model.ts';

/*  The workspace w of the analytic derivatives: one Float64Array per Model, with addresses that follow from its sizes.
 *  The residual r is the force missing at the current acceleration; it is zero at the solution:
 *    r = M a + bias - passive - actuation - applied - J^T f
 *  Its derivatives give those of the acceleration, da = -H^-1 dr with H = dr/da, and these the rows of A and B.
 *
 *    0                      PassResult       results and flags of the pass
 *    SPANS                  Span             10 per dof: columns of its row, as ranges
 *    matOffset              Mat              nv x nv each
 *    dofOffset              Dof              6 per dof each: spatial vectors
 *    bodyOffset             Body             6 per body each: spatial vectors
 *    velocityMatrixOffset                    24 per body
 *    nextActOffset                           na x (2 nv + na + nu): next activations by positions, velocities, act, ctrl
 *    rateOffset                              na x (2 nv + na + nu): rates of activations, likewise
 *    stepWeightOffset                        2 per activation
 *    vectorOffset                            4 nv: scratch of the integrators
 *    actuatorForceOffset                     nout
 *    contactMotionOffset    MOTION           63 per contact of one pair of geoms
 *    treeSpanOffset                          11 per tree: scratch of spans.ts
 *    stateMatrixOffset      A                nx x nx, nx = 2 nv + na
 *        rows [nv, 2 nv)    RQ | RV | dr/dact, later da/dq | da/dv | da/dact
 *    controlMatrixOffset    B                nx x nu
 *        rows [nv, 2 nv)    dr/du, later da/du
 *
 *  Flags, ranges and ids are integers stored as doubles. Read them through the accessors here and in tree/spans.ts. */

/** Results and flags of the pass, at the start of w. */
export const PassResult = {
  /** largest element of the residual at the solution, relative to the forces in it */
  RESIDUAL: 0,
  /** number of actuators that act on bodies through their contacts */
  ADHESION_ACTUATORS: 1,
  /** 1 if every row has all columns; see `hasFullRows` */
  FULL_ROWS: 2,
  /** a Factored: where the factors of H are, left by `refineSolution`; see `factorLocation` */
  FACTORED: 3,
  /** 1 if contacts add nothing to the right-hand sides; see `sideSpan` */
  CONTACTS_DECOUPLED: 4,
  SIZE: 5,
} as const;

/** Where the factors of H are. */
export const Factored = {
  NONE: 0,
  /** in the workspace */
  ROWS: 1,
  /** in the blocks of the solver: see `blocks.ts` */
  BLOCKS: 2,
} as const;

/** Whether every row has all columns. */
export function hasFullRows(w: Float64Array): boolean {
  return w[PassResult.FULL_ROWS] === 1;
}

/** Where the factors of H are: a Factored. */
export function factorLocation(w: Float64Array): int {
  return w[PassResult.FACTORED] | 0;
}

/** An integer stored in the workspace. */
export function intAt(w: Float64Array, i: int): int {
  return w[i] | 0;
}

/** Columns of the row of each dof, as ranges [from, end) of dofs, controls and activations: see `tree/spans.ts`. */
export const Span = {
  DOF: 0,
  CONTROL: 2,
  ACTIVATION: 4,
  /** a whole row of A, if every row has all columns */
  STATE: 6,
  /** dofs coupled by anything other than contacts */
  SIDE: 8,
  SIZE: 10,
} as const;

/** Start of the spans. */
export const SPANS = PassResult.SIZE;

/** Square matrices over dofs. */
export const Mat = {
  /** dr/da = M + J^T G J, the lower triangle; later its factors */
  H: 0,
  /** matrix of an implicit integrator, M - h D; later its factors */
  STEP: 1,
  /** product with M */
  PRODUCT: 2,
  /** derivative of the Jacobian of one tendon or transmission */
  TENDON: 3,
  SIZE: 4,
} as const;

/** Spatial vectors for each dof. A group is the dofs that a joint adds together; `before` and `after` refer to it. With
 *  S the axis of the dof, v0 and v1 the velocities and a0 the acceleration, I and B the composite inertia and velocity
 *  matrix and F the force of its subtree. Other phases reuse these vectors as scratch, under names of their own. */
export const Dof = {
  /** v0, v1 */
  VEL_BEFORE: 0,
  VEL_AFTER: 1,
  /** motion J qacc of the bodies before the group */
  MOTION_BEFORE: 2,
  /** a0, with gravity */
  ACC_BEFORE: 3,
  /** acceleration before the group without gravity and without qacc */
  BIAS_ACC_BEFORE: 4,
  /** change of velocity and acceleration with the position of the dof: v0 x S, a0 x S + v0 x (v0 x S) */
  VEL_CHANGE: 5,
  ACC_CHANGE: 6,
  /** change of acceleration with its velocity: (v0 + v1) x S */
  ACC_CHANGE_BY_VEL: 7,
  /** I S, B^T S, S x* external force */
  COMPOSITE_MOMENTUM: 8,
  COMPOSITE_CORIOLIS: 9,
  EXTERNAL_CHANGE: 10,
  /** change of F with the position and with the velocity of the dof */
  COMPOSITE_FORCE: 11,
  COMPOSITE_FORCE_BY_VEL: 12,
  /** a column of the Jacobian of a frame or point */
  JAC: 13,
  /** change of the wrench of a constraint */
  WRENCH_CHANGE: 14,
  SIZE: 15,
} as const;

/** Spatial vectors for each body. */
export const Body = {
  /** motion J qacc */
  MOTION: 0,
  /** external forces on the body, later on its subtree, that do not rotate with it */
  EXTERNAL: 1,
  /** acceleration without gravity and without qacc */
  BIAS_ACC: 2,
  SIZE: 3,
} as const;

/** Start of a Mat. */
export function matOffset(m: Model, k: int): int {
  return SPANS + Span.SIZE * m.nv + k * m.nv * m.nv;
}

/** Start of a Dof. */
export function dofOffset(m: Model, k: int): int {
  return matOffset(m, Mat.SIZE) + 6 * k * m.nv;
}

/** Start of a Body. */
export function bodyOffset(m: Model, k: int): int {
  return dofOffset(m, Dof.SIZE) + 6 * k * m.nbody;
}

/** Size of the velocity matrix of a body; the reverse pass stores adjoints of bodies there. */
export const VELOCITY_MATRIX = 24;

/** Start of the velocity matrices of the bodies. */
export function velocityMatrixOffset(m: Model): int {
  return bodyOffset(m, Body.SIZE);
}

/** Next activations by positions and velocities (na x 2 nv), by activations (na x na), by controls (na x nu). */
export function nextActOffset(m: Model): int {
  return velocityMatrixOffset(m) + VELOCITY_MATRIX * m.nbody;
}

/** Rates of activations, in the same order. */
export function rateOffset(m: Model): int {
  return nextActOffset(m) + m.na * (2 * m.nv + m.na + m.nu);
}

/** Two weights for each activation: of itself and of its rate in its next value. */
export function stepWeightOffset(m: Model): int {
  return rateOffset(m) + m.na * (2 * m.nv + m.na + m.nu);
}

/** Four vectors over dofs: scratch of the integrators. */
export function vectorOffset(m: Model): int {
  return stepWeightOffset(m) + 2 * m.na;
}

/** Actuator forces at the state itself, while others are tried. */
export function actuatorForceOffset(m: Model): int {
  return vectorOffset(m) + 4 * m.nv;
}

/** Size of the motion table of a contact: 7 values for each of six motions of the second geom, then, at RIGID, for the
 *  rotation of both geoms about three axes. */
export const MOTION = 63;
export const RIGID = 42;

/** Motion tables of the contacts of one pair of geoms: see `constraint/motion/contactMotion.ts`. */
export function contactMotionOffset(m: Model): int {
  return actuatorForceOffset(m) + m.nout;
}

/** Union-find parents and spans of trees: scratch of `tree/spans.ts`. */
export function treeSpanOffset(m: Model): int {
  return contactMotionOffset(m) + MOTION * MAXCONPAIR;
}

/** Size nx of the state x = (dq, qvel, act), and of a row of A. */
export function stateSize(m: Model): int {
  return 2 * m.nv + m.na;
}

/** A, nx x nx with nx = 2 nv + na */
export function stateMatrixOffset(m: Model): int {
  return treeSpanOffset(m) + (Span.SIZE + 1) * m.ntree;
}

/** B, nx x nu */
export function controlMatrixOffset(m: Model): int {
  return stateMatrixOffset(m) + stateSize(m) * stateSize(m);
}

/** Size of the workspace. */
export function workspaceSize(m: Model): int {
  return controlMatrixOffset(m) + stateSize(m) * m.nu;
}

/*  The right-hand sides, derivatives of the residual and later of accelerations, are computed in place: in the velocity
 *  rows of A and B. Row strides are nx in A and nu in B. */

/** RQ: dr/dq at a fixed acceleration; later da/dq */
export function drDqOffset(m: Model): int {
  return stateMatrixOffset(m) + m.nv * stateSize(m);
}

/** RV: dr/dv at a fixed acceleration; later da/dv */
export function drDvOffset(m: Model): int {
  return drDqOffset(m) + m.nv;
}

/** dr/dact, later da/dact */
export function drDactOffset(m: Model): int {
  return drDqOffset(m) + 2 * m.nv;
}

/** dr/du, later da/du */
export function drDuOffset(m: Model): int {
  return controlMatrixOffset(m) + m.nv * m.nu;
}

/** Parts of the right-hand sides that one loop handles: STATE if rows have all columns, else POSITION, VELOCITY and
 *  ACTIVATION; then CONTROL. */
export const Part = {
  STATE: 0,
  POSITION: 1,
  VELOCITY: 2,
  ACTIVATION: 3,
  CONTROL: 4,
  SIZE: 5,
} as const;

/** The first part. */
export function firstPart(w: Float64Array): int {
  return hasFullRows(w) ? Part.STATE : Part.POSITION;
}

/** The next part. */
export function nextPart(part: int): int {
  return part === Part.STATE ? Part.CONTROL : part + 1;
}

/** Start of a part. */
export function partOffset(m: Model, part: int): int {
  if (part === Part.CONTROL) return drDuOffset(m);
  return part === Part.VELOCITY ? drDvOffset(m) : part === Part.ACTIVATION ? drDactOffset(m) : drDqOffset(m);
}

/** Row stride of a part. */
export function partStride(m: Model, part: int): int {
  return part === Part.CONTROL ? m.nu : stateSize(m);
}

/** The Span of a part. */
export function partSpan(part: int): int {
  if (part === Part.STATE) return Span.STATE;
  return part === Part.CONTROL ? Span.CONTROL : part === Part.ACTIVATION ? Span.ACTIVATION : Span.DOF;
}

/** The Span of a part before elimination: without contacts if these add nothing. */
export function sideSpan(w: Float64Array, part: int): int {
  const kind = partSpan(part);
  return kind === Span.DOF && w[PassResult.CONTACTS_DECOUPLED] === 1 ? Span.SIDE : kind;
}

/** Number of columns of a part; may be 0. */
export function partColumns(m: Model, part: int): int {
  if (part === Part.STATE) return stateSize(m);
  return part === Part.CONTROL ? m.nu : part === Part.ACTIVATION ? m.na : m.nv;
}

/** Returned by `residualPass` if it stops early. Otherwise it returns the number of contacts without a derivative. */
export const StopReason = {
  /** The solver stopped so far from the solution that Newton's method does not converge. */
  NOT_CONVERGED: -1,
  /** The step would reset the `Data`: an acceleration is NaN or huge. */
  RESETS: -2,
  /** There is no closed form; `findUnsupported` returns the reason. */
  UNSUPPORTED: -3,
  /** A position or velocity of the state is NaN or huge. */
  BAD_STATE: -4,
  /** The arena has no room for the blocks of the Hessian. */
  ARENA_FULL: -5,
  /** Forward dynamics stopped for an Event; the result is EVENT - event. */
  EVENT: -6,
} as const;
