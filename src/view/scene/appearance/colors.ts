/** Colours of a model are display colours, and MuJoCo mixes light in them. Our own pictures do the same: `display`. A scene
 *  of three.js with managed colours computes in linear light, and is given them converted: `managed`. */
import { type Color, type ColorSpace, LinearSRGBColorSpace, NoColorSpace, SRGBColorSpace } from 'three';

export type ColorMode = 'display' | 'managed';

export function setDisplayColor(color: Color, rgb: ArrayLike<number>, mode: ColorMode): Color {
  return color.setRGB(rgb[0]!, rgb[1]!, rgb[2]!, displaySpace(mode));
}

/** What display colours are given as. */
export function displaySpace(mode: ColorMode): ColorSpace {
  return mode === 'managed' ? SRGBColorSpace : LinearSRGBColorSpace;
}

export function textureSpace(mode: ColorMode): ColorSpace {
  return mode === 'managed' ? SRGBColorSpace : NoColorSpace;
}
