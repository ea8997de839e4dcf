/** Capacities of the arrays that grow with contacts and constraint rows. */
import type { Capacity } from '../fields/index.ts';

/** Initial capacities of a `Data`: enough for a model at rest; doubled when a stage runs out. */
export function initialCapacities(sizes: Readonly<Record<string, number>>): Record<Capacity, number> {
  const { nv, njnt, ntendon, neq, ngeom } = sizes;
  // geoms of the world do not collide with each other: few dofs mean few contacts
  const con = Math.max(32, 2 * Math.min(ngeom, 4 * nv, 1024));
  const efc = nv === 0 ? 4 : 6 * neq + nv + 2 * ntendon + njnt + 4 * con;
  const rows = padded(efc);
  const dense = nv < 60;
  const J = dense ? rows * padded(nv) : rows * Math.min(nv, 32);
  return { con_cap: con, efc_cap: rows, J_cap: J, Y_cap: 4, A_cap: 4, H_cap: 4, K_cap: 4 };
}

/** Next capacity of an array that has `cap` elements and needs more: double, or a quarter more than needed where
 *  doubling would waste much memory. */
export function grownCapacity(cap: number, need: number): number {
  const LARGE = 1 << 18;
  return cap < LARGE ? Math.max(need, 2 * cap) : Math.ceil(1.25 * need);
}

/** Next multiple of 4: dense kernels work on blocks of four rows. */
function padded(n: number): number {
  return (n + 3) & ~3;
}
