import type { int } from '../../math/int.ts';
import { MAXCONPAIR } from '../../model/constants.ts';
import type { Model } from '../../model/model.ts';

/*  The workspace of a Model, one Float64Array w: what the pass tells, the spans of rows, square matrices over dofs, then six numbers per
 *  dof, six per body, 24 per body, then what has columns for controls and activations, at the end A and B. Residual: the force that is missing at the
 *  acceleration there is, r = M a + bias - passive - actuation - applied - J^T f, zero at the solution. */

/** What the pass tells, at the start. */
export const PassResult = {
  /** largest element of the residual at the solution, relative to the forces in it */
  RESIDUAL: 0,
  /** how many actuators pull at bodies by their contacts */
  ADHESION_ACTUATORS: 1,
  /** 1 if every row has all columns */
  WHOLE: 2,
  /** a Factored: where the factors of H are, with which `polish` has come to the solution */
  FACTORED: 3,
  /** 1 if contacts add nothing to the right sides, whose rows then have the columns of Span.SIDE */
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

/** Which columns the row of each dof has, as numbers for each dof: ranges, from the first up to the end, of dofs, controls and activations.
 *  See `tree/spans.ts`. */
export const Span = {
  DOF: 0,
  CONTROL: 2,
  ACTIVATION: 4,
  /** a whole row of A, if every row has all columns */
  STATE: 6,
  /** dofs that are coupled by something other than contacts */
  SIDE: 8,
  SIZE: 10,
} as const;

/** Start of the spans. */
export const SPANS = PassResult.SIZE;

/** Square matrices over dofs. */
export const Mat = {
  /** dr/da = M + J^T G J, the lower triangle; later its factors */
  H: 0,
  /** Matrix of an implicit integrator, M - h D; later its factors. */
  STEP: 1,
  /** Product with M. */
  PRODUCT: 2,
  /** Derivative of the Jacobian of one tendon. */
  TENDON: 3,
  SIZE: 4,
} as const;

/** Six numbers for each dof; a group is the dofs that a joint adds at once, before and after it. */
export const Dof = {
  /** velocity before the group of the dof, and after it */
  V0: 0,
  V1: 1,
  /** the motion of the bodies at speeds qacc, before the group */
  W0: 2,
  /** acceleration before the group, that of gravity included */
  A0: 3,
  /** acceleration before the group without gravity and without qacc */
  B0: 4,
  /** what changes by a nudge of the dof: velocity, and acceleration up to the composite terms */
  DELTA: 5,
  C: 6,
  E: 7,
  /** composite inertia times axis, its velocity matrix times axis, axis x* external force */
  P: 8,
  R: 9,
  X: 10,
  /** change of the force that the subtree passes on, by position and by velocity */
  G: 11,
  GV: 12,
  /** a column of the Jacobian of a frame: linear, angular */
  JAC: 13,
  /** change of the wrench of a contact */
  DW: 14,
  SIZE: 15,
} as const;

/** Six numbers for each body. */
export const Body = {
  /** the motion at speeds qacc */
  W: 0,
  /** external forces on the body, later on its subtree, that do not turn with it */
  EXT: 1,
  /** acceleration without gravity and without qacc */
  B: 2,
  SIZE: 3,
} as const;

/** Start of a matrix. */
export function matOffset(m: Model, k: int): int {
  return SPANS + Span.SIZE * m.nv + k * m.nv * m.nv;
}

/** Start of six numbers per dof. */
export function dofOffset(m: Model, k: int): int {
  return matOffset(m, Mat.SIZE) + 6 * k * m.nv;
}

/** Start of six numbers per body. */
export function bodyOffset(m: Model, k: int): int {
  return dofOffset(m, Dof.SIZE) + 6 * k * m.nbody;
}

/** Numbers that are kept of the velocity matrix of a body; going back over contacts keeps others there. */
export const VELOCITY_MATRIX = 24;

/** Start of the velocity matrices of the bodies. */
export function velocityMatrixOffset(m: Model): int {
  return bodyOffset(m, Body.SIZE);
}

/** The next activations by positions and velocities (na x 2 nv), by activations (na x na) and by controls (na x nu). */
export function nextActOffset(m: Model): int {
  return velocityMatrixOffset(m) + VELOCITY_MATRIX * m.nbody;
}

/** The rates of activations, in the same order. */
export function rateOffset(m: Model): int {
  return nextActOffset(m) + m.na * (2 * m.nv + m.na + m.nu);
}

/** Two numbers for each activation: how much its next value changes with itself, and with its rate. */
export function stepWeightOffset(m: Model): int {
  return rateOffset(m) + m.na * (2 * m.nv + m.na + m.nu);
}

/** Four numbers for each dof: scratch of the integrators. */
export function vectorOffset(m: Model): int {
  return stepWeightOffset(m) + 2 * m.na;
}

/** Actuator forces at the state itself, while others are tried. */
export function actuatorForceOffset(m: Model): int {
  return vectorOffset(m) + 4 * m.nv;
}

/** Numbers that say how a contact moves: with six motions of the second geom, then what is missing to a rigid motion if both geoms turn about
 *  three axes. */
export const MOTION = 63;
export const RIGID = 42;

/** How the contacts of a pair of geoms move with the second geom: see `constraint/motion/contactMotion.ts`. */
export function contactMotionOffset(m: Model): int {
  return actuatorForceOffset(m) + m.nout;
}

/** The spans of trees, while they are found out. */
export function treeSpanOffset(m: Model): int {
  return contactMotionOffset(m) + MOTION * MAXCONPAIR;
}

/** Elements of the state x = (dq, qvel, act), and of a row of A. */
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

/** Elements of the workspace. */
export function workspaceSize(m: Model): int {
  return controlMatrixOffset(m) + stateSize(m) * m.nu;
}

/*  The right sides, derivatives of the residual and later of accelerations, are made where they end: in the rows of velocities of A and B.
 *  A row of those by positions, velocities and activations has nx elements, one of those by controls nu. */

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

/** Parts of the right sides that are worked on at once: rows of A if these have all columns, else each kind of columns for itself; and the
 *  columns of controls. */
export const Part = {
  STATE: 0,
  POSITION: 1,
  VELOCITY: 2,
  ACTIVATION: 3,
  CONTROL: 4,
  SIZE: 5,
} as const;

/** The first part there is. */
export function firstPart(w: Float64Array): int {
  return w[PassResult.WHOLE] === 1 ? Part.STATE : Part.POSITION;
}

/** The part after one. */
export function nextPart(part: int): int {
  return part === Part.STATE ? Part.CONTROL : part + 1;
}

/** Start of a part. */
export function partOffset(m: Model, part: int): int {
  if (part === Part.CONTROL) return drDuOffset(m);
  return part === Part.VELOCITY ? drDvOffset(m) : part === Part.ACTIVATION ? drDactOffset(m) : drDqOffset(m);
}

/** From one row of a part to the next. */
export function partStride(m: Model, part: int): int {
  return part === Part.CONTROL ? m.nu : stateSize(m);
}

/** Which columns the rows of a part have, a Span. */
export function partSpan(part: int): int {
  if (part === Part.STATE) return Span.STATE;
  return part === Part.CONTROL ? Span.CONTROL : part === Part.ACTIVATION ? Span.ACTIVATION : Span.DOF;
}

/** The same for the right sides as they are made. */
export function sideSpan(w: Float64Array, part: int): int {
  const kind = partSpan(part);
  return kind === Span.DOF && w[PassResult.CONTACTS_DECOUPLED] === 1 ? Span.SIDE : kind;
}

/** Columns of a part: none where a Model has no controls or activations. */
export function partColumns(m: Model, part: int): int {
  if (part === Part.STATE) return stateSize(m);
  return part === Part.CONTROL ? m.nu : part === Part.ACTIVATION ? m.na : m.nv;
}

/** What `residualPass` returns if it has not come to its end; else the number of contacts that could not be followed. */
export const StopReason = {
  /** The solver has stopped so far from the solution that steps of Newton's method do not arrive there. */
  NOT_CONVERGED: -1,
  /** The step would reset the Data: its acceleration is not a number, or huge. */
  RESETS: -2,
  /** There is no closed form for something: `findUnsupported` says for what. */
  UNSUPPORTED: -3,
  /** A position or a velocity of the state is not a number, or huge. */
  BAD_STATE: -4,
  /** The arena has no room for the blocks of the Hessian. */
  ARENA_FULL: -5,
  /** Forward dynamics has stopped for an Event, which is to be taken from this. */
  EVENT: -6,
} as const;
