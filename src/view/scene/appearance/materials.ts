/** Surfaces: color, highlights and texture of a geom, site or tendon. */
import { Color, DoubleSide, FrontSide, MeshPhongMaterial, MeshStandardMaterial } from 'three';
import { type Model, TextureRole } from '../../../index.ts';
import { type ColorMode, setDisplayColor } from './colors.ts';
import { addSurface, type SceneLight, type SurfaceMaterial, type SurfaceUniforms } from './surface.ts';
import type { AnyTexture, Textures } from './textures.ts';

/** Key of the material of a surface. */
export interface Appearance {
  /** Material of the model, or -1. */
  matid: number;
  plane: boolean;
  infinite: boolean;
  mesh: boolean;
}

/** Shading model: that of MuJoCo's renderer, or physically based. */
export type ShadingModel = 'classic' | 'physical';

export interface Surface {
  material: SurfaceMaterial;
  uniforms: SurfaceUniforms;
}

const ROLES = 10;

export class Materials {
  readonly #m: Model;
  readonly #textures: Textures;
  readonly #scene: SceneLight;
  readonly #colors: ColorMode;
  readonly #kind: ShadingModel;
  readonly materials = new Set<SurfaceMaterial>();
  readonly #planes = new Set<SurfaceMaterial>();
  #backs = false;

  constructor(m: Model, textures: Textures, scene: SceneLight, colors: ColorMode, kind: ShadingModel = 'classic') {
    this.#m = m;
    this.#kind = kind;
    this.#textures = textures;
    this.#scene = scene;
    this.#colors = colors;
  }

  /** Create a material. Its color is white: instances have their own, others set it with `setColor`. */
  make(appearance: Appearance): Surface {
    const { matid } = appearance;
    const side = appearance.plane || this.#backs ? DoubleSide : FrontSide;
    const material = this.#kind === 'physical' ? this.#makePhysical(matid) : this.#makeClassic(matid);
    material.side = side;
    const uniforms = addSurface(material, this.textureOf(matid), this.#scene, appearance.infinite);
    this.materials.add(material);
    if (appearance.plane) this.#planes.add(material);
    return { material, uniforms };
  }

  /** Whether back faces are drawn; those of planes always are. */
  showBacks(on: boolean): void {
    if (on === this.#backs) return;
    this.#backs = on;
    for (const material of this.materials) {
      if (this.#planes.has(material)) continue;
      material.side = on ? DoubleSide : FrontSide;
      material.needsUpdate = true;
    }
  }

  /** Regenerate all shaders after the set of active lights changed. */
  relight(): void {
    for (const material of this.materials) material.needsUpdate = true;
  }

  /** Emission of a material of the model. */
  emission(matid: number): number {
    return matid >= 0 ? this.#m.mat_emission[matid]! : 0;
  }

  textureOf(matid: number): AnyTexture | undefined {
    if (matid < 0) return undefined;
    const role = (k: number) => this.#m.mat_texid[ROLES * matid + k]!;
    return this.#textures.get(role(TextureRole.RGB)) ?? this.#textures.get(role(TextureRole.RGBA));
  }

  /** Repeats of a 2D texture on a scaled shape. */
  repeats(appearance: Appearance, scale: readonly number[]): [number, number] {
    if (appearance.matid < 0) return [1, 1];
    const uniform = this.#isUniform(appearance.matid);
    const along = (k: 0 | 1) => {
      const times = this.#m.mat_texrepeat[2 * appearance.matid + k]! || 1;
      if (appearance.infinite) return (times * scale[k]!) / (uniform ? 2 : 1);
      if (appearance.mesh) return times;
      // per length: a shape of half size s contains `times * s` copies
      return uniform ? times * scale[k]! * (appearance.plane ? 0.5 : 1) : times;
    };
    return [along(0), along(1)];
  }

  /** Scale of the lookup direction of a cube texture. */
  stretch(appearance: Appearance, scale: readonly [number, number, number]): readonly [number, number, number] {
    return appearance.matid >= 0 && this.#isUniform(appearance.matid) ? scale : [1, 1, 1];
  }

  setColor(material: SurfaceMaterial, rgba: ArrayLike<number>): void {
    setDisplayColor(material.color, rgba, this.#colors);
    const alpha = rgba[3]!;
    material.opacity = alpha;
    const transparent = alpha < 0.999;
    if (material.transparent === transparent) return;
    material.transparent = transparent;
    material.depthWrite = !transparent;
    material.needsUpdate = true;
  }

  dispose(): void {
    for (const material of this.materials) material.dispose();
    this.materials.clear();
  }

  #makeClassic(matid: number): MeshPhongMaterial {
    const material = new MeshPhongMaterial();
    const { specular, shininess } = this.#shine(matid);
    material.shininess = 128 * shininess;
    material.specular = new Color(specular, specular, specular);
    return material;
  }

  /** Roughness and metalness of the model; if missing, a roughness that matches the width of its highlight. */
  #makePhysical(matid: number): MeshStandardMaterial {
    const m = this.#m;
    const { specular, shininess } = this.#shine(matid);
    const [roughness, metalness] = matid >= 0 ? [m.mat_roughness[matid]!, m.mat_metallic[matid]!] : [-1, -1];
    // Phong's exponent n and a microfacet roughness a: n = 2 / a^2 - 2, with a = roughness^2
    const wide = (2 / (128 * shininess + 2)) ** 0.25;
    // a low specular intensity means a dull surface
    const dull = wide + (1 - wide) * Math.max(0, 1 - 2 * specular);
    return new MeshStandardMaterial({
      roughness: roughness >= 0 ? roughness : Math.max(0.12, dull),
      metalness: Math.max(0, metalness),
    });
  }

  #shine(matid: number): { specular: number; shininess: number } {
    const m = this.#m;
    return matid >= 0
      ? { specular: m.mat_specular[matid]!, shininess: m.mat_shininess[matid]! }
      : { specular: 0.5, shininess: 0.5 };
  }

  #isUniform(matid: number): boolean {
    return this.#m.mat_texuniform[matid] !== 0;
  }
}
