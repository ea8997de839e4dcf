import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
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
import { meshSdf } from './sdf/meshSdf.ts';
import { sdfGeom } from './sdf/sdfGeom.ts';

/*  Pair function for each pair of geom types, lower type first. */

const Pair = {
  NONE: 0,
  PL_SPH: 1,
  PL_CAP: 2,
  PL_CYL: 3,
  PL_BOX: 4,
  PL_CVX: 5,
  SPH_SPH: 6,
  SPH_CAP: 7,
  SPH_CYL: 8,
  SPH_BOX: 9,
  CAP_CAP: 10,
  CAP_BOX: 11,
  BOX_BOX: 12,
  CONVEX: 13,
  HFIELD: 14,
  SDF: 15,
  MESH_SDF: 16,
} as const;
type Pair = (typeof Pair)[keyof typeof Pair];

/** Number of geom types that can collide. */
const NTYPE = 9;

// biome-ignore format: a table
const table = new Int32Array([
  //plane     hfield     sphere        capsule       ellipsoid    cylinder      box           mesh         sdf
  Pair.NONE, Pair.NONE, Pair.PL_SPH,  Pair.PL_CAP,  Pair.PL_CVX, Pair.PL_CYL,  Pair.PL_BOX,  Pair.PL_CVX, Pair.PL_CVX, // plane
  Pair.NONE, Pair.NONE, Pair.HFIELD,  Pair.HFIELD,  Pair.HFIELD, Pair.HFIELD,  Pair.HFIELD,  Pair.HFIELD, Pair.NONE,   // hfield
  Pair.NONE, Pair.NONE, Pair.SPH_SPH, Pair.SPH_CAP, Pair.CONVEX, Pair.SPH_CYL, Pair.SPH_BOX, Pair.CONVEX, Pair.SDF,    // sphere
  Pair.NONE, Pair.NONE, Pair.NONE,    Pair.CAP_CAP, Pair.CONVEX, Pair.CONVEX,  Pair.CAP_BOX, Pair.CONVEX, Pair.SDF,    // capsule
  Pair.NONE, Pair.NONE, Pair.NONE,    Pair.NONE,    Pair.CONVEX, Pair.CONVEX,  Pair.CONVEX,  Pair.CONVEX, Pair.SDF,    // ellipsoid
  Pair.NONE, Pair.NONE, Pair.NONE,    Pair.NONE,    Pair.NONE,   Pair.CONVEX,  Pair.CONVEX,  Pair.CONVEX, Pair.SDF,    // cylinder
  Pair.NONE, Pair.NONE, Pair.NONE,    Pair.NONE,    Pair.NONE,   Pair.NONE,    Pair.BOX_BOX, Pair.CONVEX, Pair.SDF,    // box
  Pair.NONE, Pair.NONE, Pair.NONE,    Pair.NONE,    Pair.NONE,   Pair.NONE,    Pair.NONE,    Pair.CONVEX, Pair.MESH_SDF, // mesh
  Pair.NONE, Pair.NONE, Pair.NONE,    Pair.NONE,    Pair.NONE,   Pair.NONE,    Pair.NONE,    Pair.NONE,   Pair.SDF,    // sdf
]);

/** True if geoms of these types, the lower first, collide. */
export function typesCollide(type1: int, type2: int): boolean {
  return table[NTYPE * type1 + type2] !== Pair.NONE;
}

/** True if the distance of these types comes from GJK rather than from a pair function. */
export function distanceByGjk(type1: int, type2: int): boolean {
  const kind = table[NTYPE * type1 + type2];
  return kind === Pair.CONVEX || kind === Pair.BOX_BOX;
}

/** Contacts of two geoms within the margin, the lower type first, into `con`; the number of contacts. */
export function collidePair(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_type } = m;
  const pair = table[NTYPE * geom_type[g1] + geom_type[g2]] as Pair;
  switch (pair) {
    case Pair.PL_SPH:
      return planeSphere(m, d, g1, g2, margin, con);
    case Pair.PL_CAP:
      return planeCapsule(m, d, g1, g2, margin, con);
    case Pair.PL_CYL:
      return planeCylinder(m, d, g1, g2, margin, con);
    case Pair.PL_BOX:
      return planeBox(m, d, g1, g2, margin, con);
    case Pair.PL_CVX:
      return planeConvex(m, d, g1, g2, margin, con);
    case Pair.SPH_SPH:
      return sphereSphere(m, d, g1, g2, margin, con);
    case Pair.SPH_CAP:
      return sphereCapsule(m, d, g1, g2, margin, con);
    case Pair.SPH_CYL:
      return sphereCylinder(m, d, g1, g2, margin, con);
    case Pair.SPH_BOX:
      return sphereBox(m, d, g1, g2, margin, con);
    case Pair.CAP_CAP:
      return capsuleCapsule(m, d, g1, g2, margin, con);
    case Pair.CAP_BOX:
      return capsuleBox(m, d, g1, g2, margin, con);
    case Pair.BOX_BOX:
      return boxBox(m, d, g1, g2, margin, con);
    case Pair.CONVEX:
      return convexConvex(m, d, g1, g2, margin, con);
    case Pair.HFIELD:
      return convexHfield(m, d, g1, g2, margin, con);
    case Pair.SDF:
      return sdfGeom(m, d, g1, g2, con);
    case Pair.MESH_SDF:
      return meshSdf(m, d, g1, g2, con);
    case Pair.NONE:
      break;
    default:
      unreachable(pair);
  }
  return 0;
}
