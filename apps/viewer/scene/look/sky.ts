/** The background: the sky of the model, or a quiet gradient. */
import { BackSide, Color, type CubeTexture, type IUniform, Mesh, ShaderMaterial, SphereGeometry } from 'three';

const vertex = `
varying vec3 vDir;
void main() {
  vDir = position;
  // only turned with the camera, never moved, and behind everything
  vec4 p = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
  gl_Position = p.xyww;
}`;

// the y axis of a cube texture points up, here z does
const cubeFragment = `
uniform samplerCube sky;
varying vec3 vDir;
void main() { gl_FragColor = vec4(textureCube(sky, vec3(vDir.x, vDir.z, -vDir.y)).rgb, 1.0); }`;

const gradientFragment = `
uniform vec3 top;
uniform vec3 bottom;
varying vec3 vDir;
void main() { gl_FragColor = vec4(mix(bottom, top, smoothstep(-0.25, 0.7, normalize(vDir).z)), 1.0); }`;

export class Sky {
  readonly mesh: Mesh<SphereGeometry, ShaderMaterial>;
  readonly #own: boolean;

  constructor(texture: CubeTexture | undefined) {
    this.#own = texture !== undefined;
    const uniforms: Record<string, IUniform> = texture
      ? { sky: { value: texture } }
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

  /** Colours of the gradient that stands in for a sky. */
  setTheme(dark: boolean): void {
    if (this.#own) return;
    const { top, bottom } = this.mesh.material.uniforms as { top: IUniform<Color>; bottom: IUniform<Color> };
    top.value.set(dark ? '#33404d' : '#c9d6e2');
    bottom.value.set(dark ? '#14181c' : '#f2f4f6');
  }

  /** True if the sky belongs to the model. */
  get own(): boolean {
    return this.#own;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
