// Measurements against bounds.
import { short } from './table.mjs';

/** Wide enough for noise, narrow enough to catch a regression. */
const ATTEMPTS = 3;

/** Measures each check, and measures it again if it is outside its bounds.
 *  @param {import('./checks.mjs').Check[]} checks
 *  @param {(line: string) => void} [print] called with each result
 *  @returns {Promise<{ rows: string[][], over: number }>} a table, and how many are outside their bounds */
export async function runChecks(checks, print = () => {}) {
  const rows = [['check', 'measured', 'bound', '']];
  for (const check of checks) {
    const { value, ok } = await measured(check);
    const row = [check.name, `${short(value)}${check.unit}`, boundText(check), ok ? 'ok' : 'over'];
    rows.push(row);
    print(row.join('  '));
  }
  return { rows, over: rows.filter((row) => row[3] === 'over').length };
}

/** @param {import('./checks.mjs').Check} check */
async function measured({ measure, atMost, atLeast = 0 }) {
  for (let attempt = 1; ; attempt++) {
    const value = await measure();
    // false for NaN
    const ok = value <= atMost && value >= atLeast;
    if (ok || attempt === ATTEMPTS) return { value, ok };
  }
}

/** @param {import('./checks.mjs').Check} check */
function boundText({ unit, atMost, atLeast }) {
  const range = atLeast === undefined ? '<= ' : `${short(atLeast)} to `;
  return `${range}${short(atMost)}${unit}`;
}
