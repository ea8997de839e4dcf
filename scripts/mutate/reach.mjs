// Finds the test files that reach a mutant: sources get a probe before the statement of each mutant, and the tests run once.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';

/** The environment variable with the path of the log. */
export const LOG = 'TENON_MUTATE_REACH';

/** @typedef {import('./generate.mjs').Mutant} Mutant */

/** A source with probes. Threads started by a test have no reporter, so a probe appends its number to a file, once per test file.
 *  @param {string} file @param {string} source @param {readonly (readonly [mutant: Mutant, id: number])[]} mutants */
export function withProbes(file, source, mutants) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const places = mutants.map(([{ start, end }, id]) => ({ at: statementAround(tree, start, end), id }));
  let text = source;
  for (const { at, id } of places.sort((a, b) => b.at - a.at))
    text = `${text.slice(0, at)}mutantReached(${id}); ${text.slice(at)}`;
  return `${text}
function mutantReached(id: number): void {
  const shared = globalThis as unknown as { mutantsReached?: Set<number> };
  shared.mutantsReached ??= new Set();
  if (shared.mutantsReached.has(id)) return;
  shared.mutantsReached.add(id);
  process.getBuiltinModule('node:fs').appendFileSync(process.env.${LOG} as string, id + '\\n');
}
`;
}

/** Start of the innermost statement in a block. @param {ts.SourceFile} tree @param {number} start @param {number} end */
function statementAround(tree, start, end) {
  let found = tree.statements.find((node) => node.getEnd() >= end)?.getStart() ?? 0;
  const visit = (/** @type {ts.Node} */ node) => {
    if (node.getStart() > start || node.getEnd() < end) return;
    const { parent } = node;
    if (parent && (ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent)) && ts.isStatement(node))
      found = node.getStart();
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Before each test file: marks the following log entries as its own. */
export function beginFile() {
  const log = process.env[LOG];
  if (!log) return;
  const shared = /** @type {{ mutantsReached?: Set<number>, __vitest_worker__?: { filepath: string } }} */ (
    /** @type {unknown} */ (globalThis)
  );
  shared.mutantsReached?.clear();
  appendFileSync(log, `@${relative(process.cwd(), shared.__vitest_worker__?.filepath ?? '')}\n`);
}

/** Test files by the number of a mutant. @param {string} log @returns {Map<number, Set<string>>} */
export function readReach(log) {
  /** @type {Map<number, Set<string>>} */
  const reach = new Map();
  let test = '';
  for (const line of existsSync(log) ? readFileSync(log, 'utf8').split('\n') : []) {
    if (line.startsWith('@')) test = line.slice(1).replaceAll('\\', '/');
    else if (line !== '') reach.set(Number(line), (reach.get(Number(line)) ?? new Set()).add(test));
  }
  return reach;
}
