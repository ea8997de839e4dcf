import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { convexConvex } from './convex/convexConvex.ts';
import { convexHfield } from './convex/convexHfield.ts';
import { planeConvex } from './convex/planeConvex.ts';
import { boxBox } from './pairs/boxBox.ts';
import { capsuleBox } from './pairs/capsuleBox.ts';
import { capsuleCapsule } from './pairs/capsuleCapsule.ts';
import { planeBox } from './pairs/planeBox.ts';
import { planeCapsule } from './pairs/planeCapsule.ts';
import { planeCylinder } from './pairs/planeCylinder.ts';
import { planeSphere } from './pairs/planeSphere.ts';
import { sphereBox } from './pairs/sphereBox.ts';
import { sphereCapsule } from './pairs/sphereCapsule.ts';
import { sphereCylinder } from './pairs/sphereCylinder.ts';
import { sphereSphere } from './pairs/sphereSphere.ts';

/*  Which function serves which pair of geom types, the lower type first. */

const NONE = 0;
const PL_SPH = 1;
const PL_CAP = 2;
const PL_CYL = 3;
const PL_BOX = 4;
const PL_CVX = 5;
const SPH_SPH = 6;
const SPH_CAP = 7;
const SPH_CYL = 8;
const SPH_BOX = 9;
const CAP_CAP = 10;
const CAP_BOX = 11;
const BOX_BOX = 12;
const CONVEX = 13;
const HFIELD = 14;

/** Number of geom types that can collide. */
const NTYPE = 9;

// biome-ignore format: a table
const table = new Int32Array([
  // plane hfield sphere   capsule  ellipsoid cylinder box      mesh    sdf
  NONE,    NONE,  PL_SPH,  PL_CAP,  PL_CVX,   PL_CYL,  PL_BOX,  PL_CVX, PL_CVX, // plane
  NONE,    NONE,  HFIELD,  HFIELD,  HFIELD,   HFIELD,  HFIELD,  HFIELD, NONE,   // hfield
  NONE,    NONE,  SPH_SPH, SPH_CAP, CONVEX,   SPH_CYL, SPH_BOX, CONVEX, NONE,   // sphere
  NONE,    NONE,  NONE,    CAP_CAP, CONVEX,   CONVEX,  CAP_BOX, CONVEX, NONE,   // capsule
  NONE,    NONE,  NONE,    NONE,    CONVEX,   CONVEX,  CONVEX,  CONVEX, NONE,   // ellipsoid
  NONE,    NONE,  NONE,    NONE,    NONE,     CONVEX,  CONVEX,  CONVEX, NONE,   // cylinder
  NONE,    NONE,  NONE,    NONE,    NONE,     NONE,    BOX_BOX, CONVEX, NONE,   // box
  NONE,    NONE,  NONE,    NONE,    NONE,     NONE,    NONE,    CONVEX, NONE,   // mesh
  NONE,    NONE,  NONE,    NONE,    NONE,     NONE,    NONE,    NONE,   NONE,   // sdf
]);

/** True if geoms of these types, the lower first, collide. */
export function typesCollide(type1: int, type2: int): boolean {
  return table[NTYPE * type1 + type2] !== NONE;
}

/** True if the distance of these types comes from GJK rather than from a pair function. */
export function distanceByGjk(type1: int, type2: int): boolean {
  const kind = table[NTYPE * type1 + type2];
  return kind === CONVEX || kind === BOX_BOX;
}

/** Contacts of two geoms within the margin, the lower type first, into `con`; the number of contacts. */
export function collidePair(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_type } = m;
  switch (table[NTYPE * geom_type[g1] + geom_type[g2]]) {
    case PL_SPH:
      return planeSphere(m, d, g1, g2, margin, con);
    case PL_CAP:
      return planeCapsule(m, d, g1, g2, margin, con);
    case PL_CYL:
      return planeCylinder(m, d, g1, g2, margin, con);
    case PL_BOX:
      return planeBox(m, d, g1, g2, margin, con);
    case PL_CVX:
      return planeConvex(m, d, g1, g2, margin, con);
    case SPH_SPH:
      return sphereSphere(m, d, g1, g2, margin, con);
    case SPH_CAP:
      return sphereCapsule(m, d, g1, g2, margin, con);
    case SPH_CYL:
      return sphereCylinder(m, d, g1, g2, margin, con);
    case SPH_BOX:
      return sphereBox(m, d, g1, g2, margin, con);
    case CAP_CAP:
      return capsuleCapsule(m, d, g1, g2, margin, con);
    case CAP_BOX:
      return capsuleBox(m, d, g1, g2, margin, con);
    case BOX_BOX:
      return boxBox(m, d, g1, g2, margin, con);
    case CONVEX:
      return convexConvex(m, d, g1, g2, margin, con);
    case HFIELD:
      return convexHfield(m, d, g1, g2, margin, con);
  }
  return 0;
}
