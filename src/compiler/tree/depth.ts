/** How deep bodies may be nested. MJCF nests elements 500 deep at most, but URDF and programs can make longer chains, and
 *  phases of the compiler call themselves for the children of a body. */

import type { Body } from '../../formats/spec/elements/body.ts';
import type { CompileState } from '../compileState.ts';

const MAX_DEPTH = 2000;

export function checkDepth(state: CompileState): void {
  const stack: [Body, number][] = [[state.spec.worldbody, 0]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [body, depth] = top;
    if (depth > MAX_DEPTH) {
      state.report.elementError(body, undefined, `bodies are nested deeper than ${MAX_DEPTH}`);
      return;
    }
    for (const child of body.bodies) stack.push([child, depth + 1]);
  }
}
