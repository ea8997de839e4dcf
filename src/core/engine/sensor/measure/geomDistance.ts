import { copy } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { normalize3, sub3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { ObjType, SensorType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { geomDistance } from '../../collision/distance.ts';

const nearest = new Float64Array(6);

/** Distance between two geoms or the geoms of two bodies, limited to the sensor's cutoff; or the normal from one to the
 *  other, or the segment between their nearest points (zero if they are farther apart). */
export function distanceSensor(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_type, sensor_objtype, sensor_objid, sensor_reftype, sensor_refid, sensor_cutoff } = m;
  const { work_fromto } = d;
  const type = sensor_type[i];
  const end1 = lastGeom(m, sensor_objtype[i], sensor_objid[i]);
  const end2 = lastGeom(m, sensor_reftype[i], sensor_refid[i]);
  let dist = sensor_cutoff[i];
  zero3(nearest, 0);
  zero3(nearest, 3);
  for (let g1 = firstGeom(m, sensor_objtype[i], sensor_objid[i]); g1 <= end1; g1++) {
    for (let g2 = firstGeom(m, sensor_reftype[i], sensor_refid[i]); g2 <= end2; g2++) {
      const found = geomDistance(m, d, g1, g2, sensor_cutoff[i]);
      if (found >= dist) continue;
      dist = found;
      copy(nearest, 0, work_fromto, 0, 6);
    }
  }
  if (type === SensorType.GEOMDIST) {
    out[o] = dist;
  } else if (type === SensorType.GEOMFROMTO) {
    copy(out, o, nearest, 0, 6);
  } else {
    sub3(out, o, nearest, 3, nearest, 0);
    if (out[o] !== 0 || out[o + 1] !== 0 || out[o + 2] !== 0) normalize3(out, o);
  }
}

function firstGeom(m: Model, type: int, id: int): int {
  return type === ObjType.BODY ? m.body_geomadr[id] : id;
}

function lastGeom(m: Model, type: int, id: int): int {
  return type === ObjType.BODY ? m.body_geomadr[id] + m.body_geomnum[id] - 1 : id;
}
