/** Scene arrays for the flexes and skins of a model. */
import type { Model } from '../../../core/model/model.ts';

const KINDS = {
  flexedgeadr: Int32Array,
  flexedgenum: Int32Array,
  flexvertadr: Int32Array,
  flexvertnum: Int32Array,
  flexfaceadr: Int32Array,
  flexfacenum: Int32Array,
  flexfaceused: Int32Array,
  flexedge: Int32Array,
  flexvert: Float32Array,
  flexface: Float32Array,
  flexnormal: Float32Array,
  flextexcoord: Float32Array,
  skinfacenum: Int32Array,
  skinvertadr: Int32Array,
  skinvertnum: Int32Array,
  skinvert: Float32Array,
  skinnormal: Float32Array,
} as const;

type ArrayName = keyof typeof KINDS;

export const softArrays = Object.keys(KINDS) as ArrayName[];

type Arrays = { [K in ArrayName]: InstanceType<(typeof KINDS)[K]> };

/** Vertices, edges and faces of all flexes, vertices of all skins. */
export interface SoftRoom extends Arrays {
  nflex: number;
  nskin: number;
}

const EMPTY = Object.fromEntries(Object.entries(KINDS).map(([name, Kind]) => [name, new Kind(0)])) as unknown as Arrays;

/** Allocate arrays for a model; without a model they are empty. */
export function softRoom(m: Model | undefined): SoftRoom {
  if (m === undefined) return { ...EMPTY, nflex: 0, nskin: 0 };
  return { ...EMPTY, ...flexRoom(m), ...skinRoom(m), nflex: m.nflex, nskin: m.nskin };
}

function flexRoom(m: Model): Partial<SoftRoom> {
  const flexfacenum = Int32Array.from({ length: m.nflex }, (_, f) => maxFaces(m, f));
  const flexfaceadr = new Int32Array(m.nflex);
  for (let f = 1; f < m.nflex; f++) flexfaceadr[f] = flexfaceadr[f - 1] + flexfacenum[f - 1];
  const faces = flexfacenum.reduce((sum, n) => sum + n, 0);
  return {
    flexedgeadr: m.flex_edgeadr.slice(),
    flexedgenum: m.flex_edgenum.slice(),
    flexvertadr: m.flex_vertadr.slice(),
    flexvertnum: m.flex_vertnum.slice(),
    flexfaceadr,
    flexfacenum,
    flexfaceused: new Int32Array(m.nflex),
    flexedge: m.flex_edge.slice(),
    flexvert: new Float32Array(3 * m.nflexvert),
    flexface: new Float32Array(9 * faces),
    flexnormal: new Float32Array(9 * faces),
    flextexcoord: new Float32Array(6 * faces),
  };
}

/** Maximum number of faces of a flex over all drawing modes. */
function maxFaces(m: Model, f: number): number {
  const { flex_dim, flex_shellnum, flex_elemadr, flex_elemnum, flex_elemlayer } = m;
  // both sides of the elements, and two triangles along each border edge
  if (flex_dim[f] === 2) return 2 * (flex_shellnum[f] + flex_elemnum[f]);
  // all faces of the elements of one layer, or the surface
  const inLayer = new Map<number, number>();
  for (const layer of flex_elemlayer.subarray(flex_elemadr[f], flex_elemadr[f] + flex_elemnum[f])) {
    inLayer.set(layer, (inLayer.get(layer) ?? 0) + 1);
  }
  return Math.max(flex_shellnum[f], 4 * Math.max(0, ...inLayer.values()));
}

function skinRoom(m: Model): Partial<SoftRoom> {
  return {
    skinfacenum: m.skin_facenum.slice(),
    skinvertadr: m.skin_vertadr.slice(),
    skinvertnum: m.skin_vertnum.slice(),
    skinvert: new Float32Array(3 * m.nskinvert),
    skinnormal: new Float32Array(3 * m.nskinvert),
  };
}

/** Resize a scene that was created for another model. */
export function fitRoom(m: Model, scene: SoftRoom): void {
  const fits =
    scene.nflex === m.nflex &&
    scene.nskin === m.nskin &&
    scene.flexvert.length === 3 * m.nflexvert &&
    scene.flexedge.length === 2 * m.nflexedge &&
    scene.skinvert.length === 3 * m.nskinvert;
  if (!fits) Object.assign(scene, softRoom(m));
}
