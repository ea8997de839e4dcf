import { copy } from '../../math/array.ts';
import { MINVAL } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { copy9, makeFrame } from '../../math/mat3.ts';
import { copy3, zero3 } from '../../math/vec3.ts';
import { MINMU } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, CON_TANGENT } from './precontact.ts';

/*  Converts the results of pair functions (precontact.ts) into contacts with parameters and frames. */

/** Parameters of the contacts of one pair: solref, solreffriction, solimp, friction, adhesion. */
const par = new Float64Array(15);
const REF = 0;
const REF_FRICTION = 2;
const IMP = 4;
const FRICTION = 9;
const ADHESION = 14;

/** Appends n contacts of geoms g1 and g2 to the Data; `pair` is the explicit pair or -1. Contacts beyond the capacity are counted
 *  but not written. */
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
  finishParameters(m);
  // square roots in frames have a long latency: all frames first
  for (let k = 0; k < n; k++) {
    // contacts of one face share their frame
    if (k > 0 && sameAxes(con, k * CON)) copy9(d.contact_frame, 9 * (start + k), d.contact_frame, 9 * (start + k - 1));
    else orient(d, start + k, con, k * CON);
  }
  for (let k = 0; k < n; k++) writeContact(d, start + k, con, k * CON, g1, g2, margin, dim);
}

/** True if the contact at c has the normal and tangent of the previous one. */
function sameAxes(con: Float64Array, c: int): boolean {
  for (let k = 0; k < 3; k++) {
    if (con[c + CON_NORMAL + k] !== con[c - CON + CON_NORMAL + k]) return false;
    if (con[c + CON_TANGENT + k] !== con[c - CON + CON_TANGENT + k]) return false;
  }
  return true;
}

/** Computes the frame of contact i. */
function orient(d: Data, i: int, con: Float64Array, c: int): void {
  const { contact_frame } = d;
  copy3(contact_frame, 9 * i, con, c + CON_NORMAL);
  copy3(contact_frame, 9 * i + 3, con, c + CON_TANGENT);
  zero3(contact_frame, 9 * i + 6);
  makeFrame(contact_frame, 9 * i);
}

/** Applies overrides and the minimum friction.
 *  @inline */
function finishParameters(m: Model): void {
  if ((m.opt.enableflags & Enable.OVERRIDE) !== 0) overrideParameters(m);
  for (let k = 0; k < 5; k++) par[FRICTION + k] = Math.max(MINMU, par[FRICTION + k]);
}

/** par = parameters of an explicit pair; returns the dimension. */
function pairParameters(m: Model, pair: int): int {
  const { pair_dim, pair_solref, pair_solreffriction, pair_solimp, pair_friction, pair_adhesion } = m;
  copy(par, REF, pair_solref, 2 * pair, 2);
  copy(par, REF_FRICTION, pair_solreffriction, 2 * pair, 2);
  copy(par, IMP, pair_solimp, 5 * pair, 5);
  copy(par, FRICTION, pair_friction, 5 * pair, 5);
  par[ADHESION] = pair_adhesion[pair];
  return pair_dim[pair];
}

/** par = parameters of the geom with the higher priority, or a mixture of both; returns the dimension. */
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
  // time constants are mixed; of direct stiffness and damping, which are negative, the larger magnitude counts
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

/** par = overrides of the model's options */
function overrideParameters(m: Model): void {
  const { o_solref, o_solimp, o_friction } = m.opt;
  copy(par, REF, o_solref, 0, 2);
  copy(par, REF_FRICTION, o_solref, 0, 2);
  copy(par, IMP, o_solimp, 0, 5);
  copy(par, FRICTION, o_friction, 0, 5);
}

function writeContact(d: Data, i: int, con: Float64Array, c: int, g1: int, g2: int, margin: number, dim: int): void {
  const { contact_dist, contact_pos, contact_includemargin, contact_friction, contact_solref } = d;
  const { contact_solreffriction, contact_solimp, contact_adhesion, contact_mu, contact_H, contact_dim } = d;
  const { contact_geom, contact_flex, contact_elem, contact_vert, contact_exclude, contact_efc_address } = d;
  const dist = con[c];
  contact_dist[i] = dist;
  copy3(contact_pos, 3 * i, con, c + CON_POS);
  contact_includemargin[i] = margin;
  copy(contact_solref, 2 * i, par, REF, 2);
  copy(contact_solreffriction, 2 * i, par, REF_FRICTION, 2);
  copy(contact_solimp, 5 * i, par, IMP, 5);
  copy(contact_friction, 5 * i, par, FRICTION, 5);
  contact_adhesion[i] = par[ADHESION];
  // a contact in the gap generates no force; an adhesive one does, without friction
  const gap = dist >= margin;
  const adhesive = par[ADHESION] !== 0;
  contact_exclude[i] = gap && !adhesive ? 1 : 0;
  contact_dim[i] = gap && adhesive ? 1 : dim;
  contact_geom[2 * i] = g1;
  contact_geom[2 * i + 1] = g2;
  for (let k = 2 * i; k < 2 * i + 2; k++) {
    contact_flex[k] = -1;
    contact_elem[k] = -1;
    contact_vert[k] = -1;
  }
  contact_efc_address[i] = -1;
  contact_mu[i] = 0;
  contact_H.fill(0, 36 * i, 36 * i + 36);
}

/** Parameters of both sides of a contact with a flex: solmix, solref, solimp, friction, adhesion. */
const MIX_SIZE = 12;
const mixed = new Float64Array(2 * MIX_SIZE);
const MIX_REF = 1;
const MIX_IMP = 3;
const MIX_FRICTION = 8;
const MIX_ADHESION = 11;

