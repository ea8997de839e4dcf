import { copy } from '../../math/array.ts';
import { MINVAL } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { makeFrame } from '../../math/mat3.ts';
import { copy3, zero3 } from '../../math/vec3.ts';
import { MINMU } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, CON_TANGENT } from './precontact.ts';

/*  From what a pair function found to contacts with parameters. */

/** Parameters of the contacts of one pair: solref, solreffriction, solimp, friction, adhesion. */
const par = new Float64Array(15);
const REF = 0;
const REF_FRICTION = 2;
const IMP = 4;
const FRICTION = 9;
const ADHESION = 14;

/** Appends n contacts of geoms g1 and g2 to the Data; `pair` is the explicit pair or -1. Beyond the capacity contacts
 *  are counted and not written. */
export function addContacts(
  m: Model,
  d: Data,
  g1: int,
  g2: int,
  pair: int,
  margin: number,
  con: Float64Array,
  n: int,
): void {
  const start = d.ncon;
  d.ncon = start + n;
  if (start + n > d.con_cap) return;
  let dim = 0;
  if (pair >= 0) dim = pairParameters(m, pair);
  else dim = mixParameters(m, g1, g2);
  if ((m.opt.enableflags & Enable.OVERRIDE) !== 0) overrideParameters(m);
  for (let k = 0; k < 5; k++) par[FRICTION + k] = Math.max(MINMU, par[FRICTION + k]);
  for (let k = 0; k < n; k++) writeContact(d, start + k, con, k * CON, g1, g2, margin, dim);
}

/** Parameters of an explicit pair; returns the dimension. */
function pairParameters(m: Model, pair: int): int {
  const { pair_dim, pair_solref, pair_solreffriction, pair_solimp, pair_friction, pair_adhesion } = m;
  copy(par, REF, pair_solref, 2 * pair, 2);
  copy(par, REF_FRICTION, pair_solreffriction, 2 * pair, 2);
  copy(par, IMP, pair_solimp, 5 * pair, 5);
  copy(par, FRICTION, pair_friction, 5 * pair, 5);
  par[ADHESION] = pair_adhesion[pair];
  return pair_dim[pair];
}

/** Parameters of two geoms: those of the higher priority, or a mixture; returns the dimension. */
function mixParameters(m: Model, g1: int, g2: int): int {
  const { geom_priority, geom_condim, geom_solref, geom_solimp, geom_friction, geom_adhesion } = m;
  par[REF_FRICTION] = 0;
  par[REF_FRICTION + 1] = 0;
  if (geom_priority[g1] !== geom_priority[g2]) {
    const g = geom_priority[g1] > geom_priority[g2] ? g1 : g2;
    copy(par, REF, geom_solref, 2 * g, 2);
    copy(par, IMP, geom_solimp, 5 * g, 5);
    setFriction(geom_friction[3 * g], geom_friction[3 * g + 1], geom_friction[3 * g + 2]);
    par[ADHESION] = geom_adhesion[g];
    return geom_condim[g];
  }
  const mix = mixFactor(m.geom_solmix[g1], m.geom_solmix[g2]);
  // time constants are mixed; of direct stiffness and damping (negative) the larger counts
  const standard = geom_solref[2 * g1] > 0 && geom_solref[2 * g2] > 0;
  for (let k = 0; k < 2; k++) {
    const x = geom_solref[2 * g1 + k];
    const y = geom_solref[2 * g2 + k];
    par[REF + k] = standard ? mix * x + (1 - mix) * y : Math.min(x, y);
  }
  for (let k = 0; k < 5; k++) par[IMP + k] = mix * geom_solimp[5 * g1 + k] + (1 - mix) * geom_solimp[5 * g2 + k];
  setFriction(
    Math.max(geom_friction[3 * g1], geom_friction[3 * g2]),
    Math.max(geom_friction[3 * g1 + 1], geom_friction[3 * g2 + 1]),
    Math.max(geom_friction[3 * g1 + 2], geom_friction[3 * g2 + 2]),
  );
  par[ADHESION] = geom_adhesion[g1] + geom_adhesion[g2];
  return Math.max(geom_condim[g1], geom_condim[g2]);
}

/** Weight of the first geom in the mixture. */
function mixFactor(solmix1: number, solmix2: number): number {
  if (solmix1 >= MINVAL && solmix2 >= MINVAL) return solmix1 / (solmix1 + solmix2);
  if (solmix1 < MINVAL && solmix2 < MINVAL) return 0.5;
  return solmix1 < MINVAL ? 0 : 1;
}

/** Sliding, torsional and rolling friction as the five coefficients of a contact. */
function setFriction(slide: number, spin: number, roll: number): void {
  par[FRICTION] = slide;
  par[FRICTION + 1] = slide;
  par[FRICTION + 2] = spin;
  par[FRICTION + 3] = roll;
  par[FRICTION + 4] = roll;
}

/** The override flag puts the model's options in the place of all of these. */
function overrideParameters(m: Model): void {
  const { o_solref, o_solimp, o_friction } = m.opt;
  copy(par, REF, o_solref, 0, 2);
  copy(par, REF_FRICTION, o_solref, 0, 2);
  copy(par, IMP, o_solimp, 0, 5);
  copy(par, FRICTION, o_friction, 0, 5);
}

function writeContact(d: Data, i: int, con: Float64Array, c: int, g1: int, g2: int, margin: number, dim: int): void {
  const { contact_dist, contact_pos, contact_frame, contact_includemargin, contact_friction, contact_solref } = d;
  const { contact_solreffriction, contact_solimp, contact_adhesion, contact_mu, contact_H, contact_dim } = d;
  const { contact_geom, contact_exclude, contact_efc_address } = d;
  const dist = con[c];
  contact_dist[i] = dist;
  copy3(contact_pos, 3 * i, con, c + CON_POS);
  copy3(contact_frame, 9 * i, con, c + CON_NORMAL);
  copy3(contact_frame, 9 * i + 3, con, c + CON_TANGENT);
  zero3(contact_frame, 9 * i + 6);
  makeFrame(contact_frame, 9 * i);
  contact_includemargin[i] = margin;
  copy(contact_solref, 2 * i, par, REF, 2);
  copy(contact_solreffriction, 2 * i, par, REF_FRICTION, 2);
  copy(contact_solimp, 5 * i, par, IMP, 5);
  copy(contact_friction, 5 * i, par, FRICTION, 5);
  contact_adhesion[i] = par[ADHESION];
  // a contact in the gap makes no force; an adhesive one pulls, without friction
  const gap = dist >= margin;
  const adhesive = par[ADHESION] !== 0;
  contact_exclude[i] = gap && !adhesive ? 1 : 0;
  contact_dim[i] = gap && adhesive ? 1 : dim;
  contact_geom[2 * i] = g1;
  contact_geom[2 * i + 1] = g2;
  contact_efc_address[i] = -1;
  contact_mu[i] = 0;
  contact_H.fill(0, 36 * i, 36 * i + 36);
}
