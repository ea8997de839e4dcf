// Which mutants of a folder run: chosen by a seed, spread over files and kinds of change.
import { caseRandom } from '../torture/material/random.mjs';
import { equivalent } from './equivalent.mjs';

/** @typedef {import('./generate.mjs').Mutant} Mutant */

/** At most `count` mutants. Files alternate, and within a file the kinds of change, so that a long file or a frequent operator does not
 *  crowd out others. The order depends on the seed and on the text of a mutant, so that a change of one file does not affect the choice in
 *  others.
 *  @param {readonly Mutant[]} mutants @param {number} count @param {number} seed @returns {Mutant[]} */
export function pickMutants(mutants, count, seed) {
  const files = [...group(mutants, ({ file }) => file)]
    .sort(([a], [b]) => order(seed, a) - order(seed, b))
    .map(([, list]) => inTurns(list, seed));
  return interleave(files).slice(0, count);
}

/** The mutants of one file, kind after kind. @param {readonly Mutant[]} mutants @param {number} seed */
function inTurns(mutants, seed) {
  const shuffled = [...mutants].sort((a, b) => order(seed, describe(a)) - order(seed, describe(b)));
  return interleave([...group(shuffled, ({ kind }) => kind).values()]);
}

/** @param {Mutant} mutant */
function describe({ file, start, after }) {
  return `${file} ${start} ${after}`;
}

/** @param {number} seed @param {string} text */
function order(seed, text) {
  return caseRandom(seed, text, 0).next();
}

/** @template T @param {readonly T[]} list @param {(item: T) => string} key */
function group(list, key) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const item of list) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Interleaves lists: the first of each, then the second of each. @template T @param {readonly T[][]} lists @returns {T[]} */
function interleave(lists) {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, k) => lists.flatMap((list) => list.slice(k, k + 1))).flat();
}

/** The reason why a mutant is equivalent to the source, if it is listed.
 *  @param {Mutant} mutant @param {readonly import('./equivalent.mjs').Equivalent[]} [table] */
export function reasonEquivalent({ file, within, before, after }, table = equivalent) {
  return table.find((row) => row.file === file && row.within === within && row.before === before && row.after === after)
    ?.reason;
}
