/** Adds geoms to a scene; used by all parts of the visualizer. MuJoCo computes much of this in single precision, so
 * products are rounded in the same places. */
import { mulMatVec3 } from '../../core/math/mat3.ts';
import { quat2Mat, quatZ2Vec } from '../../core/math/quat.ts';
import type { Data } from '../../core/model/data.ts';
import { GeomType, ObjType, TextureRole } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { id2name } from '../../core/model/names/names.ts';
import { CatBit, VisFlag } from './enums.ts';
import type { GeomRecord, OptionRecord, PerturbRecord } from './records.ts';
import { nextGeom, type SceneState } from './scene.ts';

const GROUPS = 6;
const TEXTURE_ROLES = 10;
const LABEL_LENGTH = 99;
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** Three or nine values of an array, by element. */
export const vec3 = (array: Float64Array, i: number) => array.subarray(3 * i, 3 * i + 3);
export const mat3 = (array: Float64Array, i: number) => array.subarray(9 * i, 9 * i + 9);

/** Properties of a geom; all except its type are optional. */
export interface Shape {
  type: number;
  size?: ArrayLike<number>;
  pos?: ArrayLike<number>;
  mat?: ArrayLike<number>;
  rgba?: ArrayLike<number>;
}

/** Owner of a geom. */
export interface Owner {
  id: number;
  category?: number;
  type?: number;
}

export class Drawing {
  readonly m: Model;
  readonly d: Data;
  readonly opt: OptionRecord;
  readonly pert: PerturbRecord;
  readonly scene: SceneState;
  /** Requested categories. */
  readonly catmask: number;
  /** The mean size of the model, in single precision. */
  readonly scl: number;

  constructor(m: Model, d: Data, opt: OptionRecord, pert: PerturbRecord, catmask: number, scene: SceneState) {
    this.m = m;
    this.d = d;
    this.opt = opt;
    this.pert = pert;
    this.scene = scene;
    this.catmask = opt.flags[VisFlag.STATIC] ? catmask : catmask & ~CatBit.STATIC;
    this.scl = Math.fround(m.stat.meansize);
  }

  has(flag: number): boolean {
    return this.opt.flags[flag] !== 0;
  }

  /** A factor of the model times its mean size, in single precision. */
  scaled(factor: number): number {
    return Math.fround(factor * this.scl);
  }

  /** Start the next geom; it counts once it is committed. */
  begin({ id, category = CatBit.DECOR, type = ObjType.UNKNOWN }: Owner): GeomRecord | undefined {
    const geom = nextGeom(this.scene);
    if (!geom) return undefined;
    Object.assign(geom, { objid: id, category, objtype: type, segid: this.scene.ngeom });
    return geom;
  }

  keep(): void {
    this.scene.ngeom++;
  }

  /** Add a geom; `finish` may modify it, or reject it by returning false. */
  shape(owner: Owner, shape: Shape, finish?: (geom: GeomRecord) => unknown): void {
    const geom = this.begin(owner);
    if (!geom) return;
    initGeom(geom, shape);
    if (finish?.(geom) !== false) this.keep();
  }

  /** A geom from one point to another. */
  connector(
    owner: Owner,
    type: number,
    width: number,
    from: ArrayLike<number>,
    to: ArrayLike<number>,
    rgba?: ArrayLike<number>,
    finish?: (geom: GeomRecord) => void,
  ): void {
    const geom = this.begin(owner);
    if (!geom) return;
    connect(geom, type, width, from, to);
    if (rgba) geom.rgba.set(rgba);
    finish?.(geom);
    this.keep();
  }

  /** Three colored cylinders along the axes of a frame. */
  frame(id: number, pos: ArrayLike<number>, mat: Float64Array, length: number, width: number): void {
    const axis = new Float64Array(3);
    for (let j = 0; j < 3; j++) {
      axis.fill(0);
      axis[j] = Math.fround(length);
      mulMatVec3(axis, 0, mat, 0, axis, 0);
      const to = [pos[0] + axis[0], pos[1] + axis[1], pos[2] + axis[2]];
      const rgba = [0, 0, 0, 1];
      rgba[j] = 0.9;
      this.connector({ id }, GeomType.CYLINDER, Math.fround(width), pos, to, rgba);
    }
  }

  /** Color and texture of a material; an explicit color takes precedence. */
  material(geom: GeomRecord, matid: number, rgba: ArrayLike<number>): void {
    const { m } = this;
    if (matid >= 0) {
      geom.rgba.set(m.mat_rgba.subarray(4 * matid, 4 * matid + 4));
      geom.emission = m.mat_emission[matid];
      geom.specular = m.mat_specular[matid];
      geom.shininess = m.mat_shininess[matid];
      geom.reflectance = m.mat_reflectance[matid];
    }
    if (matid < 0 || !isDefaultColor(rgba)) geom.rgba.set(rgba);
    if (this.has(VisFlag.TEXTURE) && matid >= 0) {
      geom.matid = matid;
      geom.texid = m.mat_texid[matid * TEXTURE_ROLES + TextureRole.RGB];
      geom.texuniform = m.mat_texuniform[matid];
      geom.texrepeat.set(m.mat_texrepeat.subarray(2 * matid, 2 * matid + 2));
    }
    if (this.has(VisFlag.TRANSPARENT) && geom.category === CatBit.DYNAMIC) geom.rgba[3] *= m.vis.map.alpha;
  }

