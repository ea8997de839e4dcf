import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Problem } from '../../model/solverSlots.ts';

/*  Slots, blocks and problems: a block is four consecutive slots, and a problem is a range of blocks. The Hessian, its factor and
 *  the groups of the Jacobian are stored by blocks. docs/derivations/solver.md has a drawing. */

/** Block of a slot.
 *  @inline */
export function blockOfSlot(slot: int): int {
  return slot >> 2;
}

/** Position of a slot in its block, 0 to 3.
 *  @inline */
export function laneOfSlot(slot: int): int {
  return slot & 3;
}

/** First block of problem k.
 *  @inline */
export function firstBlock(d: Data, k: int): int {
  return d.work_problem[Problem.SIZE * k + Problem.SLOT] >> 2;
}

/** Number of blocks of problem k.
 *  @inline */
export function blockCount(d: Data, k: int): int {
  return d.work_problem[Problem.SIZE * k + Problem.NSLOT] >> 2;
}
