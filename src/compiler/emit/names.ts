/** Names of the model and its elements, in one block of UTF-8, with MuJoCo's hash table to find them. */

import type { Model } from '../../core/model/model.ts';
import type { SpecElement } from '../../formats/spec/elements/element.ts';
import type { CompileState, Node } from '../compileState.ts';

const encoder = new TextEncoder();
const ASCII = /^[\0-\x7f]*$/;

/** Bytes of a string in UTF-8. */
export function byteLength(text: string): number {
  return ASCII.test(text) ? text.length : encoder.encode(text).length;
}

/** Lists in the order of their names in the block. */
export function nameLists(state: CompileState): readonly (readonly Node<SpecElement>[])[] {
  return [
    state.bodies,
    state.joints,
    state.geoms,
    state.sites,
    state.cameras,
    state.lights,
    state.flexes,
    state.meshes,
    state.skins,
    state.hfields,
    state.textures,
    state.materials,
    state.pairs,
    state.excludes,
    state.equalities,
    state.tendons,
    state.actuators,
    state.sensors,
    state.numerics,
    state.texts,
    state.tuples,
    state.keys,
    state.plugins,
  ];
}

export function writeNames(state: CompileState, m: Model): void {
  const addresses = [
    m.name_bodyadr,
    m.name_jntadr,
    m.name_geomadr,
    m.name_siteadr,
    m.name_camadr,
    m.name_lightadr,
    m.name_flexadr,
    m.name_meshadr,
    m.name_skinadr,
    m.name_hfieldadr,
    m.name_texadr,
    m.name_matadr,
    m.name_pairadr,
    m.name_excludeadr,
    m.name_eqadr,
    m.name_tendonadr,
    m.name_actuatoradr,
    m.name_sensoradr,
    m.name_numericadr,
    m.name_textadr,
    m.name_tupleadr,
    m.name_keyadr,
    m.name_pluginadr,
  ];
  let at = put(m.names, 0, state.spec.modelname);
  let mapAt = 0;
  m.names_map.fill(-1);
  nameLists(state).forEach((list, k) => {
    const slots = 2 * list.length;
    list.forEach((node, i) => {
      const start = at;
      addresses[k][i] = at;
      at = put(m.names, at, node.name);
      if (at - 1 > start) hash(m.names_map, mapAt, slots, m.names, start, at - 1, i);
    });
    mapAt += slots;
  });
}

/** Write a string and a zero byte; returns the address after them. */
export function put(bytes: Uint8Array, at: number, text: string): number {
  if (!ASCII.test(text)) {
    const encoded = encoder.encode(text);
    bytes.set(encoded, at);
    at += encoded.length;
  } else {
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
  }
  bytes[at] = 0;
  return at + 1;
}

/** h = 33 h xor c over the bytes, 64 bits wide; then the next free slot. */
function hash(
  map: Int32Array,
  base: number,
  slots: number,
  names: Uint8Array,
  from: number,
  to: number,
  id: number,
): void {
  let low = 5381;
  let high = 0;
  for (let i = from; i < to; i++) {
    const product = low * 33;
    high = (high * 33 + Math.floor(product / 2 ** 32)) >>> 0;
    // bytes above 127 are negative characters
    const c = (names[i] << 24) >> 24;
    low = ((product >>> 0) ^ c) >>> 0;
    if (c < 0) high = ~high >>> 0;
  }
  let slot = Number(((BigInt(high) << 32n) | BigInt(low)) % BigInt(slots));
  while (map[base + slot] !== -1) slot = (slot + 1) % slots;
  map[base + slot] = id;
}
