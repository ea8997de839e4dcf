/** Size of MuJoCo's arena, as binary models store it. */
import type { SizeSettings } from '../../formats/spec/elements/settings.ts';
import type { Sizes } from './sizes.ts';

/** Bytes of MuJoCo's doubles, integers and contacts. */
const NUMBER = 8;
const INTEGER = 4;
const CONTACT = 576;

const MEGABYTE = 2 ** 20;

/** m.narena: the bytes requested by `<size memory>`, or MuJoCo's estimate. We allocate memory as needed; this is for
 * MuJoCo, which reads our binary models. stack = 5 (njmax + neq + nv)^2 + 20 (sum of all counts), separate space for
 * all rows and contacts, in whole megabytes. */
export function arenaBytes(size: SizeSettings, counts: Sizes): number {
  const count = (name: keyof Sizes) => counts[name] ?? 0;
  if (size.memory !== -1) return Math.min(size.memory, 2 ** 31 - 1);
  const rows = size.njmax === -1 ? 500 : size.njmax;
  const contacts = size.nconmax === -1 ? 100 : size.nconmax;
  const nv = count('nv');
  const things = ['nq', 'nv', 'nu', 'na', 'nbody', 'njnt', 'ngeom', 'nsite', 'neq', 'ntendon', 'nwrap'] as const;
  const all = things.reduce((sum, name) => sum + count(name), 0);
  const guess = Math.max(1000, 5 * (rows + count('neq') + nv) ** 2 + 20 * all);
  const stack = NUMBER * (size.nstack === -1 ? guess : size.nstack);
  const arrayBytes =
    contacts * CONTACT +
    rows * (8 * INTEGER + 14 * NUMBER) +
    nv * 3 * INTEGER +
    rows * nv * (2 * INTEGER + 2 * NUMBER) +
    rows * rows * (INTEGER + NUMBER);
  return Math.min(MEGABYTE * Math.ceil((stack + arrayBytes) / MEGABYTE), 2 ** 31 - 1);
}
