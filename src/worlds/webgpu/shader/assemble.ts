/** The source of a shader: the kernel of a stage and the functions that it calls, for one Model. */
import type { Plan } from '../memory/layout.ts';
import { entries, functions, prelude } from '../shaders.gen.js';
import { keyOf } from './unused.ts';

/** Worlds per workgroup. */
export const WORKGROUP = 32;

/** The functions that a kernel calls, with their source. Those that the Model does not need are left empty: shader
 * compilers inline all calls, so every line costs compile time. */
export function reachable(stage: string, unused: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    const { code, calls } = functions[name];
    if (unused.has(keyOf(name))) {
      found.set(name, emptied(code));
      return;
    }
    found.set(name, code);
    for (const callee of calls) visit(callee);
  };
  visit(entries[stage]);
  return found;
}

/** A function with the same signature that does nothing and returns zero. */
function emptied(code: string): string {
  const head = code.slice(0, code.indexOf('{'));
  const result = /-> (\w+) $/.exec(head)?.[1];
  return `${head}{ ${result ? `return ${result}();` : ''} }`;
}

/** Names in the source of functions that are fields, sizes, capacities or scratch. */
export function namesIn(texts: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const text of texts) for (const [name] of text.matchAll(/\b(?:[MD]_\w+|\w+__\w+)\b/g)) names.add(name);
  return names;
}

/** The complete shader of a stage. */
export function shaderText(stage: string, texts: ReadonlyMap<string, string>, plan: Plan): string {
  const constants = [...namesIn(texts.values())].flatMap((name) => {
    const value = plan.constants.get(name);
    if (value === undefined) return [];
    return [`const ${name}: ${value.endsWith('u') ? 'u32' : 'i32'} = ${value};`];
  });
  return [
    prelude,
    ...constants,
    ...texts.values(),
    `@compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3<u32>) {`,
    '  if (id.x >= batch.worlds) { return; }',
    '  own = batch.dataFirst + id.x * batch.dataEach;',
    `  ${entries[stage]}(batch.modelFirst + id.x * batch.modelEach, own);`,
    '}',
  ].join('\n');
}
