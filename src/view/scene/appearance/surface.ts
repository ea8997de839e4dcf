/** The shader of all surfaces. The classic look has the light of MuJoCo's renderer, and its order of things: light, highlights
 *  among it, is cut off at white before the texture takes its part of it, once for all lights without shadows, and once for
 *  each that casts them. In the physical look a texture is the colour of the surface. What glows does so in the colour of the
 *  surface. What differs from one surface to the next is an attribute of instances, or a uniform where a surface is a mesh of
 *  its own. */
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
import type { AnyTexture } from './textures.ts';

/** What a surface of its own, not an instance, is given by. */
export interface SurfaceUniforms {
  /** Repeats of the texture in both directions, glow, and whether the texture is shown. */
  surface: IUniform<Vector4>;
  /** Scale of the point that a cube texture is looked up with. */
  stretch: IUniform<Vector3>;
}

/** What holds for all surfaces of a scene. */
export interface SceneUniforms extends LampUniforms {
  /** Where far ground goes over into haze: two distances from the camera, and whether it does at all. */
  hazeRange: IUniform<Vector3>;
  hazeColor: IUniform<Color>;
  /** Whether colours are shown as they are, without light. */
  flatColors: IUniform<boolean>;
}

/** What shaders of a scene are made of. */
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

/** Let a material have texture, glow and haze. Returns what a mesh of its own sets. */
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
    if (classic) shader.fragmentShader = withFixedLight(shader.fragmentShader, scene, lamps, glossy);
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

/** The texture takes its part of the light. */
const byLight = `
vec3 alone = reflectedLight.directDiffuse;
outgoingLight = (alone + min(outgoingLight - alone, vec3(1.0))) * texel.rgb;
diffuseColor.a *= texel.a;`;
const litTexture = { plain: '', flat: textureLookup.flat + byLight, cube: textureLookup.cube + byLight };

const flat = '\nif (flatColors) outgoingLight = diffuseColor.rgb;';

/** The texture is the colour of the surface. */
const colorTexture = {
  plain: '',
  flat: `${textureLookup.flat} diffuseColor *= texel;`,
  cube: `${textureLookup.cube} diffuseColor *= texel;`,
};

const hazeHead = 'uniform vec3 hazeRange;\nuniform vec3 hazeColor;';
const hazeBody =
  'gl_FragColor.rgb = mix(gl_FragColor.rgb, hazeColor, hazeRange.z * smoothstep(hazeRange.x, hazeRange.y, length(vViewPosition)));';
