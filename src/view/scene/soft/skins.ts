/** Skins: surfaces whose vertices follow several bodies. */
import { Group, Mesh, Quaternion, Vector3 } from 'three';
import { type Data, id2name, type Model, ObjType } from '../../../index.ts';
import type { Materials } from '../appearance/materials.ts';
import type { ViewSettings } from '../settings.ts';
import { SoftMaterial } from './softMaterial.ts';
import { MovingSurface } from './surface.ts';

interface Skin {
  readonly id: number;
  readonly mesh: Mesh;
  readonly material: SoftMaterial;
  readonly surface: MovingSurface;
  readonly points: Float32Array;
}

export class Skins {
  readonly group = new Group();
  readonly #m: Model;
  readonly #skins: Skin[];

  constructor(m: Model, materials: Materials) {
    this.#m = m;
    this.#skins = Array.from({ length: m.nskin }, (_, s) => makeSkin(m, s, materials));
    for (const { mesh } of this.#skins) this.group.add(mesh);
  }

  update(d: Data, settings: ViewSettings): void {
    const m = this.#m;
    for (const { id, mesh, material, surface, points } of this.#skins) {
      mesh.visible = settings.flags.skin && settings.shows('skin', m.skin_group[id]!);
      if (!mesh.visible) continue;
      material.paint(settings);
      movePoints(m, d, id, points);
      surface.update(points, 0, m.skin_inflate[id]!);
    }
  }

  /** Set the owner of a skin before it is drawn in a segmentation pass: `first` plus its id. */
  own(first: number, setOwner: (owner: number) => void): void {
    for (const { id, mesh } of this.#skins) mesh.onBeforeRender = () => setOwner(first + id);
  }

  dispose(): void {
    for (const { mesh } of this.#skins) mesh.geometry.dispose();
  }
}

function makeSkin(m: Model, id: number, materials: Materials): Skin {
  const [from, textured] = [3 * m.skin_faceadr[id]!, m.skin_texcoordadr[id]! >= 0];
  const owner = m.ngeom + m.nsite + m.nflex + id;
  const material = new SoftMaterial(m, materials, m.skin_rgba, id, m.skin_matid[id]!, textured, owner);
  const vertex = m.skin_face.slice(from, from + 3 * m.skin_facenum[id]!);
  const vertices = m.skin_vertnum[id]!;
  const coordinates = m.skin_texcoord.subarray(2 * Math.max(0, m.skin_texcoordadr[id]!));
  // each vertex of a skin has one texture coordinate
  const surface = new MovingSurface({ vertex, texcoord: textured ? vertex : undefined }, vertices, coordinates);
  const mesh = new Mesh(surface.geometry, material.material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.name = id2name(m, ObjType.SKIN, id) ?? '';
  mesh.userData = { skin: id };
  return { id, mesh, material, surface, points: new Float32Array(3 * vertices) };
}

const bone = new Quaternion();
const bind = new Quaternion();
const point = new Vector3();
const offset = new Vector3();

/** points = sum over the bones of weight (R (v - bindpos) + xpos), R = rotation of the body since it was bound */
function movePoints(m: Model, d: Data, id: number, points: Float32Array): void {
  points.fill(0);
  const first = m.skin_vertadr[id]!;
  for (let b = m.skin_boneadr[id]!; b < m.skin_boneadr[id]! + m.skin_bonenum[id]!; b++) {
    const body = m.skin_bonebodyid[b]!;
    quaternionOf(bone, d.xquat, 4 * body);
    quaternionOf(bind, m.skin_bonebindquat, 4 * b);
    bone.multiply(bind.conjugate());
    offset.fromArray(m.skin_bonebindpos, 3 * b);
    const at = m.skin_bonevertadr[b]!;
    for (let k = at; k < at + m.skin_bonevertnum[b]!; k++) {
      const v = m.skin_bonevertid[k]!;
      point.fromArray(m.skin_vert, 3 * (first + v)).sub(offset);
      point.applyQuaternion(bone);
      const weight = m.skin_bonevertweight[k]!;
      points[3 * v]! += weight * (point.x + d.xpos[3 * body]!);
      points[3 * v + 1]! += weight * (point.y + d.xpos[3 * body + 1]!);
      points[3 * v + 2]! += weight * (point.z + d.xpos[3 * body + 2]!);
    }
  }
}

/** MuJoCo stores the real part first. */
function quaternionOf(out: Quaternion, values: ArrayLike<number>, at: number): void {
  out.set(values[at + 1]!, values[at + 2]!, values[at + 3]!, values[at]!);
}
