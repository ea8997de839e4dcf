/**
 * Reflections in a flat floor: the scene is rendered again from the mirrored viewpoint, and the floor blends in that
 * picture.
 */
import {
  type Camera,
  HalfFloatType,
  Matrix4,
  type Mesh,
  type OrthographicCamera,
  type PerspectiveCamera,
  Plane,
  type Scene,
  Vector2,
  Vector3,
  Vector4,
  type WebGLProgramParametersWithUniforms,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { SurfaceMaterial } from './appearance/surface.ts';

type AnyCamera = PerspectiveCamera | OrthographicCamera;

/** Samples per pixel of the mirrored picture, which has half the resolution: without them its edges have steps of two pixels. */
const SAMPLES = 4;

export class Mirror {
  readonly #mesh: Mesh;
  readonly #target: WebGLRenderTarget;
  readonly #strength: { value: number };
  readonly #reflectance: number;
  readonly #size = { value: new Vector2(1, 1) };
  readonly #bufferSize = new Vector2();

  /** @param linear whether the picture is in linear light, which has no maximum value */
  constructor(mesh: Mesh, material: SurfaceMaterial, reflectance: number, linear: boolean) {
    this.#mesh = mesh;
    this.#target = new WebGLRenderTarget(2, 2, { samples: SAMPLES, ...(linear ? { type: HalfFloatType } : {}) });
    this.#reflectance = reflectance;
    this.#strength = { value: 0 };
    const picture = { value: this.#target.texture };
    const compile = material.onBeforeCompile.bind(material);
    const key = material.customProgramCacheKey.bind(material);
    material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms, renderer: WebGLRenderer) => {
      compile(shader, renderer);
      Object.assign(shader.uniforms, { mirrored: picture, mirrorStrength: this.#strength, mirrorSize: this.#size });
      shader.fragmentShader = shader.fragmentShader
        .replace(
          '#include <common>',
          '#include <common>\nuniform sampler2D mirrored;\nuniform float mirrorStrength;\nuniform vec2 mirrorSize;',
        )
        .replace(
          '#include <opaque_fragment>',
          `outgoingLight = mix(outgoingLight, texture2D(mirrored, vec2(1.0 - gl_FragCoord.x / mirrorSize.x, gl_FragCoord.y / mirrorSize.y)).rgb, mirrorStrength);
           #include <opaque_fragment>`,
        );
    };
    material.customProgramCacheKey = () => `${key()} mirror`;
  }

  /** Render the mirrored picture. */
  render(renderer: WebGLRenderer, scene: Scene, camera: AnyCamera, on: boolean): void {
    this.#strength.value = 0;
    if (!on || !this.#mesh.visible) return;
    this.#mesh.updateMatrixWorld();
    const e = this.#mesh.matrixWorld.elements;
    const point = new Vector3(e[12], e[13], e[14]);
    const normal = new Vector3(e[8], e[9], e[10]).normalize();
    // a viewpoint below the plane sees no reflection
    if (camera.getWorldPosition(new Vector3()).sub(point).dot(normal) <= 0) return;
    renderer.getDrawingBufferSize(this.#bufferSize);
    this.#size.value.copy(this.#bufferSize);
    const [w, h] = [Math.ceil(this.#bufferSize.x / 2), Math.ceil(this.#bufferSize.y / 2)];
    if (this.#target.width !== w || this.#target.height !== h) this.#target.setSize(w, h);

    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, point);
    const mirrorCamera = camera.clone();
    const reflection = reflectionAbout(plane);
    mirrorCamera.matrixAutoUpdate = false;
    mirrorCamera.matrixWorldAutoUpdate = false;
    mirrorCamera.matrixWorld.copy(reflection).multiply(camera.matrixWorld);
    mirrorCamera.matrixWorldInverse.copy(mirrorCamera.matrixWorld).invert();
    mirrorCamera.projectionMatrix.copy(obliqueProjection(camera, mirrorCamera, plane));
    // mirroring reverses the winding of triangles: flip the picture horizontally instead of the faces
    mirrorCamera.projectionMatrix.premultiply(new Matrix4().makeScale(-1, 1, 1));
    mirrorCamera.projectionMatrixInverse.copy(mirrorCamera.projectionMatrix).invert();

    const shadows = renderer.shadowMap.autoUpdate;
    renderer.shadowMap.autoUpdate = false;
    this.#mesh.visible = false;
    renderer.setRenderTarget(this.#target);
    renderer.clear();
    renderer.render(scene, mirrorCamera as Camera);
    renderer.setRenderTarget(null);
    this.#mesh.visible = true;
    renderer.shadowMap.autoUpdate = shadows;
    this.#strength.value = this.#reflectance;
  }

  dispose(): void {
    this.#target.dispose();
  }
}

function reflectionAbout(plane: Plane): Matrix4 {
  const { x, y, z } = plane.normal;
  const c = plane.constant;
  return new Matrix4().set(
    1 - 2 * x * x,
    -2 * x * y,
    -2 * x * z,
    -2 * x * c,
    -2 * x * y,
    1 - 2 * y * y,
    -2 * y * z,
    -2 * y * c,
    -2 * x * z,
    -2 * y * z,
    1 - 2 * z * z,
    -2 * z * c,
    0,
    0,
    0,
    1,
  );
}

/** Projection with the mirror as near plane, which clips everything below it (Lengyel, oblique near-plane clipping). */
function obliqueProjection(camera: AnyCamera, mirrorCamera: AnyCamera, plane: Plane): Matrix4 {
  const projection = camera.projectionMatrix.clone();
  if (!('isPerspectiveCamera' in camera)) return projection;
  const local = plane.clone().applyMatrix4(mirrorCamera.matrixWorldInverse);
  const clip = new Vector4(local.normal.x, local.normal.y, local.normal.z, local.constant);
  const e = projection.elements;
  const q = new Vector4((Math.sign(clip.x) + e[8]) / e[0], (Math.sign(clip.y) + e[9]) / e[5], -1, (1 + e[10]) / e[14]);
  clip.multiplyScalar(2 / clip.dot(q));
  e[2] = clip.x;
  e[6] = clip.y;
  e[10] = clip.z + 1;
  e[14] = clip.w;
  return projection;
}
