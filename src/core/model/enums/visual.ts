/** Cameras, lights and textures. */

export const Projection = {
  PERSPECTIVE: 0,
  ORTHOGRAPHIC: 1,
} as const;
export type Projection = (typeof Projection)[keyof typeof Projection];

export const CamLightMode = {
  FIXED: 0,
  TRACK: 1,
  TRACKCOM: 2,
  TARGETBODY: 3,
  TARGETBODYCOM: 4,
} as const;
export type CamLightMode = (typeof CamLightMode)[keyof typeof CamLightMode];

export const CamOut = {
  RGB: 1,
  DEPTH: 2,
  DIST: 4,
  NORMAL: 8,
  SEG: 16,
} as const;
export type CamOut = (typeof CamOut)[keyof typeof CamOut];

export const LightType = {
  SPOT: 0,
  DIRECTIONAL: 1,
  POINT: 2,
  IMAGE: 3,
} as const;
export type LightType = (typeof LightType)[keyof typeof LightType];

export const TextureType = {
  '2D': 0,
  CUBE: 1,
  SKYBOX: 2,
} as const;
export type TextureType = (typeof TextureType)[keyof typeof TextureType];

export const TextureRole = {
  USER: 0,
  RGB: 1,
  OCCLUSION: 2,
  ROUGHNESS: 3,
  METALLIC: 4,
  NORMAL: 5,
  OPACITY: 6,
  EMISSIVE: 7,
  RGBA: 8,
  ORM: 9,
} as const;
export type TextureRole = (typeof TextureRole)[keyof typeof TextureRole];

export const ColorSpace = {
  AUTO: 0,
  LINEAR: 1,
  SRGB: 2,
} as const;
export type ColorSpace = (typeof ColorSpace)[keyof typeof ColorSpace];
