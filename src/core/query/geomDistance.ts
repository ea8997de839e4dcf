/** Distances between geoms, after positions have been computed. */
import { stagesOf } from '../engine/runtime/engine.ts';
import { engineData, engineModel } from '../engine/runtime/withEngine.ts';
import { expectNumber, expectRoom } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { expectIndex } from './expect.ts';

/** Signed distance of two geoms, negative if they overlap, at most `distmax`. The segment from geom 1 to geom 2 between
 *  their nearest points is written to `fromto` (six values), or zeros if they are farther apart.
 *
 *  ```ts
 *  const fromto = new Float64Array(6);
 *  const dist = geomDistance(model, data, name2id(model, ObjType.GEOM, 'hand'), 0, 1, fromto);
 *  ``` */
export function geomDistance(
  m: Model,
  d: Data,
  geom1: number,
  geom2: number,
  distmax: number,
  fromto?: Float64Array | null,
): number {
  const b = engineData(m, checkFits('geomDistance', m, d));
  expectIndex('geom', geom1, m.ngeom);
  expectIndex('geom', geom2, m.ngeom);
  expectNumber('distmax', distmax);
  if (fromto !== undefined && fromto !== null) expectRoom('fromto', fromto, 6);
  const dist = stagesOf(m).geomDistance(engineModel(m), b, geom1, geom2, distmax);
  for (let k = 0; fromto && k < 6; k++) fromto[k] = b.work_fromto[k];
  return dist;
}
