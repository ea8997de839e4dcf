/** Geoms and sites: one mesh each, moved every frame, coloured by what the user wants to see. */
import { AdditiveBlending, Group, Mesh, type MeshPhongMaterial, NormalBlending } from 'three';
import { type Data, GeomType, type Model, SleepState } from '../../../../src/index.ts';
import { type Look, type Materials, setColor } from '../look/materials.ts';
import { dimmed, islandColor } from '../look/palette.ts';
import type { ViewSettings } from '../settings.ts';
import { type Shape, Shapes } from './geometry.ts';

type Rgba = readonly [number, number, number, number];

interface Solid {
  mesh: Mesh;
  material: MeshPhongMaterial;
  scale: readonly [number, number, number];
  rgba: Rgba;
  body: number;
  /** Last colour given, to leave the material alone while nothing changes. */
  shown: string;
}

/** Colour that stands for "none given": the material's own is used then. */
const DEFAULT_GREY = 0.5;

export class Solids {
  readonly group = new Group();
  readonly #m: Model;
  readonly #shapes: Shapes;
  readonly #geoms: (Solid | undefined)[];
  readonly #sites: (Solid | undefined)[];
  #hulls = false;

  constructor(m: Model, materials: Materials) {
    this.#m = m;
    this.#shapes = new Shapes(m);
    this.#geoms = Array.from({ length: m.ngeom }, (_, g) => this.#makeGeom(g, materials));
    this.#sites = Array.from({ length: m.nsite }, (_, s) => this.#makeSite(s, materials));
  }

  /** Meshes that the pointer can hit. */
  get pickable(): Mesh[] {
    return this.#geoms.filter((solid) => solid?.mesh.visible).map((solid) => solid!.mesh);
  }

