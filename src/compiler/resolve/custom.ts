/** Custom numerics, text elements and tuples. */

import { ObjType } from '../../core/model/enums.ts';
import type { CompileState, GeomNode } from '../compileState.ts';

const MAX_NUMERIC = 1 << 24;

export function compileCustom(state: CompileState): void {
  const { names, report } = state;
  for (const numeric of state.numerics) {
    const { spec } = numeric;
    numeric.size = spec.size !== 0 ? spec.size : spec.data.length;
    if (numeric.size === 0) report.elementError(spec, 'data', 'a numeric needs data or a size');
    else if (numeric.size < spec.data.length) {
      report.elementError(spec, 'size', `size ${numeric.size} is too small for ${spec.data.length} numbers`);
    } else if (numeric.size > MAX_NUMERIC)
      report.elementError(spec, 'size', `expected at most ${MAX_NUMERIC}, found ${numeric.size}`);
  }
  for (const { spec } of state.texts)
    if (spec.data === '') report.elementError(spec, 'data', 'data: expected a nonempty string');
  for (const tuple of state.tuples) {
    const { spec } = tuple;
    if (spec.objtype.length === 0) report.elementError(spec, undefined, 'a tuple cannot be empty');
    spec.objname.forEach((name, k) => {
      const found = names.find(spec.objtype[k], name);
      if (found) tuple.objects.push(found);
      else report.elementError(spec, undefined, names.missing(spec.objtype[k], name));
      if (found && spec.objtype[k] === ObjType.GEOM) (found as unknown as GeomNode).visual = false;
    });
  }
}