  /** Highlights the selection. */
  glow(geom: GeomRecord): void {
    geom.emission = Math.fround(geom.emission + this.m.vis.global.glow);
  }

  /** The name of an element, or its type and id. */
  label(geom: GeomRecord, type: ObjType, id: number): void {
    const kind = Object.entries(ObjType)
      .find(([, value]) => value === type)![0]
      .toLowerCase();
    setLabel(geom, id2name(this.m, type, id) ?? `${kind} ${id}`);
  }

  /** Whether the category of a body is requested. */
  isShown(body: number): boolean {
    return (categoryOf(this.m, body) & this.catmask) !== 0;
  }

  /** Impedance of the active limit of a joint or tendon, else 0. */
  limitImpedance(type: number, id: number): number {
    const { ne, nf, nl, efc_type, efc_id, efc_KBIP } = this.d;
    let impedance = 0;
    for (let k = ne + nf; k < ne + nf + nl; k++) {
      if (efc_type[k] === type && efc_id[k] === id) impedance = efc_KBIP[4 * k + 2];
    }
    return impedance;
  }
}

/** Whether a group of elements is visible. */
export function inGroup(groups: Uint8Array, group: number): boolean {
  return groups[Math.max(0, Math.min(GROUPS - 1, group))] !== 0;
}

export function categoryOf(m: Model, body: number): number {
  return m.body_weldid[body] === 0 ? CatBit.STATIC : CatBit.DYNAMIC;
}

/** Initialize a geom. */
export function initGeom(geom: GeomRecord, { type, size, pos, mat, rgba }: Shape): void {
  geom.type = type;
  geom.size.set(size ? drawnSize(type, size) : [0.1, 0.1, 0.1]);
  geom.pos.set(pos ?? [0, 0, 0]);
  geom.mat.set(mat ?? IDENTITY);
  geom.rgba.set(rgba ?? [0.5, 0.5, 0.5, 1]);
  Object.assign(geom, { dataid: -1, matid: -1, texid: -1, texuniform: 0, texcoord: 0 });
  Object.assign(geom, { emission: 0, specular: 0.5, shininess: 0.5, reflectance: 0, modelrbound: 0 });
  geom.texrepeat.fill(0);
  geom.label[0] = 0;
}

/** Sizes of a geom; round ones have equal sizes along two or all axes. */
function drawnSize(type: number, size: ArrayLike<number>): number[] {
  if (type === GeomType.SPHERE) return [size[0], size[0], size[0]];
  if (type === GeomType.CAPSULE || type === GeomType.CYLINDER) return [size[0], size[0], size[1]];
  return [size[0], size[1], size[2]];
}

const connectors: ReadonlySet<number> = new Set([
  GeomType.CAPSULE,
  GeomType.CYLINDER,
  GeomType.ARROW,
  GeomType.ARROW1,
  GeomType.ARROW2,
  GeomType.LINE,
]);

/**
 * Place a geom between two points, with its z axis from one to the other. Round ones are centered, arrows start at the
 * first.
 */
export function connect(
  geom: GeomRecord,
  type: number,
  width: number,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): void {
  if (!connectors.has(type)) throw new RangeError(`mjv_connector: invalid geom type ${type} for connector`);
  const along = Float64Array.of(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const centered = type === GeomType.CAPSULE || type === GeomType.CYLINDER;
  geom.type = type;
  const length = Math.fround(Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]));
  geom.size.set([width, width, centered ? length * 0.5 : length]);
  for (let k = 0; k < 3; k++) geom.pos[k] = centered ? 0.5 * (from[k] + to[k]) : from[k];
  const quat = new Float64Array(4);
  const mat = new Float64Array(9);
  quatZ2Vec(quat, 0, along, 0);
  quat2Mat(mat, 0, quat, 0);
  geom.mat.set(mat);
}

function isDefaultColor(rgba: ArrayLike<number>): boolean {
  return rgba[0] === 0.5 && rgba[1] === 0.5 && rgba[2] === 0.5 && rgba[3] === 1;
}

const encoder = new TextEncoder();

/** Write a string to a label. */
export function setLabel(geom: GeomRecord, text: string): void {
  const bytes = encoder.encode(text).subarray(0, LABEL_LENGTH);
  geom.label.fill(0);
  geom.label.set(bytes);
}
