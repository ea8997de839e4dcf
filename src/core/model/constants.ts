/** MuJoCo's numeric constants that several folders share. */

export { MINVAL } from '../math/constants.ts';

/** Largest value allowed in qpos, qvel and qacc. */
export const MAXVAL = 1e10;
/** Smallest friction coefficient. */
export const MINMU = 1e-5;
/** Bounds of the constraint impedance. */
export const MINIMP = 0.0001;
export const MAXIMP = 0.9999;
/** Maximum number of contacts of a pair of geoms. */
export const MAXCONPAIR = 50;
/** `tree_asleep` of a tree that just woke: it must be still for ten steps before it may sleep again. */
export const TREE_AWAKE = -11;
/** Values of `body_awake`. */
export const BODY_STATIC = -1;
export const BODY_ASLEEP = 0;
export const BODY_AWAKE = 1;
/** Lengths of parameter vectors. */
export const NEQDATA = 11;
export const NDYN = 10;
export const NGAIN = 10;
export const NBIAS = 10;
export const NFLUID = 12;
export const NPOLY = 2;
export const NSENS = 3;
/** Number of iterations and islands with solver statistics. */
export const NSOLVER = 200;
export const NISLAND = 20;
