import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { subFrom3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { ObjType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { objectVelocity } from '../../tree/objectMotion.ts';

const wind = new Float64Array(3);

/** res = velocity of a body (inertial frame) or a geom relative to the wind, in its own axes, rotation first */
export function velocityInFluid(m: Model, d: Data, type: int, id: int, res: Float64Array): void {
  objectVelocity(m, d, type, id, res, 0, true);
  if (type === ObjType.GEOM) mulMatTVec3(wind, 0, d.geom_xmat, 9 * id, m.opt.wind, 0);
  else mulMatTVec3(wind, 0, d.ximat, 9 * id, m.opt.wind, 0);
  subFrom3(res, 3, wind, 0);
}
