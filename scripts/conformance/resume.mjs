// Results of a long comparison in a file, a line for each model, so that it can be stopped and taken up again.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** `known`: results by model that the file has; `keep` adds one. Without a file there are none, and none are kept. */
export function resumable(file) {
  const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const known = new Map(lines.map((line) => JSON.parse(line)).map((result) => [result.model, result]));
  return { known, keep: (result) => file && appendFileSync(file, `${JSON.stringify(result, encodeInfinity)}\n`) };
}

/** JSON has no infinity, and null is less than any tolerance: as a word it is not. */
function encodeInfinity(_key, value) {
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
