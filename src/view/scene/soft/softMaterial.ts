/** Appearance of flexes and skins: the material of the model on both sides, with the colors of the settings. */
import { AdditiveBlending, DoubleSide, NormalBlending } from 'three';
import type { Model } from '../../../index.ts';
import type { Materials, Surface } from '../appearance/materials.ts';
import { numberColor } from '../appearance/palette.ts';
import type { SurfaceMaterial } from '../appearance/surface.ts';
import type { ViewSettings } from '../settings.ts';
import { elementColor } from '../shapes/solids.ts';

export class SoftMaterial {
  readonly surface: Surface;
  readonly #materials: Materials;
  readonly #rgba: readonly [number, number, number, number];
  readonly #repeat: readonly [number, number];
  readonly #glow: number;
  readonly #alpha: number;
  readonly #textured: boolean;
  readonly #owner: number;

  /** @param colors of all objects of this kind @param textured whether it has texture coordinates
   * @param owner its index among all pickable objects */
  constructor(
    m: Model,
    materials: Materials,
    colors: Float32Array,
    id: number,
    matid: number,
    textured: boolean,
    owner: number,
  ) {
    this.#textured = textured;
    this.#owner = owner;
    const appearance = { matid, plane: false, infinite: false, mesh: true };
    this.#materials = materials;
    this.surface = materials.make(appearance);
    this.surface.material.side = DoubleSide;
    this.#rgba = elementColor(m, colors, id, matid);
    this.#repeat = materials.repeats(appearance, [1, 1, 1]);
    this.#glow = materials.emission(matid);
    this.#alpha = m.vis.map.alpha;
  }

  get material(): SurfaceMaterial {
    return this.surface.material;
  }

  /** Appearance of an instance besides pose and color. */
  get detail() {
    return { repeat: this.#repeat, stretch: [1, 1, 1] as const, glow: this.#glow, textured: false };
  }

  paint({ flags, numbers }: ViewSettings): void {
    const { material, uniforms } = this.surface;
    const [r, g, b, a] = this.#rgba;
    const rgba = [r, g, b, flags.transparent ? a * this.#alpha : a];
    this.#materials.setColor(material, numbers ? numberColor(this.#owner, flags.idColor) : rgba);
    // both sides of a surface are visible through each other, in any order
    material.depthWrite = true;
    material.blending = flags.additive && material.transparent ? AdditiveBlending : NormalBlending;
    uniforms.surface.value.set(...this.#repeat, this.#glow, this.#textured && flags.texture && !numbers ? 1 : 0);
  }
}
