/** Synchronizes the objects of scripts with the tree of a spec: before a spec is compiled, copied or attached, changes
 * of scripts are applied to the tree. */

import { BODY_LISTS, SPEC_LISTS } from '../../formats/spec/edit/lists.ts';
import type { SpecElement } from '../../formats/spec/elements/element.ts';
import type { SpecTree as Tree } from '../../formats/spec/specTree.ts';
import { subtreeBodies } from '../../formats/spec/stateSizes.ts';
import { settleBones } from './classes/bones.ts';
import { settleCharacters } from './classes/members.ts';
import { settlePlugins } from './classes/plugin.ts';

type Fields = Record<string, unknown>;

/** Apply changes of character arrays, skin bones and plugin uses. */
export function settle(tree: Tree): void {
  settleCharacters(tree);
  settleBones(tree.skins);
  settlePlugins(tree, everything(tree));
}

/** Fields that are typed arrays in the tree. */
const TYPED = new Set([
  'uservert',
  'usernormal',
  'usertexcoord',
  'userface',
  'userfacenormal',
  'userfacetexcoord',
  'data',
]);
/** Run a function while all vectors of a spec are plain arrays, then restore the vectors that scripts refer to. */
export function withPlainArrays<T>(tree: Tree, action: () => T): T {
  const held: [Fields, string, unknown][] = [];
  for (const element of everything(tree)) {
    const fields = element as unknown as Fields;
    for (const [name, value] of Object.entries(fields)) {
      if (!ArrayBuffer.isView(value) || (TYPED.has(name) && !(value instanceof Float64Array))) continue;
      if (name === 'userdata' && value instanceof Float32Array) continue;
      held.push([fields, name, value]);
      fields[name] = Array.from(value as Float64Array);
    }
  }
  try {
    return action();
  } finally {
    for (const [fields, name, value] of held) fields[name] = value;
  }
}

function* everything(tree: Tree): Iterable<SpecElement> {
  for (const list of SPEC_LISTS.values()) yield* tree[list];
  for (const tendon of tree.tendons) yield* tendon.path;
  for (const body of subtreeBodies(tree.worldbody)) {
    yield body;
    for (const list of BODY_LISTS.values()) if (list !== 'bodies') yield* body[list];
  }
}
