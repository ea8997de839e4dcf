/** Flexes: cloths and volumes as smooth surfaces, ropes as rods, and edges. */
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  type Intersection,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  type Object3D,
} from 'three';
import { type Data, id2name, type Model, ObjType } from '../../../index.ts';
import type { Materials } from '../appearance/materials.ts';
import type { ViewSettings } from '../settings.ts';
import { flexTriangles } from './flexTriangles.ts';
import { FlexRods } from './rods.ts';
import { SoftMaterial } from './softMaterial.ts';
import { MovingSurface } from './surface.ts';

/** A drawable flex, without its edges. */
interface FlexDrawable {
  readonly object: Object3D;
  update(d: Data, settings: ViewSettings): void;
  dispose(): void;
}

interface Flex {
  id: number;
  material: SoftMaterial;
  drawable: FlexDrawable;
  edges: FlexEdges;
}

export class Flexes {
  readonly group = new Group();
  readonly #m: Model;
  readonly #flexes: Flex[];

  constructor(m: Model, materials: Materials) {
    this.#m = m;
    this.#flexes = Array.from({ length: m.nflex }, (_, f) => makeFlex(m, f, materials));
    for (const { drawable, edges } of this.#flexes) this.group.add(drawable.object, edges.lines);
  }

  update(d: Data, settings: ViewSettings): void {
    const { flags } = settings;
    for (const { id, material, drawable, edges } of this.#flexes) {
      const shown = settings.shows('flex', this.#m.flex_group[id]!);
      edges.update(d, shown && flags.flexEdge);
      drawable.object.visible = shown && flags.flex;
      if (!drawable.object.visible) continue;
      material.paint(settings);
      drawable.update(d, settings);
    }
  }

  /** Objects to test for pointer hits. */
  get pickable(): Object3D[] {
    return this.#flexes.flatMap(({ drawable: { object } }) =>
      object.visible && object instanceof Mesh ? [object] : [],
    );
  }

  /** The body of the vertex nearest to the hit point. */
  hit(d: Data, { object, point }: Intersection): { body: number } | undefined {
    const f = object.userData['flex'] as number | undefined;
    return f === undefined ? undefined : { body: nearestBody(this.#m, d, f, point.toArray()) };
  }

  /** Set the owner of a flex before it is drawn in a segmentation pass: `first` plus its id. */
  own(first: number, setOwner: (owner: number) => void): void {
    for (const { id, drawable, edges } of this.#flexes)
      for (const object of [drawable.object, edges.lines]) object.onBeforeRender = () => setOwner(first + id);
  }

  dispose(): void {
    for (const { drawable, edges } of this.#flexes) {
      drawable.dispose();
      edges.lines.geometry.dispose();
      edges.lines.material.dispose();
    }
  }
}

function makeFlex(m: Model, id: number, materials: Materials): Flex {
  const textured = m.flex_texcoordadr[id]! >= 0;
  const material = new SoftMaterial(m, materials, m.flex_rgba, id, m.flex_matid[id]!, textured, m.ngeom + m.nsite + id);
  const drawable = m.flex_dim[id] === 1 ? new FlexRods(m, id, material) : new FlexSurface(m, id, material);
  drawable.object.name = id2name(m, ObjType.FLEX, id) ?? '';
  drawable.object.userData = { flex: id };
  return { id, material, drawable, edges: new FlexEdges(m, id) };
}

class FlexSurface implements FlexDrawable {
  readonly object: Mesh;
  readonly #m: Model;
  readonly #f: number;
  #layer = 0;
  #surface: MovingSurface;

  constructor(m: Model, f: number, { material }: SoftMaterial) {
    this.#m = m;
    this.#f = f;
    this.#surface = this.#make(0);
    this.object = new Mesh(this.#surface.geometry, material);
    this.object.castShadow = true;
    this.object.receiveShadow = true;
  }

  update(d: Data, { layer }: ViewSettings): void {
    if (layer !== this.#layer) this.#rebuild(layer);
    const m = this.#m;
    // a volume is inflated by its radius; a cloth would have to grow in both directions
    const inflate = m.flex_dim[this.#f] === 3 ? m.flex_radius[this.#f]! : 0;
    this.#surface.update(d.flexvert_xpos, 3 * m.flex_vertadr[this.#f]!, inflate);
  }

  dispose(): void {
    this.#surface.geometry.dispose();
  }

  #rebuild(layer: number): void {
    this.dispose();
    this.#layer = layer;
    this.#surface = this.#make(layer);
    this.object.geometry = this.#surface.geometry;
  }

  #make(layer: number): MovingSurface {
    const [m, f] = [this.#m, this.#f];
    const coordinates = m.flex_texcoord.subarray(2 * Math.max(0, m.flex_texcoordadr[f]!));
    return new MovingSurface(flexTriangles(m, f, layer), m.flex_vertnum[f]!, coordinates);
  }
}

/** Edges of a flex as lines. */
class FlexEdges {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #ends: Int32Array;
  readonly #position: BufferAttribute;

  constructor(m: Model, f: number) {
    const first = 2 * m.flex_edgeadr[f]!;
    const last = first + 2 * m.flex_edgenum[f]!;
    this.#ends = m.flex_edge.slice(first, last).map((v) => m.flex_vertadr[f]! + v);
    this.#position = new BufferAttribute(new Float32Array(3 * this.#ends.length), 3).setUsage(DynamicDrawUsage);
    const geometry = new BufferGeometry().setAttribute('position', this.#position);
    this.lines = new LineSegments(geometry, new LineBasicMaterial({ color: 0x202020 }));
    this.lines.frustumCulled = false;
  }

  update(d: Data, visible: boolean): void {
    this.lines.visible = visible;
    if (!visible) return;
    this.#ends.forEach((v, c) => {
      for (let k = 0; k < 3; k++) this.#position.array[3 * c + k] = d.flexvert_xpos[3 * v + k]!;
    });
    this.#position.needsUpdate = true;
  }
}

/** Vertices belong to bodies or, if interpolated, to the nodes around them. */
function nearestBody(m: Model, d: Data, f: number, point: readonly number[]): number {
  const nodes = m.flex_interp[f]! > 0;
  const [first, count] = nodes ? [m.flex_nodeadr[f]!, m.flex_nodenum[f]!] : [m.flex_vertadr[f]!, m.flex_vertnum[f]!];
  const flexBodyId = (k: number) => (nodes ? m.flex_nodebodyid : m.flex_vertbodyid)[first + k]!;
  const pointAt = (k: number) => (nodes ? d.xpos : d.flexvert_xpos).subarray(3 * (nodes ? flexBodyId(k) : first + k));
  let [nearest, minDistance] = [0, Infinity];
  for (let k = 0; k < count; k++) {
    const at = pointAt(k);
    const distance = Math.hypot(point[0]! - at[0]!, point[1]! - at[1]!, point[2]! - at[2]!);
    if (distance < minDistance) [nearest, minDistance] = [k, distance];
  }
  return flexBodyId(nearest);
}
