/** A model, and its motion, as a binary glTF file for Blender, three.js and other programs. Each body is a node below its parent, with its
 * geoms; the root turns MuJoCo's z up into y up. */

import { mulQuat, negQuat, normalize4, rotVecQuat } from '../../core/math/quat.ts';
import type { Data } from '../../core/model/data.ts';
import { CamLightMode, ObjType } from '../../core/model/enums.ts';
import { checkFits } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { id2name } from '../../core/model/names/names.ts';
import { NumberList } from '../record/numberList.ts';
import { GlbFile } from './container.ts';
import { addPicture, colorOfGeom, describeMaterial, textureOfMaterial } from './materials.ts';
import { shapeOfGeom, type Triangles } from './triangles.ts';

/** Options of `recordGlb`. */
export interface GlbOptions {
  /** Groups of geoms in the file (default: 0, 1 and 2, which viewers show). */
  groups?: readonly number[];
}

/** Writes a scene to a glTF file: the first state as its pose, further states as an animation. */
export interface GlbRecorder {
  /** Add the poses of the bodies, as `forward` or `step` computed them last. Times must increase. */
  add(): void;
  /** The file so far. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Position and rotation (x, y, z, w) of each body relative to its parent. */
const POSE = 7;
/** A quarter turn about -x. */
const Z_UP_TO_Y_UP = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];
/** Poses that change less than this have no animation. */
const STILL = 1e-7;

type Node = Record<string, unknown> & { children?: number[] };

/** Start a binary glTF file (.glb) of a model and its motion. It has geoms, 2D textures and cameras, not flexes, skins, tendons, sites
 * and lights.
 *
 *  @example
 *  const glb = await recordGlb(m, d);
 *  for (let k = 0; k < 3; k++) {
 *    step(m, d);
 *    forward(m, d); // the poses at d.time: a step computes those before it
 *    glb.add();
 *  }
 *  console.log(new TextDecoder().decode(glb.bytes().subarray(0, 4))); // -> glTF */
export async function recordGlb(model: Model, data: Data, options: GlbOptions = {}): Promise<GlbRecorder> {
  checkFits('recordGlb', model, data);
  const { groups = [0, 1, 2] } = options;
  const scene = new SceneWriter(model, groups);
  await scene.addTextures();
  const times = new NumberList();
  const poses = new NumberList();
  let last = Number.NEGATIVE_INFINITY;
  return {
    add() {
      const { time } = data;
      if (!(time > last)) throw new RangeError(`recordGlb: expected a time later than ${last} s, found ${time} s`);
      const row = localPoses(model, data);
      const wrong = row.findIndex((x) => !Number.isFinite(x));
      if (wrong >= 0) {
        const body = Math.floor(wrong / POSE);
        throw new RangeError(`recordGlb: the pose of body ${id2name(model, ObjType.BODY, body) ?? body} is not finite`);
      }
      last = time;
      times.add(time);
      poses.addAll(row);
    },
    bytes() {
      if (times.slice().length === 0) throw new Error('recordGlb: no state to write. Call add() first');
      return scene.bytes(times.slice(), poses.slice());
    },
  };
}

/** Poses of all bodies relative to their parents: with parent pose (p, q), the position is R(q)^T (x - p), the rotation q^-1 qx. */
function localPoses({ nbody, body_parentid }: Model, { xpos, xquat }: Data): Float64Array {
  const row = new Float64Array(POSE * nbody);
  const [inverse, shift, turn] = [new Float64Array(4), new Float64Array(3), new Float64Array(4)];
  for (let b = 0; b < nbody; b++) {
    const parent = body_parentid[b];
    const at = POSE * b;
    if (b === 0) {
      row[at + 6] = 1;
      continue;
    }
    negQuat(inverse, 0, xquat, 4 * parent);
    for (let k = 0; k < 3; k++) shift[k] = xpos[3 * b + k] - xpos[3 * parent + k];
    rotVecQuat(row, at, shift, 0, inverse, 0);
    mulQuat(turn, 0, inverse, 0, xquat, 4 * b);
    normalize4(turn, 0);
    row.set([turn[1], turn[2], turn[3], turn[0]], at + 3);
  }
  return row;
}

