/** `mj_` functions that modify or describe a model, and defaults. */
import { setLengthRange } from '../../compiler/derive/lengthRange.ts';
import { setConst } from '../../compiler/derive/setConst.ts';
import { setTotalMass } from '../../compiler/derive/totalMass.ts';
import { growArena } from '../../core/model/block/dataBlock.ts';
import { MAXCONPAIR } from '../../core/model/constants.ts';
import type { Data } from '../../core/model/data.ts';
import { Disable, Enable, GeomType } from '../../core/model/enums.ts';
import { checkFits } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { expectIndex } from '../../core/query/expect.ts';
import { OptionSettings } from '../../formats/spec/elements/settings.ts';
import { def, named } from '../base/signature.ts';
import { writeContact } from '../classes/contact.ts';
import { assignRecord } from '../classes/struct.ts';
import { assignVisual, type ContactRecord, defaultVisual, MjLROpt, MjOption } from '../classes/structs.ts';
import { counts } from './timers.ts';

export const modelFunctions = named({
  mj_setConst: def('m d', (m, d) => {
    checkFits('mj_setConst', m, d);
    setConst(m, d);
    counts.makeM(m, d);
  }),
  mj_setTotalmass: def('m newmass', setTotalMass),
  mj_setLengthRange: def('m d index opt:MjLROpt', (m, d, index, opt) => {
    checkFits('mj_setLengthRange', m, d);
    expectIndex('actuator', index, m.nactuator);
    setLengthRange(m, d, index, {
      ...opt,
      useexisting: opt.useexisting !== 0,
      uselimit: opt.uselimit !== 0,
      mode: opt.mode as 0,
    });
    return 1;
  }),
  mj_defaultLROpt: def('opt:MjLROpt', (opt) => assignRecord(opt, MjLROpt.make())),
  mj_defaultOption: def('opt:MjOption', (opt) => assignRecord(opt, MjOption.make())),
  mj_defaultVisual: def('vis:MjVisual', (vis) => assignVisual(vis, defaultVisual())),
  mj_defaultSolRefImp: def('solref>?+2 solimp>?+5', (solref, solimp) => {
    const { o_solref, o_solimp } = new OptionSettings();
    solref?.set(o_solref);
    solimp?.set(o_solimp);
  }),
  mj_maxContact: def('m g1 g2 has_margin', maxContact),
  mj_addContact: def('m d con:MjContact', addContact),
});

/** Maximum number of contacts between two types of geoms, in either order. */
const maxContacts: readonly (readonly [GeomType, GeomType, number])[] = [
  [GeomType.BOX, GeomType.BOX, 8],
  [GeomType.CAPSULE, GeomType.CAPSULE, 2],
  [GeomType.CAPSULE, GeomType.BOX, 4],
  [GeomType.PLANE, GeomType.CAPSULE, 2],
  [GeomType.PLANE, GeomType.CYLINDER, 4],
  [GeomType.PLANE, GeomType.BOX, 4],
  [GeomType.PLANE, GeomType.MESH, 3],
];

/** Maximum number of contacts between two geoms, as in mj_maxContact. */
function maxContact(m: Model, g1: number, g2: number, hasMargin: number): number {
  expectIndex('geom', g1, m.ngeom);
  expectIndex('geom', g2, m.ngeom);
  const types = [m.geom_type[g1], m.geom_type[g2]];
  const has = (...wanted: GeomType[]) => types.some((type) => wanted.includes(type as GeomType));
  if (has(GeomType.SDF)) return m.opt.sdf_initpoints;
  if (has(GeomType.HFIELD)) {
    const other = types[0] === GeomType.HFIELD ? types[1] : types[0];
    return other === GeomType.PLANE || other === GeomType.HFIELD ? 0 : MAXCONPAIR;
  }
  if (has(GeomType.SPHERE, GeomType.ELLIPSOID)) return 1;
  const found = maxContacts.find(([a, b]) => (a === types[0] && b === types[1]) || (a === types[1] && b === types[0]));
  if (found) return found[2];
  if (has(GeomType.PLANE)) return 0;
  if (m.opt.disableflags & Disable.MULTICCD) return 1;
  if (has(GeomType.CAPSULE, GeomType.CYLINDER) || m.opt.disableflags & Disable.NATIVECCD) return 5;
  return (hasMargin < 0 ? marginOf(m, g1, g2) > 0 : hasMargin) ? 5 : 4;
}

/** The margin of a pair of geoms in the model. */
function marginOf(m: Model, g1: number, g2: number): number {
  if (m.opt.enableflags & Enable.OVERRIDE) return m.opt.o_margin;
  for (let k = 0; k < m.npair; k++) {
    const [a, b] = [m.pair_geom1[k], m.pair_geom2[k]];
    if ((a === g1 && b === g2) || (a === g2 && b === g1)) return m.pair_margin[k];
  }
  return Math.max(m.geom_margin[g1], m.geom_margin[g2]);
}

/** Append a contact.
 *  @returns 0: the arena grows as needed */
function addContact(m: Model, data: Data, contact: ContactRecord): number {
  const d = checkFits('mj_addContact', m, data);
  if (d.ncon >= d.con_cap) {
    d.con_need = d.ncon + 1;
    growArena(d);
  }
  writeContact(d, d.ncon, contact);
  d.ncon++;
  return 0;
}
