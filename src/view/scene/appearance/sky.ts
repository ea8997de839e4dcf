/** The background: the skybox of the model, or a gradient. */
import { BackSide, Color, type CubeTexture, type IUniform, Mesh, ShaderMaterial, SphereGeometry } from 'three';
import { type ColorMode, displaySpace, setDisplayColor } from './colors.ts';

const vertex = `
varying vec3 vDir;
void main() {
  vDir = position;
  // rotates with the camera, never translates, and is behind everything
  vec4 p = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
  gl_Position = p.xyww;
}`;

// the y axis of a cube texture points up; here z does
const cubeFragment = `
uniform samplerCube sky;
uniform vec3 hazeColor;
uniform float haze;
varying vec3 vDir;
void main() {
  vec3 color = textureCube(sky, vec3(vDir.x, vDir.z, -vDir.y)).rgb;
  gl_FragColor = vec4(mix(hazeColor, color, max(1.0 - haze, smoothstep(-0.01, 0.15, normalize(vDir).z))), 1.0);
}`;

const gradientFragment = `
uniform vec3 top;
uniform vec3 bottom;
varying vec3 vDir;
void main() { gl_FragColor = vec4(mix(bottom, top, smoothstep(-0.25, 0.7, normalize(vDir).z)), 1.0); }`;

/** smoothstep(-0.25, 0.7, 0) */
const HORIZON = 0.171;

export class Sky {
  readonly mesh: Mesh<SphereGeometry, ShaderMaterial>;
  readonly #own: boolean;
  readonly #colors: ColorMode;

  constructor(texture: CubeTexture | undefined, colors: ColorMode) {
    this.#own = texture !== undefined;
    this.#colors = colors;
    const uniforms: Record<string, IUniform> = texture
      ? { sky: { value: texture }, haze: { value: 0 }, hazeColor: { value: new Color(1, 1, 1) } }
      : { top: { value: new Color() }, bottom: { value: new Color() } };
    const material = new ShaderMaterial({
      vertexShader: vertex,
      fragmentShader: texture ? cubeFragment : gradientFragment,
      uniforms,
      side: BackSide,
      depthWrite: false,
    });
    this.mesh = new Mesh(new SphereGeometry(1, 32, 16), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = -1;
    this.setTheme(true);
  }

  /** Colors of the gradient used without a skybox. */
  setTheme(dark: boolean): void {
    if (this.#own) return;
    const { top, bottom } = this.mesh.material.uniforms as { top: IUniform<Color>; bottom: IUniform<Color> };
    const space = displaySpace(this.#colors);
    top.value.setHex(dark ? 0x33404d : 0xc9d6e2, space);
    bottom.value.setHex(dark ? 0x14181c : 0xf2f4f6, space);
  }

  /** Blend the skybox into haze at the horizon, in its own color if it has one; returns the color at the horizon. */
  setHaze(on: boolean, rgb: ArrayLike<number>): Color {
    const { uniforms } = this.mesh.material;
    if (this.#own) {
      uniforms['haze']!.value = on ? 1 : 0;
      return setDisplayColor(uniforms['hazeColor']!.value, rgb, this.#colors);
    }
    // the gradient at eye level
    return new Color().lerpColors(uniforms['bottom']!.value, uniforms['top']!.value, HORIZON);
  }

  /** Whether the skybox belongs to the model. */
  get own(): boolean {
    return this.#own;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
