import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, addToScl3, copy3, cross3, dot3, normalize3, scl3, set3, sub3, subFrom3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';

const normal = new Float64Array(3);
const axis = new Float64Array(3);
const radial = new Float64Array(3);
const side = new Float64Array(3);

/** Contacts of a plane and a cylinder: the deepest point of the rim, the point above it on the other rim, and two more
 *  points of the deeper rim that form a triangle with the first. */
export function planeCylinder(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const p = 3 * g2;
  const A = 9 * g2;
  const radius = geom_size[p];
  const half = geom_size[p + 1];
  set3(normal, 0, geom_xmat[9 * g1 + 2], geom_xmat[9 * g1 + 5], geom_xmat[9 * g1 + 8]);
  set3(axis, 0, geom_xmat[A + 2], geom_xmat[A + 5], geom_xmat[A + 8]);
  sub3(radial, 0, geom_xpos, p, geom_xpos, 3 * g1);
  const height = dot3(radial, 0, normal, 0);

  // the axis points toward the plane
  let axisDown = dot3(normal, 0, axis, 0);
  if (axisDown > 0) {
    scl3(axis, 0, axis, 0, -1);
    axisDown = -axisDown;
  }

  // radial: the part of -normal across the axis, scaled to the radius; any radius of a disk parallel to the plane
  scl3(radial, 0, axis, 0, axisDown);
  subFrom3(radial, 0, normal, 0);
  const length2 = dot3(radial, 0, radial, 0);
  if (length2 >= MINVAL * MINVAL) scl3(radial, 0, radial, 0, radius / Math.sqrt(length2));
  else set3(radial, 0, geom_xmat[A] * radius, geom_xmat[A + 3] * radius, geom_xmat[A + 6] * radius);
  const radialDown = dot3(radial, 0, normal, 0);
  scl3(axis, 0, axis, 0, half);
  axisDown *= half;

  if (height + axisDown + radialDown > margin) return 0;
  copy3(side, 0, radial, 0);
  rimPoint(con, 0, height + axisDown + radialDown, geom_xpos, p, 1, 0);
  let n = 1;
  if (height - axisDown + radialDown <= margin) {
    rimPoint(con, CON, height - axisDown + radialDown, geom_xpos, p, -1, 0);
    n = 2;
  }

  // the other corners of the triangle are half a radius up, sqrt(3)/2 radii to each side
  const cornerDown = -radialDown * 0.5;
  const dist = height + axisDown + cornerDown;
  if (dist <= margin) {
    cross3(side, 0, radial, 0, axis, 0);
    normalize3(side, 0);
    scl3(side, 0, side, 0, (radius * Math.sqrt(3)) / 2);
    rimPoint(con, n * CON, dist, geom_xpos, p, 1, -0.5);
    scl3(side, 0, side, 0, -1);
    rimPoint(con, (n + 1) * CON, dist, geom_xpos, p, 1, -0.5);
    n += 2;
  }
  return n;
}

/** Contact midway between the plane and the point center + side + end axis + along radial of the cylinder. */
function rimPoint(
  con: Float64Array,
  c: int,
  dist: number,
  center: Float64Array,
  i: int,
  end: number,
  along: number,
): void {
  startContact(con, c, dist);
  copy3(con, c + CON_NORMAL, normal, 0);
  const pos = c + CON_POS;
  copy3(con, pos, center, i);
  addTo3(con, pos, side, 0);
  addToScl3(con, pos, axis, 0, end);
  if (along !== 0) addToScl3(con, pos, radial, 0, along);
  addToScl3(con, pos, normal, 0, -dist * 0.5);
}
