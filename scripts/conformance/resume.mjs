// Results of a long comparison in a file, a line per model, so that it can be interrupted and resumed.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** `known`: results by model from the file; `keep` appends one. Without a file, `known` is empty and nothing is stored. */
export function resumable(file) {
  const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line)).map((result) => [result.model, result]));
  return { known, keep: (result) => file && appendFileSync(file, `${JSON.stringify(result, encodeInfinity)}\n`) };
}

/** JSON has no infinity, and null is less than any tolerance; a string is not. */
function encodeInfinity(_key, value) {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
