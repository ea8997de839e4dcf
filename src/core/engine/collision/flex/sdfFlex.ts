import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, copy3 } from '../../../math/vec3.ts';
import { MAXCONPAIR } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { addFlexContacts, SIDES, setFlexSide, setGeomSide } from '../mixing.ts';
import { CON } from '../precontact.ts';
import { Field, POSE_POS } from '../sdf/combined.ts';
import { addContact, FIELD, setField } from '../sdf/contact.ts';
import { geomPose, poseBetween } from '../sdf/pose.ts';
import { boxTouches, triangleSdf } from '../sdf/triangleSdf.ts';
import { precontact as con } from '../workspace.ts';
import { flexMargin } from './elements.ts';

const world = new Float64Array([0, 0, 0, 1, 0, 0, 0]);
const worldPose = new Float64Array(7);
/** from the world to the frame of the field */
const pose = new Float64Array(12);
const corners = new Float64Array(9);
const points = new Float64Array(3 * MAXCONPAIR);
const one = new Float64Array(CON);
/** points of one element, and the deepest point of each element: coordinates and distance (triangleSdf.ts) */
const inElement = new Float64Array(4 * MAXCONPAIR);
const deepest = new Float64Array(4 * MAXCONPAIR);
const elements = new Int32Array(MAXCONPAIR);
const field = new Int32Array(FIELD);
const sides = new Int32Array(SIDES);

/** Contacts of the signed distance field of geom g with flex f, if it is a surface: at the deepest point of each element. */
export function sdfFlex(m: Model, d: Data, g: int, f: int): void {
  const { geom_margin, flex_margin, flex_dim } = m;
  if (flex_dim[f] !== 2) return;
  const margin = flexMargin(m, geom_margin[g] + flex_margin[f]);
  geomPose(worldPose, d, g);
  poseBetween(pose, world, worldPose);
  const count = findElements(m, d, g, f);
  setField(field, Field.SINGLE, g, g, 1);
  setGeomSide(sides, g);
  let n = 0;
  for (let k = 0; k < count; k++) {
    const before = n;
    n = addContact(m, con, points, n, field, pose, worldPose, deepest, 4 * k);
    if (n > before) elements[before] = elements[k];
  }
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < CON; i++) one[i] = con[CON * k + i];
    setFlexSide(sides, 1, f, elements[k], -1);
    addFlexContacts(m, d, sides, margin, 0, one, 1);
  }
}

/** deepest, elements = points of flex f inside the field of geom g, one per element; returns their number */
function findElements(m: Model, d: Data, g: int, f: int): int {
  const { flex_bvhadr, flex_elemnum, bvh_child, bvh_nodeid, nbvhstatic } = m;
  const { work_flex_stack: stack, bvh_aabb_dyn } = d;
  const adr = flex_bvhadr[f];
  let count = 0;
  if (adr < 0) {
    for (let e = 0; e < flex_elemnum[f]; e++) count = addElement(m, d, g, f, e, count);
    return count;
  }
  let waiting = 1;
  stack[0] = 0;
  while (waiting > 0) {
    waiting--;
    const node = stack[waiting];
    if (!boxTouches(m, g, pose, bvh_aabb_dyn, 6 * (adr + node - nbvhstatic))) continue;
    if (bvh_nodeid[adr + node] !== -1) {
      count = addElement(m, d, g, f, bvh_nodeid[adr + node], count);
      continue;
    }
    for (let k = 0; k < 2; k++) {
      const child = bvh_child[2 * (adr + node) + k];
      if (child === -1) continue;
      stack[waiting] = child;
      waiting++;
    }
  }
  return count;
}

/** Adds the deepest point of an element, if it has one inside the field and there is capacity; returns the number of points. */
function addElement(m: Model, d: Data, g: int, f: int, e: int, count: int): int {
  const { flex_elemdataadr, flex_elem, flex_vertadr } = m;
  const { flexvert_xpos } = d;
  if (count === MAXCONPAIR) return count;
  for (let c = 0; c < 3; c++) {
    const v = flex_vertadr[f] + flex_elem[flex_elemdataadr[f] + 3 * e + c];
    mulMatVec3(corners, 3 * c, pose, 0, flexvert_xpos, 3 * v);
    addTo3(corners, 3 * c, pose, POSE_POS);
  }
  const n = triangleSdf(m, g, corners, inElement, 0);
  if (n === 0) return count;
  let best = 0;
  for (let k = 1; k < n; k++) if (inElement[4 * k + 3] < inElement[4 * best + 3]) best = k;
  copy3(deepest, 4 * count, inElement, 4 * best);
  deepest[4 * count + 3] = inElement[4 * best + 3];
  elements[count] = e;
  return count + 1;
}
