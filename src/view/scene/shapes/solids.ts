/** Geoms and sites: updates poses every frame and applies color settings. Equal shapes and materials are drawn in one
 * call; transparent, reflecting and separate objects are meshes. */
import {
  AdditiveBlending,
  type BufferGeometry,
  Color,
  Group,
  type InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  NormalBlending,
  type Object3D,
} from 'three';
import { type Data, GeomType, id2name, type Model, ObjType, SleepState } from '../../../index.ts';
import { type ColorMode, setDisplayColor } from '../appearance/colors.ts';
import type { Appearance, Materials, Surface } from '../appearance/materials.ts';
import { islandColor, numberColor, sleepColor } from '../appearance/palette.ts';
import type { SurfaceMaterial } from '../appearance/surface.ts';
import type { ViewSettings } from '../settings.ts';
import { type Part, type Shape, Shapes } from './geometry.ts';
import { type Detail, InstancedSurface } from './instancedSurface.ts';

type Rgba = readonly [number, number, number, number];

interface Solid {
  kind: 'geom' | 'site';
  id: number;
  group: number;
  body: number;
  rgba: Rgba;
  shape: Shape;
  appearance: Appearance;
  detail: Detail;
  casts: boolean;
  /** Its own mesh, created on demand. */
  single?: Surface & { mesh: Mesh };
  /** Whether it is always a separate mesh. */
  alone: boolean;
  /** The parts in batches that it consists of when instanced. */
  parts: readonly Part[];
  instances?: readonly InstancedSurface[] | undefined;
}

/** A flat mirror of the model. */
export interface Reflecting {
  mesh: Mesh;
  material: SurfaceMaterial;
  reflectance: number;
}

export interface SolidsOptions {
  /** Draw equal shapes in one call; otherwise each geom and site is a separate mesh. */
  instanced: boolean;
  colors: ColorMode;
}

/** Default color in MJCF: the color of the material is used instead. */
const DEFAULT_GRAY = 0.5;

export class Solids {
  readonly group = new Group();
  readonly #m: Model;
  readonly #materials: Materials;
  readonly #options: SolidsOptions;
  readonly #shapes: Shapes;
  readonly #geoms: (Solid | undefined)[];
  readonly #solids: Solid[];
  readonly #instanced = new Map<string, InstancedSurface>();
  readonly #matrix = new Matrix4();
  readonly #color = new Color();
  #hulls = false;

