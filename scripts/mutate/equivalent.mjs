// Mutants that no test can detect, because they behave like the source. They do not count in the score. A row matches by text, not by line
// number; a test reports rows that match nothing.

/** @typedef {object} Equivalent
 *  @property {string} file
 *  @property {string} within name of the function
 *  @property {string} before the changed lines, with single spaces, as the harness prints them
 *  @property {string} after
 *  @property {string} reason */

/** @type {readonly Equivalent[]} */
export const equivalent = [
  {
    file: 'src/core/engine/sleep/updateSleep.ts',
    within: 'remember',
    before: 'if (body_jntnum[i] === 0) continue;',
    after: ';',
    reason: 'Without joints the range of positions is empty: it begins and ends at the same address.',
  },
  {
    file: 'src/core/engine/sleep/wake.ts',
    within: 'wakeEquality',
    before: 'const t1 = b1 >= 0 ? body_treeid[b1] : -1;',
    after: 'const t1 = b1 >= 1 ? body_treeid[b1] : -1;',
    reason: 'Body 0 is the world, which is in tree -1.',
  },
  {
    file: 'src/core/engine/solver/primal/newton.ts',
    within: 'factorWithCones',
    before: 'work_sol_int[SolverIntSlot.CONE_FACTOR] = cones ? 1 : 0;',
    after: 'work_sol_int[SolverIntSlot.CONE_FACTOR] = cones ? 2 : 0;',
    reason: 'The slot is a flag: its only reader compares it with 0.',
  },
  {
    file: 'src/core/engine/solver/primal/pattern.ts',
    within: 'largePattern',
    before: 'factor += FACTOR_ROW + FACTOR_BLOCK * ((n * (n + 1)) >> 1);',
    after: 'factor += FACTOR_ROW + FACTOR_BLOCK * ((n * (n - 1)) >> 1);',
    reason: 'An estimate of time, which chooses between two ways to the same factor, up to rounding.',
  },
  {
    file: 'src/core/engine/solver/orderCache.ts',
    within: 'restoreCachedOrder',
    before:
      'work_sol_int[SolverIntSlot.CACHED_PARTS] === parts && work_sol_int[SolverIntSlot.CACHED_ELEMENTS] === elements && sameInts(work_cached_part, work_part_order, parts) &&',
    after:
      '(work_sol_int[SolverIntSlot.CACHED_PARTS] === parts && work_sol_int[SolverIntSlot.CACHED_ELEMENTS] === elements) &&',
    reason:
      'The elements, which are compared too, identify every part of an island; without islands the parts never change.',
  },
];
