import type { int } from '../../../math/int.ts';
import { MINVAL, NFLUID } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { boxFluid } from './fluidBox.ts';
import { ellipsoidFluid } from './fluidEllipsoid.ts';

/** Forces of the fluid that fills the world: per geom with the ellipsoid model if a body has such geoms, else per body
 *  with the box of its inertia.
 *  reads  m: opt.density opt.viscosity opt.wind geom_fluid body_inertia   d: cvel xipos ximat geom_xpos geom_xmat
 *  adds to d: qfrc_fluid */
export function fluid(m: Model, d: Data): void {
  const { body_mass } = m;
  const { nbody_awake, body_awake_ind } = d;
  if (m.opt.viscosity === 0 && m.opt.density === 0) return;
  for (let b = 0; b < nbody_awake; b++) {
    const i = body_awake_ind[b];
    if (body_mass[i] < MINVAL) continue;
    if (hasEllipsoid(m, i)) ellipsoidFluid(m, d, i);
    else boxFluid(m, d, i);
  }
}

/** True if any geom of body i uses the ellipsoid model. */
export function hasEllipsoid(m: Model, i: int): boolean {
  const { body_geomadr, body_geomnum, geom_fluid } = m;
  const end = body_geomadr[i] + body_geomnum[i];
  for (let g = body_geomadr[i]; g < end; g++) if (geom_fluid[NFLUID * g] > 0) return true;
  return false;
}
