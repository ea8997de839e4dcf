/** Skins: validated, read from files, weights and orientations normalized. They are only used for rendering. */

import { MINVAL } from '../../core/model/constants.ts';
import { ObjType } from '../../core/model/enums.ts';
import { AssetError } from '../../formats/bytes/assetError.ts';
import { normalize } from '../../formats/pose/frame.ts';
import type { Skin } from '../../formats/spec/elements/deformable.ts';
import type { BodyNode, CompileState, MaterialNode, SkinNode } from '../compileState.ts';
import { decodeSkn, type SkinData } from './skn.ts';

export function compileSkins(state: CompileState, readFile: (state: CompileState, path: string) => Uint8Array): void {
  for (const skin of state.skins) {
    const s = skin.spec;
    try {
      const data = s.file === '' ? dataOf(s) : fromFile(s, readFile(state, s.file));
      check(data);
      refer(state, skin, data);
      skin.data = normalized(data);
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      state.report.elementError(s, s.file === '' ? undefined : 'file', error.message);
    }
  }
}

function dataOf({ vert, texcoord, face, bones }: Skin): SkinData {
  return { vert, texcoord, face, bones };
}

function fromFile(s: Skin, bytes: Uint8Array): SkinData {
  if (s.vert.length + s.texcoord.length + s.face.length + s.bones.length > 0) {
    throw new AssetError('a skin needs either a file or inline data, not both');
  }
  if (!/\.skn$/i.test(s.file)) throw new AssetError(`unknown type of skin file '${s.file}', expected .skn`);
  return decodeSkn(bytes);
}

function check({ vert, texcoord, face, bones }: SkinData): void {
  if (vert.length === 0 || face.length === 0 || bones.length === 0) {
    throw new AssetError('a skin needs vertices, faces and bones');
  }
  if (vert.length % 3 !== 0) throw new AssetError(`expected 3 numbers per vertex, found ${vert.length} numbers`);
  if (texcoord.length > 0 && texcoord.length !== (2 * vert.length) / 3) {
    throw new AssetError(`expected 2 texture coordinates per vertex, found ${texcoord.length} numbers`);
  }
  if (face.length % 3 !== 0) throw new AssetError(`expected 3 vertices per face, found ${face.length} numbers`);
  for (const { body, vertid, vertweight } of bones) {
    if (vertid.length === 0 || vertid.length !== vertweight.length) {
      throw new AssetError(
        `bone '${body}': expected equal numbers of weights and vertices, found ${vertweight.length} and ${vertid.length}`,
      );
    }
    const n = vert.length / 3;
    const wrong = vertid.find((v) => v < 0 || v >= n);
    if (wrong !== undefined)
      throw new AssetError(`bone '${body}': expected vertices from 0 to ${n - 1}, found ${wrong}`);
  }
}

function refer(state: CompileState, skin: SkinNode, { bones }: SkinData): void {
  const { names, report } = state;
  const s = skin.spec;
  skin.bodies = bones.map(({ body }) => names.resolve<BodyNode>(report, s, 'bone', ObjType.BODY, body) ?? state.world);
  if (s.material === '' || state.spec.compiler.discardvisual) return;
  skin.matid = names.resolve<MaterialNode>(report, s, 'material', ObjType.MATERIAL, s.material)?.id ?? -1;
}

/** Normalizes the weights of each vertex to a sum of one, in single precision, and all quaternions. */
function normalized(data: SkinData): SkinData {
  const total = new Float32Array(data.vert.length / 3);
  for (const { vertid, vertweight } of data.bones) {
    vertid.forEach((v, k) => {
      total[v] += Math.fround(vertweight[k]);
    });
  }
  const bare = total.findIndex((weight) => weight <= MINVAL);
  if (bare >= 0) throw new AssetError(`the weights of vertex ${bare} must have a positive sum, found ${total[bare]}`);
  const bones = data.bones.map((bone) => {
    const bindquat = Array.from(Float32Array.from(bone.bindquat));
    normalize(bindquat);
    const vertweight = bone.vertid.map((v, k) => Math.fround(bone.vertweight[k]) / total[v]);
    return { ...bone, bindquat, vertweight };
  });
  return { ...data, bones };
}
