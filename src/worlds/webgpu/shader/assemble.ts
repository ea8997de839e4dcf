/** The text of a shader: the kernel of a stage and the functions that it reaches, for one Model. */
import type { Plan } from '../memory/layout.ts';
import { entries, functions, prelude } from '../shaders.gen.js';
import { keyOf } from './unused.ts';

/** Worlds that one workgroup steps. */
export const WORKGROUP = 32;

/** Functions that a kernel reaches, with the text of each. Those that the Model has no use for are left empty: compilers of
 *  shaders take their time for every line, since all calls are expanded. */
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

/** A function with the same head that does nothing and gives zero. */
function emptied(code: string): string {
  const head = code.slice(0, code.indexOf('{'));
  const result = /-> (\w+) $/.exec(head)?.[1];
  return `${head}{ ${result ? `return ${result}();` : ''} }`;
}

/** Names in the text of functions that are fields, sizes, capacities or scratch. */
export function namesIn(texts: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const text of texts) for (const [name] of text.matchAll(/\b(?:[MD]_\w+|\w+__\w+)\b/g)) names.add(name);
  return names;
}

/** The whole shader of a stage. */
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
