import type { int } from '../../../../math/int.ts';
import { addScl3, copy3, dot3, sub3 } from '../../../../math/vec3.ts';
import type { Model } from '../../../../model/model.ts';
import { CON_NORMAL, CON_POS } from '../../precontact.ts';
import { KIND, Kind, MARGIN, SHAPE, SHAPE_INT, shape, shapeInt } from '../workspace.ts';
import { takeCorners } from './corners.ts';
import { nearestPoints } from './nearest.ts';
import { nearestFrame, patchSurface } from './workspace.ts';

/*  GJK and EPA approximate the nearest points of two shapes up to `ccd_tolerance` and `ccd_iterations`, and EPA
 *  replaces curved surfaces by facets, so that the contact jumps between facets as the shapes move. With
 *  `opt.ccd_exact` the contact moves onto the exact nearest points, which move smoothly while the touching features
 *  stay the same. */

const gap = new Float64Array(3);
const middle = new Float64Array(3);

/** Moves the contact at c, from the last run of GJK and EPA, onto the nearest points of the shapes including margins.
 *  Leaves it unchanged where these are not unique or have no closed form, as for parallel features. Returns whether it
 *  moved. */
export function exactContact(m: Model, margin: number, con: Float64Array, c: int): boolean {
  if (isElement(0) || isElement(1)) return false;
  const half0 = 0.5 * shape[MARGIN];
  const half1 = 0.5 * shape[SHAPE + MARGIN];
  const around = half0 + half1;
  // with unequal margins the contact position is not midway between the nearest points
  const aside = 0.5 * (half1 - half0);
  addScl3(middle, 0, con, c + CON_POS, con, c + CON_NORMAL, aside);
  takeCorners(m);
  if (!nearestPoints(m, con, c + CON_NORMAL, middle, 0, con[c] - margin + around)) return false;
  sub3(gap, 0, patchSurface, 3, patchSurface, 0);
  con[c] = dot3(gap, 0, nearestFrame, 0) - around + margin;
  copy3(con, c + CON_NORMAL, nearestFrame, 0);
  for (let i = 0; i < 3; i++)
    con[c + CON_POS + i] = 0.5 * (patchSurface[i] + patchSurface[3 + i]) - aside * nearestFrame[i];
  return true;
}

/** True if shape k is an element of a flex; these have no patches. */
function isElement(k: int): boolean {
  return shapeInt[k * SHAPE_INT + KIND] === Kind.ELEMENT;
}
