/** Model colors are display colors, and MuJoCo blends light in display space. Our own renderer does the same:
 * `display`. A three.js scene with color management computes in linear light, so colors are converted: `managed`. */
import { type Color, type ColorSpace, LinearSRGBColorSpace, NoColorSpace, SRGBColorSpace } from 'three';

export type ColorMode = 'display' | 'managed';

export function setDisplayColor(color: Color, rgb: ArrayLike<number>, mode: ColorMode): Color {
  return color.setRGB(rgb[0]!, rgb[1]!, rgb[2]!, displaySpace(mode));
}

/** The color space of model colors. */
export function displaySpace(mode: ColorMode): ColorSpace {
  return mode === 'managed' ? SRGBColorSpace : LinearSRGBColorSpace;
}

export function textureSpace(mode: ColorMode): ColorSpace {
  return mode === 'managed' ? SRGBColorSpace : NoColorSpace;
}
