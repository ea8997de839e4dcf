/** Depth and segmentation pictures. The scene is rendered again with a material that writes values into a float target. */
import {
  Color,
  DoubleSide,
  FloatType,
  NearestFilter,
  type OrthographicCamera,
  type PerspectiveCamera,
  RGBAFormat,
  type Scene,
  ShaderMaterial,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

type AnyCamera = PerspectiveCamera | OrthographicCamera;

// an instance has its owner as an attribute; a separate mesh sets the uniform before it is drawn
const vertexShader = `
#ifdef USE_INSTANCING
attribute float owner;
#else
uniform float owner;
#endif
varying float vOwner;
varying float vDepth;
void main() {
  #ifdef USE_INSTANCING
  vec4 seen = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
  #else
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  #endif
  vOwner = owner;
  vDepth = -seen.z;
  gl_Position = projectionMatrix * seen;
}`;

const fragmentShader = `
varying float vOwner;
varying float vDepth;
void main() { gl_FragColor = vec4(vDepth, vOwner, 0.0, 1.0); }`;

/** Depth in length units and owner of every pixel, two values each, top row first; owner -1 for the background. */
export class NumberPass {
  readonly #material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: DoubleSide,
    uniforms: { owner: { value: -1 } },
  });
  #target: WebGLRenderTarget | undefined;

  render(renderer: WebGLRenderer, scene: Scene, camera: AnyCamera, width: number, height: number): Float32Array {
    const target = this.#fit(width, height);
    scene.overrideMaterial = this.#material;
    const shadows = renderer.shadowMap.autoUpdate;
    const [clear, alpha] = [renderer.getClearColor(new Color()), renderer.getClearAlpha()];
    renderer.shadowMap.autoUpdate = false;
    renderer.setRenderTarget(target);
    renderer.setClearColor(new Color(0, 0, 0), 0);
    renderer.clear();
    renderer.render(scene, camera);
    const pixels = new Float32Array(4 * width * height);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    renderer.setRenderTarget(null);
    renderer.setClearColor(clear, alpha);
    renderer.shadowMap.autoUpdate = shadows;
    scene.overrideMaterial = null;
    return upright(pixels, width, height, camera.far);
  }

  /** For separate meshes: sets the owner of their pixels. */
  readonly setOwner = (owner: number) => {
    const { uniforms } = this.#material;
    uniforms['owner']!.value = owner;
    this.#material.uniformsNeedUpdate = true;
  };

  dispose(): void {
    this.#target?.dispose();
    this.#material.dispose();
  }

  #fit(width: number, height: number): WebGLRenderTarget {
    if (this.#target?.width === width && this.#target.height === height) return this.#target;
    this.#target?.dispose();
    this.#target = new WebGLRenderTarget(width, height, {
      type: FloatType,
      format: RGBAFormat,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    });
    return this.#target;
  }
}

/** Rows from the top, two values per pixel; the background has the far distance and -1. */
function upright(pixels: Float32Array, width: number, height: number, far: number): Float32Array {
  const result = new Float32Array(2 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 4 * ((height - 1 - y) * width + x);
      const to = 2 * (y * width + x);
      const covered = pixels[from + 3]! > 0;
      result[to] = covered ? pixels[from]! : far;
      result[to + 1] = covered ? pixels[from + 1]! : -1;
    }
  }
  return result;
}
