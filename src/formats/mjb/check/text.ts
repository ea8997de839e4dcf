/** Names, paths, plugin attributes and custom data: ranges of their arrays, and terminated strings. */
import { ObjType } from '../../../core/model/enums.ts';
import type { ModelSize } from '../../../core/model/fields/index.ts';
import type { Model } from '../../../core/model/model.ts';
import { countObjects } from '../../../core/model/names/names.ts';
import { BinaryProblem } from '../problem.ts';
import { expectAllWithin, expectPacked, expectSize, expectValue, expectWithin, fail } from './expect.ts';

type NameAddress = Extract<keyof Model, `name_${string}adr`>;

/** Kinds of elements with names, in the order of the hash table. */
const NAMED: readonly (readonly [NameAddress, ModelSize])[] = [
  ['name_bodyadr', 'nbody'],
  ['name_jntadr', 'njnt'],
  ['name_geomadr', 'ngeom'],
  ['name_siteadr', 'nsite'],
  ['name_camadr', 'ncam'],
  ['name_lightadr', 'nlight'],
  ['name_flexadr', 'nflex'],
  ['name_meshadr', 'nmesh'],
  ['name_skinadr', 'nskin'],
  ['name_hfieldadr', 'nhfield'],
  ['name_texadr', 'ntex'],
  ['name_matadr', 'nmat'],
  ['name_pairadr', 'npair'],
  ['name_excludeadr', 'nexclude'],
  ['name_eqadr', 'neq'],
  ['name_tendonadr', 'ntendon'],
  ['name_actuatoradr', 'nactuator'],
  ['name_sensoradr', 'nsensor'],
  ['name_numericadr', 'nnumeric'],
  ['name_textadr', 'ntext'],
  ['name_tupleadr', 'ntuple'],
  ['name_keyadr', 'nkey'],
  ['name_pluginadr', 'nplugin'],
];

export function checkNames(m: Model): void {
  const { names, names_map, paths } = m;
  expectEnd('names', names);
  let slot = 0;
  for (const [field, size] of NAMED) {
    for (let k = 0; k < m[size]; k++) expectStart(field, m[field], k, names);
    const end = slot + 2 * m[size];
    if (end <= m.nnames_map) expectAllWithin('names_map', names_map, slot, end, -1, m[size]);
    slot = end;
  }
  expectSize('nnames_map', m.nnames_map, slot);
  for (const field of ['mesh_pathadr', 'skin_pathadr', 'hfield_pathadr', 'tex_pathadr'] as const) {
    for (let k = 0; k < m[field].length; k++) if (m[field][k] !== -1) expectStart(field, m[field], k, paths);
  }
  if (paths.length > 0) expectEnd('paths', paths);
}

/** Element k of a field is the start of a string, after the end of another one. */
function expectStart(field: string, adrs: Int32Array, k: number, texts: Uint8Array): void {
  expectWithin(field, adrs, k, 0, texts.length);
  if (adrs[k] > 0 && texts[adrs[k] - 1] !== 0) fail(field, k, 'the start of a string', adrs[k]);
}

/** The last string is terminated. */
function expectEnd(field: string, texts: Uint8Array): void {
  const last = texts.length - 1;
  if (last < 0) throw new BinaryProblem(`${field}: expected a string, found nothing`);
  expectValue(field, texts, last, 0, 'the end of a string');
}

export function checkPlugins(m: Model): void {
  const { nplugin, plugin_attr, plugin_attradr } = m;
  expectPacked(
    ...(['plugin_stateadr', m.plugin_stateadr, 'plugin_statenum', m.plugin_statenum] as const),
    ...(['npluginstate', m.npluginstate] as const),
  );
  for (let k = 0; k < nplugin; k++) {
    expectStart('plugin_attradr', plugin_attradr, k, plugin_attr);
    if (k > 0 && plugin_attradr[k] <= plugin_attradr[k - 1]) {
      fail('plugin_attradr', k, `more than ${plugin_attradr[k - 1]}`, plugin_attradr[k]);
    }
  }
  if (plugin_attr.length > 0) expectEnd('plugin_attr', plugin_attr);
}

/** Objects that a tuple may name. */
export function checkCustom(m: Model): void {
  const { ntext, text_adr, text_size, text_data, ntupledata, tuple_objtype, tuple_objid } = m;
  expectPacked('numeric_adr', m.numeric_adr, 'numeric_size', m.numeric_size, 'nnumericdata', m.nnumericdata);
  expectPacked('text_adr', text_adr, 'text_size', text_size, 'ntextdata', m.ntextdata);
  expectPacked('tuple_adr', m.tuple_adr, 'tuple_size', m.tuple_size, 'ntupledata', m.ntupledata);
  for (let k = 0; k < ntext; k++) {
    if (text_size[k] === 0) fail('text_size', k, 'at least 1', 0);
    expectValue('text_data', text_data, text_adr[k] + text_size[k] - 1, 0, 'the end of a string');
  }
  for (let k = 0; k < ntupledata; k++) {
    const count = tuple_objtype[k] === ObjType.DOF ? m.nv : countObjects(m, tuple_objtype[k] as ObjType);
    expectWithin('tuple_objid', tuple_objid, k, 0, count);
  }
}
