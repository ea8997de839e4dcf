/** Maximum nesting depth of bodies. MJCF nests elements at most 500 deep, but URDF and code can create longer chains,
 * and phases of the compiler are recursive. */

import type { Body } from '../../formats/spec/elements/body.ts';
import type { CompileState } from '../compileState.ts';

const MAX_DEPTH = 2000;

export function checkDepth(state: CompileState): void {
  const stack: [Body, number][] = [[state.spec.worldbody, 0]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [body, depth] = top;
    if (depth > MAX_DEPTH) {
      state.report.elementError(body, undefined, `bodies are nested too deeply. Expected at most ${MAX_DEPTH} levels`);
      return;
    }
    for (const child of body.bodies) stack.push([child, depth + 1]);
  }
}
