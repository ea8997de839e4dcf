/** Names of elements: from name to id and back, as `mj_name2id` and `mj_id2name`. */
import { expectInteger, expectNumber, expectString } from '../../expect.ts';
import { ObjType } from '../enums.ts';
import type { ModelSize } from '../fields/index.ts';
import { expectModel } from '../fit.ts';
import type { Model } from '../model.ts';

type NameAddress = Extract<keyof Model, `name_${string}adr`>;

/** Kinds of elements with names: their number, and the addresses of their names. */
const namedKinds: ReadonlyMap<number, { size: ModelSize; adr: NameAddress }> = new Map([
  [ObjType.BODY, { size: 'nbody', adr: 'name_bodyadr' }],
  [ObjType.XBODY, { size: 'nbody', adr: 'name_bodyadr' }],
  [ObjType.JOINT, { size: 'njnt', adr: 'name_jntadr' }],
  [ObjType.GEOM, { size: 'ngeom', adr: 'name_geomadr' }],
  [ObjType.SITE, { size: 'nsite', adr: 'name_siteadr' }],
  [ObjType.CAMERA, { size: 'ncam', adr: 'name_camadr' }],
  [ObjType.LIGHT, { size: 'nlight', adr: 'name_lightadr' }],
  [ObjType.FLEX, { size: 'nflex', adr: 'name_flexadr' }],
  [ObjType.MESH, { size: 'nmesh', adr: 'name_meshadr' }],
  [ObjType.SKIN, { size: 'nskin', adr: 'name_skinadr' }],
  [ObjType.HFIELD, { size: 'nhfield', adr: 'name_hfieldadr' }],
  [ObjType.TEXTURE, { size: 'ntex', adr: 'name_texadr' }],
  [ObjType.MATERIAL, { size: 'nmat', adr: 'name_matadr' }],
  [ObjType.PAIR, { size: 'npair', adr: 'name_pairadr' }],
  [ObjType.EXCLUDE, { size: 'nexclude', adr: 'name_excludeadr' }],
  [ObjType.EQUALITY, { size: 'neq', adr: 'name_eqadr' }],
  [ObjType.TENDON, { size: 'ntendon', adr: 'name_tendonadr' }],
  [ObjType.ACTUATOR, { size: 'nactuator', adr: 'name_actuatoradr' }],
  [ObjType.SENSOR, { size: 'nsensor', adr: 'name_sensoradr' }],
  [ObjType.NUMERIC, { size: 'nnumeric', adr: 'name_numericadr' }],
  [ObjType.TEXT, { size: 'ntext', adr: 'name_textadr' }],
  [ObjType.TUPLE, { size: 'ntuple', adr: 'name_tupleadr' }],
  [ObjType.KEY, { size: 'nkey', adr: 'name_keyadr' }],
  [ObjType.PLUGIN, { size: 'nplugin', adr: 'name_pluginadr' }],
]);

const indices = new WeakMap<Model, Map<number, Map<string, number>>>();
const decoder = new TextDecoder();

/** Number of elements of a kind; 0 for kinds without elements.
 *
 *  @example
 *  console.log(countObjects(m, ObjType.GEOM)); // -> 2 */
export function countObjects(m: Model, type: ObjType): number {
  expectModel('countObjects', m);
  const kind = namedKinds.get(expectNumber('countObjects: type', type));
  return kind ? m[kind.size] : 0;
}

/** Name of an element; `undefined` if it has none or does not exist.
 *
 *  @example
 *  console.log(id2name(m, ObjType.GEOM, 1)); // -> hand */
export function id2name(m: Model, type: ObjType, id: number): string | undefined {
  expectModel('id2name', m);
  const kind = namedKinds.get(expectNumber('id2name: type', type));
  expectInteger('id2name: id', id);
  if (!kind || !(id >= 0 && id < m[kind.size])) return undefined;
  return stringAt(m.names, m[kind.adr][id]) || undefined;
}

/** Id of the element with this name, or -1.
 *
 *  @example
 *  console.log(name2id(m, ObjType.GEOM, 'hand'), name2id(m, ObjType.GEOM, 'foot')); // -> 1 -1 */
export function name2id(m: Model, type: ObjType, name: string): number {
  return indexOf(expectModel('name2id', m), type).get(expectString('name2id: name', name)) ?? -1;
}

/** All names of a kind, in the order of ids; unnamed elements are skipped.
 *
 *  @example
 *  console.log(objectNames(m, ObjType.GEOM).join(' ')); // -> floor hand */
export function objectNames(m: Model, type: ObjType): string[] {
  return [...indexOf(expectModel('objectNames', m), type).keys()];
}

/** Name of the model itself.
 *
 *  @example
 *  console.log(modelName(m)); // -> one arm */
export function modelName(m: Model): string {
  return stringAt(expectModel('modelName', m).names, 0);
}

/** Zero-terminated string that starts at `at`. */
function stringAt(bytes: Uint8Array, at: number): string {
  const end = bytes.indexOf(0, at);
  // a copy, because decoders reject shared memory
  return decoder.decode(bytes.slice(at, end < 0 ? bytes.length : end));
}

function indexOf(m: Model, type: ObjType): Map<string, number> {
  let byType = indices.get(m);
  if (!byType) {
    byType = new Map();
    indices.set(m, byType);
  }
  let index = byType.get(type);
  if (!index) {
    index = new Map();
    for (let id = 0; id < countObjects(m, type); id++) {
      const name = id2name(m, type, id);
      if (name !== undefined) index.set(name, id);
    }
    byType.set(type, index);
  }
  return index;
}
