/** Post-processing of the physical look. The scene is rendered in linear light with depth, corners are darkened
 * (ambient occlusion from depth: McGuire, Mara and Luebke, "Scalable Ambient Obscurance", 2012), and the result is
 * tone-mapped. */
import {
  type Camera,
  DepthTexture,
  HalfFloatType,
  Mesh,
  NeutralToneMapping,
  NoToneMapping,
  OrthographicCamera,
  type PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  SRGBColorSpace,
  UnsignedIntType,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

const vertexShader = `
varying vec2 vUv;
void main() {
  vUv = uv;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

const head = `
varying vec2 vUv;
uniform sampler2D depth;
uniform mat4 lens;
uniform mat4 lensInverse;
uniform vec2 pixel;
// centers of these pixels are corners of depth pixels: an offset of a quarter pixel selects one of the four
ivec2 texelAt(vec2 uv) {
  ivec2 size = textureSize(depth, 0);
  return clamp(ivec2(uv * vec2(size) + 0.25), ivec2(0), size - 1);
}
float depthAt(vec2 uv) { return texelFetch(depth, texelAt(uv), 0).x; }
vec3 seen(vec2 uv) {
  vec2 middle = (vec2(texelAt(uv)) + 0.5) / vec2(textureSize(depth, 0));
  vec4 p = lensInverse * vec4(2.0 * middle - 1.0, 2.0 * depthAt(uv) - 1.0, 1.0);
  return p.xyz / p.w;
}`;

// sixteen rotations of the spiral in a pattern of 4 x 4 pixels, which the blur averages
const occlusionFragment = `${head}
uniform float reach;
const int SAMPLES = 14;
void main() {
  gl_FragColor = vec4(1.0);
  if (depthAt(vUv) >= 1.0) return;
  vec3 c = seen(vUv);
  vec3 left = c - seen(vUv - vec2(pixel.x, 0.0)), right = seen(vUv + vec2(pixel.x, 0.0)) - c;
  vec3 down = c - seen(vUv - vec2(0.0, pixel.y)), up = seen(vUv + vec2(0.0, pixel.y)) - c;
  // the neighbor on the same surface is the nearer one
  vec3 n = normalize(cross(abs(left.z) < abs(right.z) ? left : right, abs(down.z) < abs(up.z) ? down : up));
  vec4 edge = lens * vec4(c + vec3(reach, 0.0, 0.0), 1.0);
  vec4 middle = lens * vec4(c, 1.0);
  float wide = 0.5 * abs(edge.x / edge.w - middle.x / middle.w);
  // no occlusion where it would be too small to see
  float near = smoothstep(1.5, 5.0, wide / pixel.x);
  wide = min(wide, 0.15);
  vec2 cell = mod(floor(gl_FragCoord.xy), 4.0);
  float turn = 6.2831853 * fract(0.0625 * (cell.x * 4.0 + cell.y) * 7.0);
  float shape = pixel.y / pixel.x;
  float sum = 0.0;
  for (int k = 0; k < SAMPLES; k++) {
    float a = (float(k) + 0.5) / float(SAMPLES);
    float phi = 2.3999632 * float(k) + turn;
    vec3 v = seen(vUv + wide * a * vec2(cos(phi), sin(phi) * shape)) - c;
    float vv = dot(v, v);
    float vn = dot(v, n) - 0.002 * abs(c.z);
    float f = max(reach * reach - vv, 0.0) / (reach * reach);
    sum += f * f * f * max(vn / (vv + 1e-4 * reach * reach), 0.0) * reach;
  }
  gl_FragColor = vec4(vec3(max(0.0, 1.0 - near * 0.8 * sum / float(SAMPLES))), 1.0);
}`;

const blurFragment = `${head}
uniform sampler2D occlusion;
uniform float reach;
void main() {
  float z = seen(vUv).z;
  float sum = 0.0;
  float weights = 0.0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      vec2 at = vUv + (vec2(float(i), float(j)) - 1.5) * pixel;
      // equal weights on one surface, however tilted: unequal ones would leave the pattern of rotations
      float w = max(1e-3, 1.0 - smoothstep(0.2, 0.5, abs(seen(at).z - z) / reach));
      sum += w * texture2D(occlusion, at).x;
      weights += w;
    }
  }
  gl_FragColor = vec4(vec3(sum / weights), 1.0);
}`;

const showFragment = `
varying vec2 vUv;
uniform sampler2D light;
uniform sampler2D occlusion;
void main() {
  float open = texture2D(occlusion, vUv).x;
  gl_FragColor = vec4(texture2D(light, vUv).rgb * open, 1.0);
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}`;

type AnyCamera = PerspectiveCamera | OrthographicCamera;

export class PostProcess {
  readonly #scene = new Scene();
  readonly #flat = new OrthographicCamera();
  readonly #quad = new Mesh(new PlaneGeometry(2, 2));
  readonly #light = makeTarget(4);
  readonly #rough = makeTarget(0);
  readonly #smooth = makeTarget(0);
  readonly #lens = {
    depth: { value: this.#light.depthTexture },
    lens: { value: this.#flat.projectionMatrix },
    lensInverse: { value: this.#flat.projectionMatrixInverse },
    pixel: { value: new Vector2() },
  };
  readonly #occlude = pass(occlusionFragment, { ...this.#lens, reach: { value: 1 } });
  readonly #blur = pass(blurFragment, {
    ...this.#lens,
    occlusion: { value: this.#rough.texture },
    reach: { value: 1 },
  });
  readonly #show = pass(showFragment, {
    light: { value: this.#light.texture },
    occlusion: { value: this.#smooth.texture },
  });

  constructor() {
    this.#quad.frustumCulled = false;
    this.#scene.add(this.#quad);
  }

  /** Render a scene to the canvas.
   *  @param reach radius of the ambient occlusion, in model units */
  render(renderer: WebGLRenderer, scene: Scene, camera: AnyCamera, reach: number): void {
    this.#fit(renderer.getDrawingBufferSize(new Vector2()));
    renderer.setRenderTarget(this.#light);
    renderer.render(scene, camera);
    this.#lens.lens.value = camera.projectionMatrix;
    this.#lens.lensInverse.value = camera.projectionMatrixInverse;
    for (const { uniforms } of [this.#occlude, this.#blur]) uniforms['reach']!.value = reach;
    this.#run(renderer, this.#occlude, this.#rough);
    this.#run(renderer, this.#blur, this.#smooth);
    const { outputColorSpace } = renderer;
    renderer.toneMapping = NeutralToneMapping;
    renderer.outputColorSpace = SRGBColorSpace;
    this.#run(renderer, this.#show, null);
    renderer.toneMapping = NoToneMapping;
    renderer.outputColorSpace = outputColorSpace;
  }

  dispose(): void {
    this.#quad.geometry.dispose();
    for (const part of [this.#occlude, this.#blur, this.#show, this.#light, this.#rough, this.#smooth]) part.dispose();
  }

  #run(renderer: WebGLRenderer, material: ShaderMaterial, target: WebGLRenderTarget | null): void {
    this.#quad.material = material;
    renderer.setRenderTarget(target);
    renderer.render(this.#scene, this.#flat as Camera);
  }

  /** Occlusion is smooth: half the resolution in each direction suffices. */
  #fit({ x, y }: Vector2): void {
    if (this.#light.width === x && this.#light.height === y) return;
    const [w, h] = [Math.ceil(x / 2), Math.ceil(y / 2)];
    this.#light.setSize(x, y);
    this.#rough.setSize(w, h);
    this.#smooth.setSize(w, h);
    this.#lens.pixel.value.set(1 / w, 1 / h);
  }
}

/** Linear light with depth if multisampled, plain values otherwise. */
function makeTarget(samples: number): WebGLRenderTarget {
  if (samples === 0) return new WebGLRenderTarget(1, 1, { depthBuffer: false });
  const depthTexture = new DepthTexture(1, 1, UnsignedIntType);
  return new WebGLRenderTarget(1, 1, { type: HalfFloatType, samples, depthTexture });
}

function pass(fragmentShader: string, uniforms: ShaderMaterial['uniforms']): ShaderMaterial {
  return new ShaderMaterial({ vertexShader, fragmentShader, uniforms, depthTest: false, depthWrite: false });
}