class SceneWriter {
  readonly #m: Model;
  readonly #geoms: number[];
  readonly #file = new GlbFile();
  /** Index in the file of each texture of the model. */
  readonly #textures = new Map<number, number>();
  readonly #images: Record<string, unknown>[] = [];
  readonly #materials: Record<string, unknown>[] = [];
  readonly #materialOf = new Map<string, number>();
  readonly #meshes: Record<string, unknown>[] = [];
  readonly #meshOf = new Map<string, number>();
  readonly #attributesOf = new Map<string, { attributes: Record<string, number>; indices: number }>();
  readonly #scales: (readonly [number, number, number])[] = [];
  /** Mesh of each geom in the file. */
  readonly #meshOfGeom = new Map<number, number>();

  constructor(m: Model, groups: readonly number[]) {
    this.#m = m;
    this.#geoms = Array.from({ length: m.ngeom }, (_, g) => g).filter(
      (g) => groups.includes(m.geom_group[g]) && colorOfGeom(m, g)[3] > 0 && shapeOfGeom(m, g) !== undefined,
    );
  }

  /** Pictures are compressed first, because that is asynchronous; then everything else that does not move. */
  async addTextures(): Promise<void> {
    const m = this.#m;
    for (const g of this.#geoms) {
      const texture = this.#textureOfGeom(g);
      if (texture < 0 || this.#textures.has(texture)) continue;
      this.#images.push({ bufferView: await addPicture(this.#file, m, texture), mimeType: 'image/png' });
      this.#textures.set(texture, this.#images.length - 1);
    }
    for (const g of this.#geoms) this.#meshOfGeom.set(g, this.#addMesh(g));
  }

  bytes(times: Float64Array, poses: Float64Array): Uint8Array<ArrayBuffer> {
    const file = this.#file.copy();
    const { nodes, bodies } = this.#makeNodes(poses);
    const animations = times.length > 1 ? [animate(file, times, poses, bodies)] : [];
    return file.bytes({
      asset: { version: '2.0', generator: 'Tenon' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes,
      meshes: this.#meshes,
      materials: this.#materials,
      images: this.#images,
      textures: this.#images.map((_, source) => ({ source })),
      cameras: this.#describeCameras(),
      animations: animations.filter(({ channels }) => channels.length > 0),
    });
  }

  /** The nodes of all bodies, and below each of them its geoms and cameras. */
  #makeNodes(poses: Float64Array): { nodes: Node[]; bodies: number[] } {
    const m = this.#m;
    const nodes: Node[] = [{ name: 'model', rotation: Z_UP_TO_Y_UP }];
    const bodies: number[] = [];
    const addTo = (parent: number, node: Node) => {
      nodes.push(node);
      const owner = nodes[parent];
      owner.children ??= [];
      owner.children.push(nodes.length - 1);
      return nodes.length - 1;
    };
    for (let b = 0; b < m.nbody; b++) {
      const name = id2name(m, ObjType.BODY, b) ?? `body ${b}`;
      const pose = poses.subarray(POSE * b, POSE * (b + 1));
      const node = { name, translation: [...pose.subarray(0, 3)], rotation: [...pose.subarray(3, 7)] };
      bodies.push(b === 0 ? addTo(0, { name }) : addTo(bodies[m.body_parentid[b]], node));
    }
    for (const g of this.#geoms) {
      const name = id2name(m, ObjType.GEOM, g) ?? `geom ${g}`;
      const pose = offset(m.geom_pos, m.geom_quat, g);
      const mesh = this.#meshOfGeom.get(g)!;
      addTo(bodies[m.geom_bodyid[g]], { name, ...pose, scale: [...this.#scales[mesh]], mesh });
    }
    this.#fixedCameras().forEach((id, camera) => {
      const name = id2name(m, ObjType.CAMERA, id) ?? `camera ${id}`;
      addTo(bodies[m.cam_bodyid[id]], { name, ...offset(m.cam_pos, m.cam_quat, id), camera });
    });
    return { nodes, bodies };
  }

  /** Cameras with a constant pose on their body; others follow rules that the format does not have. */
  #fixedCameras(): number[] {
    const { ncam, cam_mode } = this.#m;
    return Array.from({ length: ncam }, (_, id) => id).filter((id) => cam_mode[id] === CamLightMode.FIXED);
  }

  #describeCameras(): Record<string, unknown>[] {
    const { cam_fovy, vis, stat } = this.#m;
    return this.#fixedCameras().map((id) => ({
      type: 'perspective',
      perspective: { yfov: (cam_fovy[id] * Math.PI) / 180, znear: vis.map.znear * stat.extent },
    }));
  }

  /** The 2D texture of a geom that has texture coordinates, or -1. */
  #textureOfGeom(g: number): number {
    const key = shapeOfGeom(this.#m, g)!.key;
    const isMapped =
      key.startsWith('plane') ||
      key.startsWith('hfield') ||
      (key.startsWith('mesh') && this.#m.mesh_texcoordadr[this.#m.geom_dataid[g]] >= 0);
    return isMapped ? textureOfMaterial(this.#m, this.#m.geom_matid[g]) : -1;
  }

  #addMesh(g: number): number {
    const shape = shapeOfGeom(this.#m, g)!;
    const texture = this.#textureOfGeom(g);
    const material = this.#addMaterial(g, texture);
    const key = `${shape.key} ${material} ${shape.scale.join()}`;
    const known = this.#meshOf.get(key);
    if (known !== undefined) return known;
    const shapeKey = `${shape.key} ${texture >= 0}`;
    let triangles = this.#attributesOf.get(shapeKey);
    if (!triangles) {
      triangles = this.#addTriangles(shape.make(), texture >= 0);
      this.#attributesOf.set(shapeKey, triangles);
    }
    this.#meshes.push({ primitives: [{ ...triangles, material }] });
    this.#scales.push(shape.scale);
    this.#meshOf.set(key, this.#meshes.length - 1);
    return this.#meshes.length - 1;
  }

  #addTriangles({ positions, normals, coordinates, indices }: Triangles, textured: boolean) {
    const file = this.#file;
    const attributes: Record<string, number> = {
      POSITION: file.addFloats(positions, 'VEC3', 'vertices'),
      NORMAL: file.addFloats(normals, 'VEC3', 'vertices'),
    };
    if (textured && coordinates) attributes['TEXCOORD_0'] = file.addFloats(coordinates, 'VEC2', 'vertices');
    return { attributes, indices: file.addIndices(indices) };
  }

  #addMaterial(g: number, texture: number): number {
    const m = this.#m;
    const id = m.geom_matid[g];
    const rgba = colorOfGeom(m, g);
    const key = `${id} ${texture} ${rgba.join()}`;
    let index = this.#materialOf.get(key);
    if (index === undefined) {
      const name = id < 0 ? undefined : id2name(m, ObjType.MATERIAL, id);
      const picture = texture < 0 ? -1 : this.#textures.get(texture)!;
      index = this.#materials.push(describeMaterial(m, id, rgba, picture, name)) - 1;
      this.#materialOf.set(key, index);
    }
    return index;
  }
}

