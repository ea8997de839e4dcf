// Mutants that no test can notice, because they do what the source does. They are left out of the score.
// A row matches by text, not by line number; a test reports rows that match nothing.

/** @typedef {object} Equivalent
 *  @property {string} file
 *  @property {string} within name of the function
 *  @property {string} before the changed lines, with single spaces, as the harness prints them
 *  @property {string} after
 *  @property {string} reason */

/** @type {readonly Equivalent[]} */
export const equivalent = [];