/** Both sides of contacts with flexes: geom, flex, element and vertex per side; -1 for those that do not apply. */
export const SIDES = 8;
const SIDE_INTS = 4;
const SIDE_GEOM = 0;
const SIDE_FLEX = 1;
const SIDE_ELEM = 2;
const SIDE_VERT = 3;

/** Makes geom g the first side. */
export function setGeomSide(sides: Int32Array, g: int): void {
  sides[SIDE_GEOM] = g;
  sides[SIDE_FLEX] = -1;
  sides[SIDE_ELEM] = -1;
  sides[SIDE_VERT] = -1;
}

/** Makes an element or a vertex of flex f side k, and sets the other of the two to -1. */
export function setFlexSide(sides: Int32Array, k: int, f: int, elem: int, vert: int): void {
  const s = k * SIDE_INTS;
  sides[s + SIDE_GEOM] = -1;
  sides[s + SIDE_FLEX] = f;
  sides[s + SIDE_ELEM] = elem;
  sides[s + SIDE_VERT] = vert;
}

/** Appends n contacts to the Data. The first side is a geom or a flex, the second a flex. With `dim` 0 the dimension is that of
 *  the parameters. */
export function addFlexContacts(
  m: Model,
  d: Data,
  sides: Int32Array,
  margin: number,
  dim: int,
  con: Float64Array,
  n: int,
): void {
  const { contact_flex, contact_elem, contact_vert } = d;
  const start = d.ncon;
  d.ncon = start + n;
  if (start + n > d.con_cap) return;
  const g = sides[SIDE_GEOM];
  const own = flexParameters(m, g, sides[SIDE_FLEX], sides[SIDE_INTS + SIDE_FLEX]);
  finishParameters(m);
  for (let k = 0; k < n; k++) {
    const i = start + k;
    writeContact(d, i, con, k * CON, g, -1, margin, dim === 0 ? own : dim);
    orient(d, i, con, k * CON);
    for (let s = 0; s < 2; s++) {
      contact_flex[2 * i + s] = sides[s * SIDE_INTS + SIDE_FLEX];
      contact_elem[2 * i + s] = sides[s * SIDE_INTS + SIDE_ELEM];
      contact_vert[2 * i + s] = sides[s * SIDE_INTS + SIDE_VERT];
    }
  }
}

/** par = parameters of a geom or flex with a flex, by the rules for two geoms; returns the dimension. */
function flexParameters(m: Model, g: int, f1: int, f2: int): int {
  const { geom_priority, geom_condim, flex_priority, flex_condim } = m;
  const priority1 = g >= 0 ? geom_priority[g] : flex_priority[f1];
  const dim1 = g >= 0 ? geom_condim[g] : flex_condim[f1];
  if (g >= 0) readGeom(m, g);
  else readFlex(m, 0, f1);
  readFlex(m, MIX_SIZE, f2);
  par[REF_FRICTION] = 0;
  par[REF_FRICTION + 1] = 0;
  if (priority1 !== flex_priority[f2]) {
    const first = priority1 > flex_priority[f2];
    const at = first ? 0 : MIX_SIZE;
    copy(par, REF, mixed, at + MIX_REF, 2);
    copy(par, IMP, mixed, at + MIX_IMP, 5);
    setFriction(mixed[at + MIX_FRICTION], mixed[at + MIX_FRICTION + 1], mixed[at + MIX_FRICTION + 2]);
    par[ADHESION] = mixed[at + MIX_ADHESION];
    return first ? dim1 : flex_condim[f2];
  }
  const mix = mixFactor(mixed[0], mixed[MIX_SIZE]);
  const other = MIX_SIZE;
  const standard = mixed[MIX_REF] > 0 && mixed[other + MIX_REF] > 0;
  for (let k = 0; k < 2; k++) {
    const x = mixed[MIX_REF + k];
    const y = mixed[other + MIX_REF + k];
    par[REF + k] = standard ? mix * x + (1 - mix) * y : Math.min(x, y);
  }
  for (let k = 0; k < 5; k++) par[IMP + k] = mix * mixed[MIX_IMP + k] + (1 - mix) * mixed[other + MIX_IMP + k];
  setFriction(
    Math.max(mixed[MIX_FRICTION], mixed[other + MIX_FRICTION]),
    Math.max(mixed[MIX_FRICTION + 1], mixed[other + MIX_FRICTION + 1]),
    Math.max(mixed[MIX_FRICTION + 2], mixed[other + MIX_FRICTION + 2]),
  );
  par[ADHESION] = mixed[MIX_ADHESION] + mixed[other + MIX_ADHESION];
  return Math.max(dim1, flex_condim[f2]);
}

function readGeom(m: Model, g: int): void {
  mixed[0] = m.geom_solmix[g];
  copy(mixed, MIX_REF, m.geom_solref, 2 * g, 2);
  copy(mixed, MIX_IMP, m.geom_solimp, 5 * g, 5);
  copy(mixed, MIX_FRICTION, m.geom_friction, 3 * g, 3);
  mixed[MIX_ADHESION] = m.geom_adhesion[g];
}

function readFlex(m: Model, at: int, f: int): void {
  mixed[at] = m.flex_solmix[f];
  copy(mixed, at + MIX_REF, m.flex_solref, 2 * f, 2);
  copy(mixed, at + MIX_IMP, m.flex_solimp, 5 * f, 5);
  copy(mixed, at + MIX_FRICTION, m.flex_friction, 3 * f, 3);
  mixed[at + MIX_ADHESION] = 0;
}
