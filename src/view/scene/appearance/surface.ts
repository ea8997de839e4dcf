/** The shader of all surfaces. The classic look reproduces the lighting of MuJoCo's renderer and its order of
 * operations: light, including highlights, is clamped at white before it is multiplied by the texture, once for all
 * lights without shadows, and once for each that casts them. In the physical look, a texture is the color of the
 * surface. Emission has the color of the surface. Parameters that differ between surfaces are instance attributes, or
 * uniforms for separate meshes. */
import {
  Color,
  type IUniform,
  MeshPhongMaterial,
  type MeshStandardMaterial,
  Vector3,
  Vector4,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import type { Model } from '../../../index.ts';
import { fixedLightKey, type LampOrder, type LampUniforms, makeLampUniforms, withFixedLight } from './fixedLight.ts';
import { withSoftShadows } from './softShadow.ts';
import type { AnyTexture } from './textures.ts';

/** Uniforms of a surface that is a separate mesh. */
export interface SurfaceUniforms {
  /** Texture repeats in both directions, emission, and whether the texture is shown. */
  surface: IUniform<Vector4>;
  /** Scale of the lookup point of a cube texture. */
  stretch: IUniform<Vector3>;
}

/** Uniforms shared by all surfaces of a scene. */
export interface SceneUniforms extends LampUniforms {
  /** Fade of distant ground into haze: start and end distance from the camera, and whether it is enabled. */
  hazeRange: IUniform<Vector3>;
  hazeColor: IUniform<Color>;
  /** Whether colors are shown unlit. */
  flatColors: IUniform<boolean>;
}

/** Inputs of the shaders of a scene. */
export interface SceneLight {
  uniforms: SceneUniforms;
  lamps: LampOrder;
}

export function makeSceneUniforms(m: Model): SceneUniforms {
  return {
    ...makeLampUniforms(m),
    hazeRange: { value: new Vector3(1, 2, 0) },
    hazeColor: { value: new Color(1, 1, 1) },
    flatColors: { value: false },
  };
}

export type SurfaceMaterial = MeshPhongMaterial | MeshStandardMaterial;

/** Add texture, emission and haze to a material. Returns the uniforms of a separate mesh. */
export function addSurface(
  material: SurfaceMaterial,
  texture: AnyTexture | undefined,
  { uniforms: scene, lamps }: SceneLight,
  haze: boolean,
): SurfaceUniforms {
  const uniforms = { surface: { value: new Vector4(1, 1, 0, 1) }, stretch: { value: new Vector3(1, 1, 1) } };
  const kind = texture === undefined ? 'plain' : texture.cube ? 'cube' : 'flat';
  const classic = material instanceof MeshPhongMaterial;
  const glossy = classic && material.specular.r > 0;
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    Object.assign(shader.uniforms, uniforms, scene, texture && { picture: { value: texture.map } });
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${vertexHead}`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>\n${vertexBody[kind]}`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${fragmentHead[kind]}\n${haze ? hazeHead : ''}`)
      .replace('#include <color_fragment>', `#include <color_fragment>\n${classic ? '' : colorTexture[kind]}`)
      .replace('#include <emissivemap_fragment>', 'totalEmissiveRadiance += diffuseColor.rgb * vSurface.z;')
      .replace('#include <opaque_fragment>', `${classic ? litTexture[kind] + flat : ''}\n#include <opaque_fragment>`)
      .replace('#include <fog_fragment>', `${haze ? hazeBody : ''}\n#include <fog_fragment>`);
    shader.fragmentShader = classic
      ? withFixedLight(shader.fragmentShader, scene, lamps, glossy)
      : withSoftShadows(shader.fragmentShader);
  };
  material.customProgramCacheKey = () =>
    `surface ${kind} ${haze} ${classic ? `${glossy} ${fixedLightKey(scene, lamps)}` : ''}`;
  return uniforms;
}

const vertexHead = `
#ifdef USE_INSTANCING
attribute vec4 surface;
attribute vec3 stretch;
#else
uniform vec4 surface;
uniform vec3 stretch;
#endif
varying vec4 vSurface;
varying vec3 vPicture;`;

const vertexBody = {
  plain: 'vSurface = surface; vPicture = vec3(0.0);',
  flat: 'vSurface = surface; vPicture = vec3(uv * surface.xy, 0.0);',
  cube: 'vSurface = surface; vPicture = position * stretch;',
};

const varyings = 'varying vec4 vSurface;\nvarying vec3 vPicture;\nuniform bool flatColors;';
const fragmentHead = {
  plain: varyings,
  flat: `${varyings}\nuniform sampler2D picture;`,
  cube: `${varyings}\nuniform samplerCube picture;`,
};

const textureLookup = {
  flat: 'vec4 texel = mix(vec4(1.0), texture2D(picture, vPicture.xy), vSurface.w);',
  cube: 'vec4 texel = mix(vec4(1.0), textureCube(picture, vPicture), vSurface.w);',
};

/** The texture multiplies the light. */
const byLight = `
vec3 alone = reflectedLight.directDiffuse;
outgoingLight = (alone + min(outgoingLight - alone, vec3(1.0))) * texel.rgb;
diffuseColor.a *= texel.a;`;
const litTexture = { plain: '', flat: textureLookup.flat + byLight, cube: textureLookup.cube + byLight };

const flat = '\nif (flatColors) outgoingLight = diffuseColor.rgb;';

/** The texture is the color of the surface. */
const colorTexture = {
  plain: '',
  flat: `${textureLookup.flat} diffuseColor *= texel;`,
  cube: `${textureLookup.cube} diffuseColor *= texel;`,
};

const hazeHead = 'uniform vec3 hazeRange;\nuniform vec3 hazeColor;';
const hazeBody =
  'gl_FragColor.rgb = mix(gl_FragColor.rgb, hazeColor, hazeRange.z * smoothstep(hazeRange.x, hazeRange.y, length(vViewPosition)));';