  constructor(m: Model, materials: Materials, options: SolidsOptions) {
    this.#m = m;
    this.#materials = materials;
    this.#options = options;
    this.#shapes = new Shapes(m);
    this.#geoms = Array.from({ length: m.ngeom }, (_, g) => this.#makeGeom(g));
    const sites = Array.from({ length: m.nsite }, (_, s) => this.#makeSite(s));
    this.#solids = [...this.#geoms, ...sites].filter((solid) => solid !== undefined);
  }

  /** Objects to test for pointer hits. */
  get pickable(): Object3D[] {
    const meshes = this.#geoms.flatMap((solid) => (solid?.single?.mesh.visible ? [solid.single.mesh] : []));
    const batches = [...this.#instanced].filter(([key, { mesh }]) => key.startsWith('geom') && mesh.visible);
    return [...meshes, ...batches.map(([, { mesh }]) => mesh)];
  }

  /** The geom that was hit, and its body. */
  hit({ object, instanceId }: Intersection): { geom: number; body: number } | undefined {
    const instances = [...this.#instanced.values()].find(({ mesh }) => mesh === (object as InstancedMesh));
    const geom =
      instances && instanceId !== undefined ? instances.owners[instanceId] : (object.userData['geom'] as number);
    return geom === undefined ? undefined : { geom, body: this.#m.geom_bodyid[geom]! };
  }

  /** The mesh of a geom, if it is separate. */
  meshOfGeom(geom: number): Mesh | undefined {
    const solid = this.#geoms[geom];
    return solid && (solid.alone || !this.#options.instanced) ? this.#single(solid).mesh : solid?.single?.mesh;
  }

  /** Whether the model has infinite ground. */
  get endless(): boolean {
    return this.#geoms.some((solid) => solid?.appearance.infinite);
  }

  /** Flat mirrors of the model, for reflections. */
  mirrors(): Reflecting[] {
    return this.#geoms.flatMap((solid) => {
      const reflectance = solid ? this.#reflectance(solid) : 0;
      if (!solid || reflectance === 0) return [];
      solid.alone = true;
      const { mesh, material } = this.#single(solid);
      return [{ mesh, material, reflectance }];
    });
  }

  update(d: Data, settings: ViewSettings, selected: number): void {
    const { flags } = settings;
    if (flags.convexHull !== this.#hulls) this.#swapHulls(flags.convexHull);
    for (const material of this.#materials.materials) material.wireframe = flags.wireframe;
    this.#materials.showBacks(!flags.cullFace);
    for (const instances of this.#instanced.values()) instances.begin();
    for (const solid of this.#solids) this.#draw(solid, d, settings, selected);
    for (const instances of this.#instanced.values()) instances.end();
  }

  /** Set the owner of a separate mesh before it is drawn in a segmentation pass. */
  own(setOwner: (owner: number) => void): void {
    for (const solid of this.#solids) {
      const mesh = solid.single?.mesh;
      if (mesh) mesh.onBeforeRender = () => setOwner(this.#owner(solid));
    }
  }

  dispose(): void {
    this.#shapes.dispose();
    for (const instances of this.#instanced.values()) instances.dispose();
  }

  #draw(solid: Solid, d: Data, settings: ViewSettings, selected: number): void {
    const fixed = this.#m.body_weldid[solid.body] === 0;
    const shown =
      settings.shows(solid.kind, solid.group) && (solid.kind === 'site' || settings.flags.staticBody || !fixed);
    if (solid.single) solid.single.mesh.visible = shown;
    if (!shown) return;
    const rgba = this.#paint(solid, d, settings, selected);
    const [pos, mat] = solid.kind === 'geom' ? [d.geom_xpos, d.geom_xmat] : [d.site_xpos, d.site_xmat];
    if (this.#options.instanced && !solid.alone && rgba[3] >= 0.999) {
      if (solid.single) solid.single.mesh.visible = false;
      this.#addToBatches(solid, rgba, pos, mat);
      return;
    }
    setTransform(this.#matrix, solid.shape.scale, 0, pos, mat, solid.id);
    this.#showSingle(solid, rgba, settings.flags.additive);
  }

  #addToBatches(solid: Solid, rgba: Rgba, pos: Float64Array, mat: Float64Array): void {
    solid.instances ??= solid.parts.map(({ geometry }) => this.#instancedFor(solid, geometry));
    setDisplayColor(this.#color, rgba, this.#options.colors);
    solid.parts.forEach(({ scale, shift }, k) => {
      setTransform(this.#matrix, scale, shift, pos, mat, solid.id);
      solid.instances![k]!.add(this.#owner(solid), this.#matrix, this.#color, solid.detail);
    });
  }

  /** Current color of a solid; also sets its emission and texture flag. */
  #paint(solid: Solid, d: Data, { flags }: ViewSettings, selected: number): Rgba {
    const m = this.#m;
    const tree = m.body_treeid[solid.body]!;
    const colored = flags.island && tree >= 0;
    let { rgba } = solid;
    if (colored) rgba = [...islandColor(d.nisland > 0 ? d.tree_island[tree]! : -1), 1];
    if (flags.sleep && tree >= 0 && d.body_awake[solid.body] === SleepState.ASLEEP) rgba = sleepColor(rgba);
    if (flags.transparent && m.body_weldid[solid.body] !== 0)
      rgba = [rgba[0], rgba[1], rgba[2], rgba[3] * m.vis.map.alpha];
    if (flags.segment || flags.idColor) {
      solid.detail.textured = false;
      return numberColor(this.#owner(solid), flags.idColor);
    }
    const chosen = selected > 0 && solid.body === selected;
    solid.detail.glow = Math.max(chosen ? m.vis.global.glow : 0, this.#materials.emission(solid.appearance.matid));
    solid.detail.textured = flags.texture && !colored;
    return rgba;
  }

  #showSingle(solid: Solid, rgba: Rgba, additive: boolean): void {
    const { mesh, material, uniforms } = this.#single(solid);
    const { repeat, stretch, glow, textured } = solid.detail;
    mesh.visible = true;
    mesh.matrix.copy(this.#matrix);
    mesh.matrixWorldNeedsUpdate = true;
    this.#materials.setColor(material, rgba);
    material.blending = additive && material.transparent ? AdditiveBlending : NormalBlending;
    uniforms.surface.value.set(repeat[0], repeat[1], glow, textured ? 1 : 0);
    uniforms.stretch.value.set(...stretch);
  }

  #single(solid: Solid): Surface & { mesh: Mesh } {
    if (solid.single) return solid.single;
    const surface = this.#materials.make(solid.appearance);
    const mesh = new Mesh(solid.shape.geometry, surface.material);
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = solid.casts;
    mesh.receiveShadow = solid.kind === 'geom';
    mesh.name = id2name(this.#m, solid.kind === 'geom' ? ObjType.GEOM : ObjType.SITE, solid.id) ?? '';
    mesh.userData = { body: solid.body, [solid.kind]: solid.id };
    this.group.add(mesh);
    solid.single = { mesh, ...surface };
    return solid.single;
  }

  #instancedFor({ kind, appearance: look, casts }: Solid, geometry: BufferGeometry): InstancedSurface {
    const key = `${kind} ${geometry.uuid} ${look.matid} ${look.infinite}`;
    let instances = this.#instanced.get(key);
    if (!instances) {
      instances = new InstancedSurface(this.group, geometry, this.#materials.make(look), casts);
      instances.begin();
      this.#instanced.set(key, instances);
    }
    return instances;
  }

  /** Geoms by id, then sites. */
  #owner({ kind, id }: Solid): number {
    return kind === 'geom' ? id : this.#m.ngeom + id;
  }

  #reflectance({ kind, id, appearance: look }: Solid): number {
    const flat = kind === 'geom' && this.#m.geom_type[id] === GeomType.PLANE;
    return flat && look.matid >= 0 ? this.#m.mat_reflectance[look.matid]! : 0;
  }

  #makeGeom(g: number): Solid | undefined {
    const m = this.#m;
    const type = m.geom_type[g]!;
    const plane = type === GeomType.PLANE;
    const infinite = plane && !(m.geom_size[3 * g]! > 0 && m.geom_size[3 * g + 1]! > 0);
    const appearance = {
      matid: m.geom_matid[g]!,
      plane,
      infinite,
      mesh: type === GeomType.MESH || type === GeomType.SDF,
    };
    const about = { kind: 'geom' as const, id: g, group: m.geom_group[g]!, body: m.geom_bodyid[g]!, casts: !plane };
    return this.#make(
      about,
      type,
      m.geom_size,
      this.#shapes.ofGeom(g),
      elementColor(m, m.geom_rgba, g, appearance.matid),
      appearance,
    );
  }

  #makeSite(s: number): Solid | undefined {
    const m = this.#m;
    const appearance = { matid: m.site_matid[s]!, plane: false, infinite: false, mesh: false };
    const about = { kind: 'site' as const, id: s, group: m.site_group[s]!, body: m.site_bodyid[s]!, casts: false };
    return this.#make(
      about,
      m.site_type[s]!,
      m.site_size,
      this.#shapes.ofSite(s),
      elementColor(m, m.site_rgba, s, appearance.matid),
      appearance,
    );
  }

  #make(
    about: Pick<Solid, 'kind' | 'id' | 'group' | 'body' | 'casts'>,
    type: number,
    sizes: Float64Array,
    shape: Shape | undefined,
    rgba: Rgba,
    appearance: Appearance,
  ): Solid | undefined {
    if (!shape || rgba[3] === 0) return undefined;
    const repeat = this.#materials.repeats(appearance, shape.scale);
    const stretch = this.#materials.stretch(appearance, shape.scale);
    const size: [number, number, number] = [sizes[3 * about.id]!, sizes[3 * about.id + 1]!, sizes[3 * about.id + 2]!];
    // a texture must cover the whole shape
    const whole = this.#materials.textureOf(appearance.matid) !== undefined;
    const parts = whole ? [{ ...shape, shift: 0 }] : this.#shapes.splitShape(type, shape, size);
    return {
      ...about,
      shape,
      parts,
      rgba,
      appearance,
      detail: { repeat, stretch, glow: 0, textured: true },
      alone: false,
    };
  }

  #swapHulls(hulls: boolean): void {
    this.#hulls = hulls;
    this.#geoms.forEach((solid, g) => {
      const shape = solid && this.#shapes.ofGeom(g, hulls);
      if (!shape) return;
      solid.shape = shape;
      if (solid.appearance.mesh) solid.parts = [{ ...shape, shift: 0 }];
      solid.instances = undefined;
      if (solid.single) solid.single.mesh.geometry = shape.geometry;
    });
  }
}

/** Color of an element: its own, or that of its material if it has none. */
export function elementColor(m: Model, colors: Float32Array, i: number, matid: number): Rgba {
  const own = Array.from(colors.subarray(4 * i, 4 * i + 4));
  const unset = own[3] === 1 && own.slice(0, 3).every((x) => x === DEFAULT_GRAY);
  const rgba = unset && matid >= 0 ? Array.from(m.mat_rgba.subarray(4 * matid, 4 * matid + 4)) : own;
  return rgba as unknown as Rgba;
}

function setTransform(
  matrix: Matrix4,
  scale: readonly [number, number, number],
  shift: number,
  pos: Float64Array,
  mat: Float64Array,
  i: number,
): void {
  const e = matrix.elements;
  // rows of MuJoCo's matrix become columns in three.js, each scaled
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) e[4 * c + r] = mat[9 * i + 3 * r + c]! * scale[c]!;
    e[12 + c] = pos[3 * i + c]! + shift * mat[9 * i + 3 * c + 2]!;
  }
}
