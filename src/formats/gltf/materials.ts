/** Materials and textures of geoms, for physically based shading as glTF defines it. */
import { TextureRole, TextureType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { pngOf } from '../bytes/pngWrite.ts';
import type { GlbFile } from './container.ts';

/** Texture roles of a material. */
const ROLES = 10;
/** Default color in MJCF: the color of the material is used instead. */
const DEFAULT_GRAY = 0.5;

/** The 2D texture of a material, or -1. */
export function textureOfMaterial(m: Model, material: number): number {
  if (material < 0) return -1;
  for (const role of [TextureRole.RGB, TextureRole.RGBA]) {
    const id = m.mat_texid[ROLES * material + role];
    if (id >= 0) return m.tex_type[id] === TextureType['2D'] ? id : -1;
  }
  return -1;
}

/** Color of a geom: its own, or that of its material if it has none. */
export function colorOfGeom(m: Model, g: number): readonly [number, number, number, number] {
  const own = m.geom_rgba.subarray(4 * g, 4 * g + 4);
  const material = m.geom_matid[g];
  const isUnset = own[3] === 1 && own.subarray(0, 3).every((x) => x === DEFAULT_GRAY);
  const [r, green, b, a] = isUnset && material >= 0 ? m.mat_rgba.subarray(4 * material, 4 * material + 4) : own;
  return [r, green, b, a];
}

/** A material of the file.
 *  @param texture index of its texture in the file, or -1 */
export function describeMaterial(
  m: Model,
  material: number,
  rgba: readonly [number, number, number, number],
  texture: number,
  name: string | undefined,
): Record<string, unknown> {
  const factor = rgba.map((x, k) => (k < 3 ? linear(x) : Math.max(0, Math.min(1, x))));
  const emission = material >= 0 ? m.mat_emission[material] : 0;
  return {
    ...(name === undefined ? {} : { name }),
    pbrMetallicRoughness: {
      baseColorFactor: factor,
      ...(texture >= 0 ? { baseColorTexture: { index: texture } } : {}),
      metallicFactor: material >= 0 ? Math.max(0, m.mat_metallic[material]) : 0,
      roughnessFactor: roughness(m, material),
    },
    ...(emission > 0 ? { emissiveFactor: factor.slice(0, 3).map((x) => Math.min(1, emission * x)) } : {}),
    ...(rgba[3] < 0.999 ? { alphaMode: 'BLEND' } : {}),
    doubleSided: true,
  };
}

/** That of the model, or one as wide as its highlight: n = 2 / a^2 - 2 for Phong's exponent n, with a = roughness^2. */
function roughness(m: Model, material: number): number {
  if (material >= 0 && m.mat_roughness[material] >= 0) return Math.min(1, m.mat_roughness[material]);
  const shininess = material >= 0 ? m.mat_shininess[material] : 0.5;
  const specular = material >= 0 ? m.mat_specular[material] : 0.5;
  const wide = (2 / (128 * shininess + 2)) ** 0.25;
  const dull = wide + (1 - wide) * Math.max(0, 1 - 2 * specular);
  return Math.max(0.12, Math.min(1, dull));
}

/** Linear light of a display color (IEC 61966-2-1). */
function linear(x: number): number {
  const value = Math.max(0, Math.min(1, x));
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Add the picture of a texture; returns the index of its buffer view. */
export async function addPicture(file: GlbFile, m: Model, id: number): Promise<number> {
  const [width, height, channels] = [m.tex_width[id], m.tex_height[id], m.tex_nchannel[id]];
  const first = m.tex_adr[id];
  const hasAlpha = channels === 2 || channels === 4;
  const to = hasAlpha ? 4 : 3;
  const pixels = new Uint8Array(width * height * to);
  for (let i = 0; i < width * height; i++) {
    for (let k = 0; k < 3; k++) pixels[to * i + k] = m.tex_data[first + channels * i + (channels < 3 ? 0 : k)];
    if (hasAlpha) pixels[to * i + 3] = m.tex_data[first + channels * i + channels - 1];
  }
  return file.addBytes(await pngOf(pixels, width, height, to));
}
