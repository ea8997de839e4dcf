/** Surfaces: colour, shine and texture of a geom, site or tendon. */
import { Color, DoubleSide, FrontSide, MeshPhongMaterial } from 'three';
import { type Model, TextureRole } from '../../index.ts';
import { type ColorMode, setDisplayColor } from './colors.ts';
import { addSurface, type SceneUniforms, type SurfaceUniforms } from './surface.ts';
import type { AnyTexture, Textures } from './textures.ts';

/** What decides which material a surface needs. */
export interface Look {
  /** Material of the model, or -1. */
  matid: number;
  plane: boolean;
  infinite: boolean;
  mesh: boolean;
}

export interface Surface {
  material: MeshPhongMaterial;
  uniforms: SurfaceUniforms;
}

const ROLES = 10;

export class Materials {
  readonly #m: Model;
  readonly #textures: Textures;
  readonly #scene: SceneUniforms;
  readonly #colors: ColorMode;
  readonly made = new Set<MeshPhongMaterial>();
  readonly #planes = new Set<MeshPhongMaterial>();
  #backs = false;

  constructor(m: Model, textures: Textures, scene: SceneUniforms, colors: ColorMode) {
    this.#m = m;
    this.#textures = textures;
    this.#scene = scene;
    this.#colors = colors;
  }

  /** A new material. Its colour is white: instances bring theirs, others set it by `setColor`. */
  make(look: Look): Surface {
    const { matid } = look;
    const m = this.#m;
    const material = new MeshPhongMaterial({ side: look.plane || this.#backs ? DoubleSide : FrontSide });
    const specular = matid >= 0 ? m.mat_specular[matid]! : 0.5;
    const shininess = matid >= 0 ? m.mat_shininess[matid]! : 0.5;
    material.shininess = Math.max(2, 128 * shininess);
    // the renderer's highlights hold their energy: the sharper, the brighter; MuJoCo's all peak at the same height
    const peak = 0.25 + material.shininess / 8;
    material.specular = new Color(1, 1, 1).multiplyScalar((0.45 * specular) / peak);
    const uniforms = addSurface(material, this.textureOf(matid), this.#scene, look.infinite);
    this.made.add(material);
    if (look.plane) this.#planes.add(material);
    return { material, uniforms };
  }

  /** Whether surfaces are drawn from behind too, those of planes always are. */
  showBacks(on: boolean): void {
    if (on === this.#backs) return;
    this.#backs = on;
    for (const material of this.made) {
      if (this.#planes.has(material)) continue;
      material.side = on ? DoubleSide : FrontSide;
      material.needsUpdate = true;
    }
  }

  /** How strongly a material of the model glows. */
  emission(matid: number): number {
    return matid >= 0 ? this.#m.mat_emission[matid]! : 0;
  }

  textureOf(matid: number): AnyTexture | undefined {
    if (matid < 0) return undefined;
    const role = (k: number) => this.#m.mat_texid[ROLES * matid + k]!;
    return this.#textures.get(role(TextureRole.RGB)) ?? this.#textures.get(role(TextureRole.RGBA));
  }

  /** Repeats of a flat texture on a shape that is scaled so. */
  repeats(look: Look, scale: readonly number[]): [number, number] {
    if (look.matid < 0) return [1, 1];
    const uniform = this.#isUniform(look.matid);
    const along = (k: 0 | 1) => {
      const times = this.#m.mat_texrepeat[2 * look.matid + k]! || 1;
      if (look.infinite) return (times * scale[k]!) / (uniform ? 2 : 1);
      if (look.mesh) return times;
      // per length: a shape of half size s holds `times * s` pictures
      return uniform ? times * scale[k]! * (look.plane ? 0.5 : 1) : times;
    };
    return [along(0), along(1)];
  }

  /** Scale of the directions in which a cube texture is looked up. */
  stretch(look: Look, scale: readonly [number, number, number]): readonly [number, number, number] {
    return look.matid >= 0 && this.#isUniform(look.matid) ? scale : [1, 1, 1];
  }

  setColor(material: MeshPhongMaterial, rgba: ArrayLike<number>): void {
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
    for (const material of this.made) material.dispose();
    this.made.clear();
  }

  #isUniform(matid: number): boolean {
    return this.#m.mat_texuniform[matid] !== 0;
  }
}