  /** Flat mirrors of the model, for reflections. */
  mirrors(): { mesh: Mesh; material: MeshPhongMaterial; reflectance: number; geom: number }[] {
    return this.#geoms.flatMap((solid, geom) => {
      const matid = this.#m.geom_matid[geom]!;
      const reflectance = matid >= 0 ? this.#m.mat_reflectance[matid]! : 0;
      const flat = this.#m.geom_type[geom] === GeomType.PLANE;
      return solid && flat && reflectance > 0 ? [{ ...solid, reflectance, geom }] : [];
    });
  }

  update(d: Data, settings: ViewSettings, selected: number): void {
    const m = this.#m;
    if (settings.flags.convexHull !== this.#hulls) this.#swapHulls(settings.flags.convexHull);
    this.#geoms.forEach((solid, g) => {
      if (!solid) return;
      const fixed = m.body_weldid[solid.body] === 0;
      solid.mesh.visible = settings.shows('geom', m.geom_group[g]!) && (settings.flags.staticBody || !fixed);
      if (!solid.mesh.visible) return;
      place(solid, d.geom_xpos, d.geom_xmat, g);
      this.#paint(solid, d, settings, selected);
    });
    this.#sites.forEach((solid, s) => {
      if (!solid) return;
      solid.mesh.visible = settings.shows('site', m.site_group[s]!);
      if (!solid.mesh.visible) return;
      place(solid, d.site_xpos, d.site_xmat, s);
      this.#paint(solid, d, settings, selected);
    });
  }

  dispose(): void {
    this.#shapes.dispose();
  }

  #makeGeom(g: number, materials: Materials): Solid | undefined {
    const m = this.#m;
    const shape = this.#shapes.ofGeom(g);
    const type = m.geom_type[g]!;
    const infinite = type === GeomType.PLANE && !(m.geom_size[3 * g]! > 0 && m.geom_size[3 * g + 1]! > 0);
    const mesh = type === GeomType.MESH || type === GeomType.SDF;
    const plane = type === GeomType.PLANE;
    const solid = this.#make(shape, m.geom_rgba, g, m.geom_matid[g]!, m.geom_bodyid[g]!, materials, {
      plane,
      infinite,
      mesh,
    });
    if (!solid) return undefined;
    solid.mesh.userData['geom'] = g;
    solid.mesh.castShadow = !plane;
    solid.mesh.receiveShadow = true;
    return solid;
  }

  #makeSite(s: number, materials: Materials): Solid | undefined {
    const m = this.#m;
    const kind = { plane: false, infinite: false, mesh: false };
    return this.#make(this.#shapes.ofSite(s), m.site_rgba, s, m.site_matid[s]!, m.site_bodyid[s]!, materials, kind);
  }

  #make(
    shape: Shape | undefined,
    colors: Float32Array,
    i: number,
    matid: number,
    body: number,
    materials: Materials,
    kind: Pick<Look, 'plane' | 'infinite' | 'mesh'>,
  ): Solid | undefined {
    if (!shape) return undefined;
    const rgba = colorOf(this.#m, colors, i, matid);
    if (rgba[3] === 0) return undefined;
    const material = materials.make({ rgba, matid, scale: shape.scale, ...kind });
    const mesh = new Mesh(shape.geometry, material);
    mesh.matrixAutoUpdate = false;
    mesh.userData['body'] = body;
    this.group.add(mesh);
    return { mesh, material, scale: shape.scale, rgba, body, shown: '' };
  }

  #swapHulls(hulls: boolean): void {
    this.#hulls = hulls;
    this.#geoms.forEach((solid, g) => {
      const shape = solid && this.#shapes.ofGeom(g, hulls);
      if (shape) solid.mesh.geometry = shape.geometry;
    });
  }

  #paint(solid: Solid, d: Data, settings: ViewSettings, selected: number): void {
    const { flags } = settings;
    const m = this.#m;
    const tree = m.body_treeid[solid.body]!;
    const asleep = flags.sleep && tree >= 0 && d.body_awake[solid.body] === SleepState.ASLEEP;
    const island = flags.island && tree >= 0 ? (d.nisland > 0 ? d.tree_island[tree]! : -1) : -2;
    const clear = flags.transparent && m.body_weldid[solid.body] !== 0;
    const chosen = selected > 0 && solid.body === selected;
    const key = `${asleep}${island}${clear}${chosen}${flags.texture}${flags.wireframe}${flags.additive}`;
    if (key === solid.shown) return;
    solid.shown = key;
    let rgba: Rgba = solid.rgba;
    if (island >= -1) rgba = [...islandColor(island), 1];
    if (asleep) rgba = dimmed(rgba);
    if (clear) rgba = [rgba[0], rgba[1], rgba[2], rgba[3] * m.vis.map.alpha];
    const { material } = solid;
    setColor(material, rgba);
    const glow = chosen ? m.vis.global.glow : 0;
    const emission = material.userData['emission'] as number | undefined;
    material.emissive.copy(material.color).multiplyScalar(Math.max(glow, emission ?? 0));
    material.wireframe = flags.wireframe;
    material.blending = flags.additive && material.transparent ? AdditiveBlending : NormalBlending;
    const textured = flags.texture && island < -1;
    const map = material.userData['map'] ?? null;
    if ((material.map !== null) !== (textured && map !== null)) {
      material.map = textured ? map : null;
      material.needsUpdate = true;
    }
    const cube = material.userData['cube'] as { value: number } | undefined;
    if (cube) cube.value = textured ? 1 : 0;
  }
}

/** Colour of an element: its own, or that of its material if it has none. */
export function colorOf(m: Model, colors: Float32Array, i: number, matid: number): Rgba {
  const own = Array.from(colors.subarray(4 * i, 4 * i + 4));
  const unset = own[3] === 1 && own.slice(0, 3).every((x) => x === DEFAULT_GREY);
  const rgba = unset && matid >= 0 ? Array.from(m.mat_rgba.subarray(4 * matid, 4 * matid + 4)) : own;
  return rgba as unknown as Rgba;
}

function place(solid: Solid, pos: Float64Array, mat: Float64Array, i: number): void {
  const e = solid.mesh.matrix.elements;
  // rows of MuJoCo's matrix become columns of the renderer's, each scaled
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) e[4 * c + r] = mat[9 * i + 3 * r + c]! * solid.scale[c]!;
    e[12 + c] = pos[3 * i + c]!;
  }
  solid.mesh.matrixWorldNeedsUpdate = true;
}
