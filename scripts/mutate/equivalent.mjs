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
  {
    file: 'src/core/engine/island/island.ts',
    within: 'joinSparse',
    before: 'if (tree === last) continue;',
    after: ';',
    reason: 'Merging a tree with itself changes nothing, and it is the last tree already.',
  },
  {
    file: 'src/core/engine/island/island.ts',
    within: 'joinRow',
    before: 'unreachable(type);',
    after: ';',
    reason: 'A type error reports a type without its case; the call is never reached.',
  },
  {
    file: 'src/core/engine/island/rowCache.ts',
    within: 'visitZeroPattern',
    before: 'if (!visitInt(work_cached_dof, k, efc_J[k] === 0 ? 0 : 1, store)) return false;',
    after: 'if (!visitInt(work_cached_dof, k, efc_J[k] !== 0 ? 0 : 1, store)) return false;',
    reason: 'The key is stored and compared by the same code: both are inverted.',
  },
  {
    file: 'src/core/engine/island/unionFind.ts',
    within: 'mergeTrees',
    before: 'if (a < 0 && b < 0) return;',
    after: ';',
    reason:
      'In JavaScript elements at -1 are undefined, and nothing is written; the guard is for the compiled engine, which the harness does not build.',
  },
  {
    file: 'src/core/engine/island/maps.ts',
    within: 'mapDofs',
    before: 'for (let k = 0; k < nisland; k++) island_dofadr[k] = map_idof2dof[island_idofadr[k]];',
    after: 'for (let k = 0; k <= nisland; k++) island_dofadr[k] = map_idof2dof[island_idofadr[k]];',
    reason: 'Elements from nisland on are unspecified, in MuJoCo too.',
  },
  {
    file: 'src/core/engine/collision/filter.ts',
    within: 'bodiesMeet',
    before: 'if (asleep1 && (asleep2 || weld2 === 0)) return false;',
    after: 'if (asleep1 && (asleep2)) return false;',
    reason:
      'The first body of a pair never sleeps: boxes are those of bodies that are awake, which are looked up among those that sleep.',
  },
  {
    file: 'src/core/engine/solver/primal/linesearch.ts',
    within: 'bracketedSearch',
    before: 'if (cost2 <= cost1 && cost2 < 0) return accept(d, SolverRealSlot.P2, slopescale);',
    after: 'if (cost2 <= cost1) return accept(d, SolverRealSlot.P2, slopescale);',
    reason:
      'The cost is convex and P2 starts at alpha = 0: without an improvement it is still there, and alpha = 0 ends the solve either way.',
  },
  {
    file: 'src/core/engine/constraint/rows/contact.ts',
    within: 'hasEmptyRows',
    before: 'if (g1 < 0 || g2 < 0) return false;',
    after: 'if (g2 < 0) return false;',
    reason: 'A contact with a flex has the flex on its second side, and no geom there.',
  },
  {
    file: 'src/core/engine/solver/warmstart.ts',
    within: 'enterMetric',
    before: 'for (let i = nidof; i < m.nv; i++) {',
    after: 'for (let i = nidof; i <= m.nv; i++) {',
    reason:
      'In JavaScript elements beyond the end are undefined, and nothing is written; the harness does not build the compiled engine.',
  },
  {
    file: 'src/core/engine/solver/order.ts',
    within: 'listElementsOfParts',
    before: 'for (let k = first; k < first + parts; k++) {',
    after: 'for (let k = first; k <= first + parts; k++) {',
    reason: 'The lists of a part that this call does not order are not read, and its own call writes them again.',
  },
  {
    file: 'src/core/engine/solver/primal/pattern.ts',
    within: 'makePattern',
    before: 'return blockCount(d, k) <= MAX_BITS ? smallPattern(d, k, before) : largePattern(d, k, before);',
    after: 'return blockCount(d, k) < MAX_BITS ? smallPattern(d, k, before) : largePattern(d, k, before);',
    reason: 'Both functions find the same pattern.',
  },
  {
    file: 'src/core/engine/solver/problem.ts',
    within: 'layOutProblems',
    before: 'const moved = parts > 0 && work_sol_int[SolverIntSlot.NEW_ORDERS] > 0;',
    after: 'const moved = parts > 1 && work_sol_int[SolverIntSlot.NEW_ORDERS] > 0;',
    reason: 'Problems of fewer than MIN_PARTS parts are not ordered and have NPART 0: the sum is never 1.',
  },
  {
    file: 'src/core/engine/solver/dual/noslip.ts',
    within: 'updateTangents',
    before: 'if (efc_force[i] < MINVAL) efc_force.fill(0, i + 1, i + 1 + n);',
    after: 'if (efc_force[i] < MINVAL) ;',
    reason: 'The solver leaves forces in their cones: without a normal force the tangents are 0 already.',
  },
  {
    file: 'src/core/derivative/analytic/tree/motion.ts',
    within: 'motion',
    before: 'if (!rows) continue;',
    after: ';',
    reason: 'Without rows nothing reads these fields of the workspace.',
  },
  {
    file: 'src/core/derivative/analytic/integrate/smoothVelDerivative.ts',
    within: 'addSmoothVelDerivative',
    before: 'const s = (1e-5 * speed) / size;',
    after: 'const s = (1e-5 / speed) / size;',
    reason: 'A step of centered differences of a function that is quadratic: they are exact, up to rounding.',
  },
  {
    file: 'src/worlds/batch/parameterFields.ts',
    within: 'strains',
    before:
      'return all.filter((i) => m.flex_interp[m.eq_obj1id[i]] !== 0 && m.flex_stiffnessadr[m.eq_obj1id[i]] >= 0);',
    after: 'return all.filter((i) => m.flex_interp[m.eq_obj1id[i]] !== 0 || m.flex_stiffnessadr[m.eq_obj1id[i]] >= 0);',
    reason: 'The compiler makes strain constraints of interpolated flexes only, and gives each a stiffness.',
  },
  {
    file: 'src/worlds/batch/pause.ts',
    within: '#checkClock',
    before: 'this.#lastCheck = now;',
    after: ';',
    reason: 'It decides how often the clock is read, not when a pause is due.',
  },
  {
    file: 'src/worlds/batch/pause.ts',
    within: 'pause',
    before: "if (typeof setImmediate === 'function') return new Promise((resume) => setImmediate(resume));",
    after: "if (typeof setImmediate !== 'function') return new Promise((resume) => setImmediate(resume));",
    reason: 'A message to itself lets the event loop run too: it is what browsers use.',
  },
  {
    file: 'src/worlds/batch/rollout/chunk.ts',
    within: 'runWorld',
    before: 'return -1;',
    after: 'return -2;',
    reason: 'The caller compares the step of the first warning with 0.',
  },
  {
    file: 'src/core/derivative/analytic/tree/spans.ts',
    within: 'joinContacts',
    before: 'if (one >= 0 && other >= 0) join(m, w, body_treeid[geom_bodyid[one]], body_treeid[geom_bodyid[other]]);',
    after: 'if (one >= 1 && other >= 0) join(m, w, body_treeid[geom_bodyid[one]], body_treeid[geom_bodyid[other]]);',
    reason: 'A contact of geom 0 goes to the next line: the columns of its rows join the same trees.',
  },
];
