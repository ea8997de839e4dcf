import { halton } from '../../../math/halton.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3 } from '../../../math/vec3.ts';
import { MAXCONPAIR, MAXVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Field, POSE_POS } from './combined.ts';
import { addContact, FIELD, setField } from './contact.ts';
import { descend } from './descend.ts';
import { geomPose, poseBetween } from './pose.ts';

const worldPose1 = new Float64Array(7);
const worldPose2 = new Float64Array(7);
const to1 = new Float64Array(12);
const to2 = new Float64Array(12);
const same = new Float64Array(12);
/** min and max of a box */
const box = new Float64Array(6);
const corner = new Float64Array(3);
const transformedCorner = new Float64Array(3);
/** a point and the value of the field at it */
const x = new Float64Array(4);
const points = new Float64Array(3 * MAXCONPAIR);
const field = new Int32Array(FIELD);

/** Contacts of a geom with a signed distance field: gradient descent from points spread over the intersection of their
 *  boxes. Contacts are on the surface midway between the two. Returns the number of contacts. */
export function sdfGeom(m: Model, d: Data, g1: int, g2: int, con: Float64Array): int {
  const { sdf_initpoints, sdf_iterations } = m.opt;
  geomPose(worldPose1, d, g1);
  geomPose(worldPose2, d, g2);
  poseBetween(to1, worldPose2, worldPose1);
  poseBetween(to2, worldPose1, worldPose2);
  // the identity up to rounding, as in MuJoCo
  poseBetween(same, worldPose1, worldPose1);
  if (!commonBox(m, g1, g2)) return 0;
  setField(field, Field.MIDSURFACE, g2, g1, -1);
  let n = 0;
  for (let j = 0; j < sdf_initpoints && n < MAXCONPAIR; j++) {
    startPoint(j);
    descend(m, Field.COLLISION, g2, g1, to1, x, 0, sdf_iterations);
    // fields that are not exact distances have spurious minima: one more step escapes them
    x[3] = descend(m, Field.INTERSECTION, g2, g1, to1, x, 0, 1);
    n = addContact(m, con, points, n, field, to1, worldPose2, x, 0);
  }
  return n;
}

/** box = the intersection of the boxes of both geoms, in the frame of the first; false if it is empty */
function commonBox(m: Model, g1: int, g2: int): boolean {
  const { geom_aabb } = m;
  for (let k = 0; k < 3; k++) {
    box[k] = geom_aabb[6 * g1 + k] - geom_aabb[6 * g1 + 3 + k];
    box[k + 3] = geom_aabb[6 * g1 + k] + geom_aabb[6 * g1 + 3 + k];
  }
  let x0: number = MAXVAL;
  let y0: number = MAXVAL;
  let z0: number = MAXVAL;
  let x1: number = -MAXVAL;
  let y1: number = -MAXVAL;
  let z1: number = -MAXVAL;
  for (let i = 0; i < 8; i++) {
    for (let k = 0; k < 3; k++) {
      const half = geom_aabb[6 * g2 + 3 + k];
      corner[k] = geom_aabb[6 * g2 + k] + ((i >> k) % 2 === 1 ? half : -half);
    }
    mulMatVec3(transformedCorner, 0, to1, 0, corner, 0);
    addTo3(transformedCorner, 0, to1, POSE_POS);
    x0 = Math.min(x0, transformedCorner[0]);
    y0 = Math.min(y0, transformedCorner[1]);
    z0 = Math.min(z0, transformedCorner[2]);
    x1 = Math.max(x1, transformedCorner[0]);
    y1 = Math.max(y1, transformedCorner[1]);
    z1 = Math.max(z1, transformedCorner[2]);
  }
  box[0] = Math.max(box[0], x0);
  box[1] = Math.max(box[1], y0);
  box[2] = Math.max(box[2], z0);
  box[3] = Math.min(box[3], x1);
  box[4] = Math.min(box[4], y1);
  box[5] = Math.min(box[5], z1);
  return box[3] >= box[0] && box[4] >= box[1] && box[5] >= box[2];
}

/** x = point j of a Halton sequence over the box, in the frame of the second geom */
function startPoint(j: int): void {
  corner[0] = box[0] + (box[3] - box[0]) * halton(j, 2);
  corner[1] = box[1] + (box[4] - box[1]) * halton(j, 3);
  corner[2] = box[2] + (box[5] - box[2]) * halton(j, 5);
  mulMatVec3(transformedCorner, 0, same, 0, corner, 0);
  addTo3(transformedCorner, 0, same, POSE_POS);
  mulMatVec3(x, 0, to2, 0, transformedCorner, 0);
  addTo3(x, 0, to2, POSE_POS);
}
