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
  finishParameters(m);
  // the roots in frames take a while: all of them first
  for (let k = 0; k < n; k++) {
    // points of one face have one frame
    if (k > 0 && sameAxes(con, k * CON)) copy9(d.contact_frame, 9 * (start + k), d.contact_frame, 9 * (start + k - 1));
    else orient(d, start + k, con, k * CON);
  }
  for (let k = 0; k < n; k++) writeContact(d, start + k, con, k * CON, g1, g2, margin, dim);
}

/** Whether the contact at c has the normal and the tangent of the one before it. */
function sameAxes(con: Float64Array, c: int): boolean {
  for (let k = 0; k < 3; k++) {
    if (con[c + CON_NORMAL + k] !== con[c - CON + CON_NORMAL + k]) return false;
    if (con[c + CON_TANGENT + k] !== con[c - CON + CON_TANGENT + k]) return false;
  }
  return true;
}

/** The frame of contact i. */
function orient(d: Data, i: int, con: Float64Array, c: int): void {
  const { contact_frame } = d;
  copy3(contact_frame, 9 * i, con, c + CON_NORMAL);
  copy3(contact_frame, 9 * i + 3, con, c + CON_TANGENT);
  zero3(contact_frame, 9 * i + 6);
  makeFrame(contact_frame, 9 * i);
}

/** What holds for all contacts, whatever they are between.
 *  @inline */
function finishParameters(m: Model): void {
  if ((m.opt.enableflags & Enable.OVERRIDE) !== 0) overrideParameters(m);
  for (let k = 0; k < 5; k++) par[FRICTION + k] = Math.max(MINMU, par[FRICTION + k]);
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
  // a contact in the gap makes no force; an adhesive one pulls, without friction
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

/** One side of a contact with a flex: solmix, solref, solimp, friction, adhesion. */
const MIX_SIZE = 12;
const sides = new Float64Array(2 * MIX_SIZE);
const SIDE_REF = 1;
const SIDE_IMP = 3;
const SIDE_FRICTION = 8;
const SIDE_ADHESION = 11;

/** Appends n contacts of geom g (or of flex f1, when g is -1) with flex f2 to the Data. Of each flex, either an element or
 *  a vertex is given. With `dim` 0 the dimension is that of the parameters. */
export function addFlexContacts(
  m: Model,
  d: Data,
  g: int,
  f1: int,
  e1: int,
  v1: int,
  f2: int,
  e2: int,
  v2: int,
  margin: number,
  dim: int,
  con: Float64Array,
  n: int,
): void {
  const { contact_flex, contact_elem, contact_vert } = d;
  const start = d.ncon;
  d.ncon = start + n;
  if (start + n > d.con_cap) return;
  const own = flexParameters(m, g, f1, f2);
  finishParameters(m);
  for (let k = 0; k < n; k++) {
    const i = start + k;
    writeContact(d, i, con, k * CON, g, -1, margin, dim === 0 ? own : dim);
    orient(d, i, con, k * CON);
    contact_flex[2 * i] = g >= 0 ? -1 : f1;
    contact_flex[2 * i + 1] = f2;
    contact_elem[2 * i] = e1;
    contact_elem[2 * i + 1] = e2;
    contact_vert[2 * i] = v1;
    contact_vert[2 * i + 1] = v2;
  }
}

/** Parameters of a geom or flex with a flex, by the same rules as those of two geoms; returns the dimension. */
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
    copy(par, REF, sides, at + SIDE_REF, 2);
    copy(par, IMP, sides, at + SIDE_IMP, 5);
    setFriction(sides[at + SIDE_FRICTION], sides[at + SIDE_FRICTION + 1], sides[at + SIDE_FRICTION + 2]);
    par[ADHESION] = sides[at + SIDE_ADHESION];
    return first ? dim1 : flex_condim[f2];
  }
  const mix = mixFactor(sides[0], sides[MIX_SIZE]);
  const other = MIX_SIZE;
  const standard = sides[SIDE_REF] > 0 && sides[other + SIDE_REF] > 0;
  for (let k = 0; k < 2; k++) {
    const x = sides[SIDE_REF + k];
    const y = sides[other + SIDE_REF + k];
    par[REF + k] = standard ? mix * x + (1 - mix) * y : Math.min(x, y);
  }
  for (let k = 0; k < 5; k++) par[IMP + k] = mix * sides[SIDE_IMP + k] + (1 - mix) * sides[other + SIDE_IMP + k];
  setFriction(
    Math.max(sides[SIDE_FRICTION], sides[other + SIDE_FRICTION]),
    Math.max(sides[SIDE_FRICTION + 1], sides[other + SIDE_FRICTION + 1]),
    Math.max(sides[SIDE_FRICTION + 2], sides[other + SIDE_FRICTION + 2]),
  );
  par[ADHESION] = sides[SIDE_ADHESION] + sides[other + SIDE_ADHESION];
  return Math.max(dim1, flex_condim[f2]);
}

function readGeom(m: Model, g: int): void {
  sides[0] = m.geom_solmix[g];
  copy(sides, SIDE_REF, m.geom_solref, 2 * g, 2);
  copy(sides, SIDE_IMP, m.geom_solimp, 5 * g, 5);
  copy(sides, SIDE_FRICTION, m.geom_friction, 3 * g, 3);
  sides[SIDE_ADHESION] = m.geom_adhesion[g];
}

function readFlex(m: Model, at: int, f: int): void {
  sides[at] = m.flex_solmix[f];
  copy(sides, at + SIDE_REF, m.flex_solref, 2 * f, 2);
  copy(sides, at + SIDE_IMP, m.flex_solimp, 5 * f, 5);
  copy(sides, at + SIDE_FRICTION, m.flex_friction, 3 * f, 3);
  sides[at + SIDE_ADHESION] = 0;
}
