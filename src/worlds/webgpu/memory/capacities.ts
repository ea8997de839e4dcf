/** Capacities for contacts and constraint rows in each world. Arrays do not grow on a device. */

import { found } from '../../../core/expect.ts';
import { initialCapacities } from '../../../core/model/block/arena.ts';
import { BLOCK } from '../../../core/model/block/block.ts';
import type { Capacity } from '../../../core/model/fields/index.ts';
import type { Model } from '../../../core/model/model.ts';

/** Capacities of each world. Anything beyond is dropped and counted as a warning of the world. */
export interface Capacities {
  /** Number of contacts (default: the capacity of a new `Data`). */
  contacts?: number;
  /** Number of constraint rows (default: four per contact, plus those of joints and equalities). */
  rows?: number;
}

/** Capacities of the arrays that would grow on a CPU. */
export function capacitiesFor(m: Model, { contacts, rows }: Capacities): Record<Capacity, number> {
  const { sizes } = m[BLOCK].dataLayout;
  const usual = initialCapacities(sizes);
  const con_cap = checkedCapacity('contacts', contacts) ?? usual.con_cap;
  const efc_cap = (checkedCapacity('rows', rows) ?? usual.efc_cap + 4 * (con_cap - usual.con_cap)) + 3;
  const slots = 4 * Math.ceil(m.nv / 2);
  return {
    con_cap,
    efc_cap: efc_cap & ~3,
    J_cap: (efc_cap & ~3) * m.nv,
    Y_cap: 4,
    A_cap: 4,
    K_cap: 4,
    H_cap: Math.max((efc_cap & ~3) * slots, 8 * (slots / 4) * (slots / 4 + 1)),
  };
}

function checkedCapacity(name: string, count: number | undefined): number | undefined {
  if (count === undefined || (Number.isInteger(count) && count >= 1)) return count;
  throw new RangeError(`webgpu: ${name}: expected a whole number of at least 1, found ${found(count)}`);
}