/** The constant pose of an element on its body. */
function offset(pos: Float64Array, quat: Float64Array, id: number): { translation: number[]; rotation: number[] } {
  const [w, x, y, z] = quat.subarray(4 * id, 4 * id + 4);
  return { translation: [...pos.subarray(3 * id, 3 * id + 3)], rotation: [x, y, z, w] };
}

/** Channels of the bodies that move relative to their parents. */
function animate(file: GlbFile, times: Float64Array, poses: Float64Array, bodies: readonly number[]) {
  const rows = times.length;
  const stride = POSE * bodies.length;
  const channels: Record<string, unknown>[] = [];
  const samplers: Record<string, unknown>[] = [];
  let input = -1;
  const addChannel = (node: number, path: string, values: Float32Array, type: 'VEC3' | 'VEC4') => {
    if (input < 0)
      input = file.addFloats(
        Float32Array.from(times, (time) => time - times[0]),
        'SCALAR',
        'animation',
      );
    samplers.push({ input, output: file.addFloats(values, type, 'animation') });
    channels.push({ sampler: samplers.length - 1, target: { node, path } });
  };
  bodies.forEach((node, b) => {
    const column = (from: number, width: number) => {
      const values = new Float64Array(width * rows);
      for (let r = 0; r < rows; r++)
        values.set(poses.subarray(stride * r + POSE * b + from, stride * r + POSE * b + from + width), width * r);
      return values;
    };
    const positions = column(0, 3);
    const rotations = shortWay(column(3, 4));
    if (moves(positions, 3)) addChannel(node, 'translation', Float32Array.from(positions), 'VEC3');
    if (moves(rotations, 4)) addChannel(node, 'rotation', Float32Array.from(rotations), 'VEC4');
  });
  return { name: 'motion', channels, samplers };
}

function moves(values: Float64Array, width: number): boolean {
  return values.some((x, i) => Math.abs(x - values[i % width]) > STILL);
}

/** q and -q are the same rotation: choose the one nearer to the previous, so that interpolation takes the short way. */
function shortWay(quats: Float64Array): Float64Array {
  for (let i = 4; i < quats.length; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += quats[i + k] * quats[i - 4 + k];
    if (dot < 0) for (let k = 0; k < 4; k++) quats[i + k] = -quats[i + k];
  }
  return quats;
}
