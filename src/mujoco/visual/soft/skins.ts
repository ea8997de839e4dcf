/** Skins: meshes that follow the bodies under them. */
import { mulMatVec3 } from '../../../core/math/mat3.ts';
import { mulQuat, negQuat, quat2Mat } from '../../../core/math/quat.ts';
import { addTo3, cross3, subFrom3 } from '../../../core/math/vec3.ts';
import { MINVAL } from '../../../core/model/constants.ts';
import type { Data } from '../../../core/model/data.ts';
import { GeomType, ObjType } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { type Drawing, inGroup, vec3 } from '../drawing.ts';
import { CatBit, Label, VisFlag } from '../enums.ts';
import type { OptionRecord } from '../records.ts';
import type { SceneState } from '../scene.ts';

/** One geom per skin, at its first bone. */
export function drawSkins(draw: Drawing): void {
  const { m, d, opt, pert } = draw;
  if (!(draw.catmask & CatBit.DYNAMIC) || !draw.has(VisFlag.SKIN)) return;
  for (let i = 0; i < m.nskin; i++) {
    if (!inGroup(opt.skingroup, m.skin_group[i])) continue;
    const owner = { id: i, category: CatBit.DYNAMIC, type: ObjType.SKIN };
    const pos = vec3(d.xpos, m.skin_bonebodyid[m.skin_boneadr[i]]);
    draw.shape(owner, { type: GeomType.SKIN, pos }, (geom) => {
      draw.material(geom, m.skin_matid[i], m.skin_rgba.subarray(4 * i, 4 * i + 4));
      if (pert.skinselect === i) draw.glow(geom);
      if (m.skin_texcoordadr[i] >= 0) geom.texcoord = 1;
      if (geom.rgba[3] === 0) return false;
      if (opt.label === Label.SKIN) draw.label(geom, ObjType.SKIN, i);
      return true;
    });
  }
}

/** Vertices and normals of visible skins; those of others are zero. */
export function updateSkins(m: Model, d: Data, opt: OptionRecord, scene: SceneState): void {
  scene.skinvert.fill(0);
  scene.skinnormal.fill(0);
  for (let i = 0; i < m.nskin; i++) {
    if (!inGroup(opt.skingroup, m.skin_group[i])) continue;
    const [start, end] = [3 * m.skin_vertadr[i], 3 * (m.skin_vertadr[i] + m.skin_vertnum[i])];
    const vert = scene.skinvert.subarray(start, end);
    const normal = scene.skinnormal.subarray(start, end);
    for (let b = m.skin_boneadr[i]; b < m.skin_boneadr[i] + m.skin_bonenum[i]; b++) addBone(m, d, i, b, vert);
    const face = m.skin_face.subarray(3 * m.skin_faceadr[i], 3 * (m.skin_faceadr[i] + m.skin_facenum[i]));
    addNormals(face, vert, normal);
    const inflate = m.skin_inflate[i];
    for (let k = 0; k < vert.length; k++) vert[k] += Math.fround(inflate * normal[k]);
  }
}

const [quat, mat, shift, point] = [4, 9, 3, 3].map((n) => new Float64Array(n));

/** x += weight * (xpos + R (x0 - bindpos)), R = xquat * bindquat^-1, for the vertices of a bone. */
function addBone(m: Model, d: Data, skin: number, bone: number, vert: Float32Array): void {
  const body = m.skin_bonebodyid[bone];
  quat.set(m.skin_bonebindquat.subarray(4 * bone, 4 * bone + 4));
  negQuat(quat, 0, quat, 0);
  mulQuat(quat, 0, d.xquat, 4 * body, quat, 0);
  quat2Mat(mat, 0, quat, 0);
  shift.set(m.skin_bonebindpos.subarray(3 * bone, 3 * bone + 3));
  mulMatVec3(shift, 0, mat, 0, shift, 0);
  const end = m.skin_bonevertadr[bone] + m.skin_bonevertnum[bone];
  for (let k = m.skin_bonevertadr[bone]; k < end; k++) {
    const v = m.skin_bonevertid[k];
    const start = 3 * (m.skin_vertadr[skin] + v);
    point.set(m.skin_vert.subarray(start, start + 3));
    mulMatVec3(point, 0, mat, 0, point, 0);
    subFrom3(point, 0, shift, 0);
    addTo3(point, 0, d.xpos, 3 * body);
    for (let c = 0; c < 3; c++) vert[3 * v + c] += Math.fround(m.skin_bonevertweight[k] * Math.fround(point[c]));
  }
}

const [first, second, across] = [3, 3, 3].map((n) => new Float64Array(n));

/** Vertex normals: area-weighted sums over adjacent faces. */
function addNormals(face: Int32Array, vert: Float32Array, normal: Float32Array): void {
  for (let f = 0; f < face.length; f += 3) {
    const [a, b, c] = face.subarray(f, f + 3);
    for (let k = 0; k < 3; k++) {
      first[k] = Math.fround(vert[3 * b + k] - vert[3 * a + k]);
      second[k] = Math.fround(vert[3 * c + k] - vert[3 * a + k]);
    }
    cross3(across, 0, first, 0, second, 0);
    for (const v of [a, b, c]) for (let k = 0; k < 3; k++) normal[3 * v + k] += across[k];
  }
  for (let v = 0; v < normal.length; v += 3) {
    const length = Math.sqrt(normal[v] ** 2 + normal[v + 1] ** 2 + normal[v + 2] ** 2);
    const scale = 1 / Math.max(MINVAL, length);
    for (let k = 0; k < 3; k++) normal[v + k] *= scale;
  }
}
