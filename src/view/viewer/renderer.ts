/** Renders to arrays, like Python's `mujoco.Renderer`. */
import { type Data, type Model, name2id, ObjType } from '../../index.ts';
import { NumberPass } from '../scene/passes.ts';
import { idlePerturb } from '../scene/perturb.ts';
import { SceneRenderer } from '../scene/sceneRenderer.ts';
import { ViewSettings } from '../scene/settings.ts';
import type { CameraView } from './options.ts';

export interface RendererOptions {
  width?: number;
  height?: number;
  /** Canvas to draw into (default: a new one); in a worker, an `OffscreenCanvas`. */
  canvas?: HTMLCanvasElement | OffscreenCanvas;
}

/** Renders a model without a page: color, depth and segmentation, as arrays with the top row first. It needs WebGL, so it works in browsers
 *  and in their workers. In Node, use the command `tenon render`.
 *
 *  @example
 *  const renderer = new Renderer(model, { width: 320, height: 240 });
 *  renderer.update(data, 'top');
 *  const rgb = renderer.render();           // 320 x 240 x 3
 *  const meters = renderer.depth();         // 320 x 240
 *  const pairs = renderer.segmentation();   // 320 x 240 x 2: id and type of the object, -1 for the background */
export class Renderer {
  readonly width: number;
  readonly height: number;
  /** Visual settings. */
  readonly settings = new ViewSettings();
  readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly #m: Model;
  readonly #sceneRenderer: SceneRenderer;
  readonly #numbers = new NumberPass();
  #d: Data | undefined;

  constructor(model: Model, { width = 320, height = 240, canvas }: RendererOptions = {}) {
    for (const [name, size] of Object.entries({ width, height }))
      if (!(Number.isInteger(size) && size > 0))
        throw new RangeError(`Renderer: ${name}: expected a positive whole number, found ${size}`);
    this.#m = model;
    // pictures for programs are as in MuJoCo
    this.settings.flags.backdrop = false;
    this.width = width;
    this.height = height;
    this.canvas = canvas ?? makeCanvas(width, height);
    this.#sceneRenderer = new SceneRenderer(this.canvas);
    this.#sceneRenderer.resize(width, height, 1);
    this.#sceneRenderer.setModel(model);
  }

  /** Set the state and the viewpoint: a camera of the model (by name or id), or the pose of a free camera (default: one that shows the
   *  whole model in the first state that is drawn). */
  update(data: Data, camera?: string | number | CameraView): void {
    this.#d = data;
    if (camera !== undefined) aim(this.#sceneRenderer, this.#m, data, this.settings, camera);
  }

  /** Draw to the canvas. */
  draw(): void {
    this.#sceneRenderer.draw(this.#state(), this.settings, idlePerturb);
  }

  /** Red, green and blue of each pixel. */
  render(): Uint8Array {
    this.draw();
    const { width, height } = this;
    const gl = this.#sceneRenderer.renderer.getContext();
    const pixels = new Uint8Array(4 * width * height);
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const rgb = new Uint8Array(3 * width * height);
    for (let i = 0; i < width * height; i++) {
      const from = 4 * ((height - 1 - Math.floor(i / width)) * width + (i % width));
      for (let k = 0; k < 3; k++) rgb[3 * i + k] = pixels[from + k]!;
    }
    return rgb;
  }

  /** Distance of each pixel along the viewing direction; the far plane for the background. */
  depth(): Float32Array {
    return this.#pass().filter((_, i) => i % 2 === 0);
  }

  /** Id and `ObjType` of the object at each pixel, both -1 for the background. */
  segmentation(): Int32Array {
    const seen = this.#pass();
    const pairs = new Int32Array(seen.length).fill(-1);
    const { ngeom, nsite, nflex, nskin } = this.#m;
    const kinds = [
      [ngeom, ObjType.GEOM],
      [nsite, ObjType.SITE],
      [nflex, ObjType.FLEX],
      [nskin, ObjType.SKIN],
    ] as const;
    for (let i = 0; i < seen.length; i += 2) {
      let owner = Math.round(seen[i + 1]!);
      if (owner < 0) continue;
      for (const [count, type] of kinds) {
        if (owner < count) {
          pairs.set([owner, type], i);
          break;
        }
        owner -= count;
      }
    }
    return pairs;
  }

  dispose(): void {
    this.#numbers.dispose();
    this.#sceneRenderer.dispose();
  }

  #pass(): Float32Array {
    return this.#sceneRenderer.numbers(this.#numbers, this.#state(), this.settings, this.width, this.height);
  }

  #state(): Data {
    if (!this.#d) throw new Error('Renderer: no state to draw. Call update(data) first');
    return this.#d;
  }
}

/** Set the viewpoint of a renderer: a camera of the model, or the pose of a free camera. */
export function aim(
  sceneRenderer: SceneRenderer,
  m: Model,
  d: Data,
  settings: ViewSettings,
  camera: string | number | CameraView,
): void {
  const rig = sceneRenderer.rig!;
  if (typeof camera === 'object') {
    // omitted members are those of the initial view
    sceneRenderer.updateCamera(d, settings);
    if (camera.track === undefined) rig.free();
    else rig.track(typeof camera.track === 'number' ? camera.track : m.body(camera.track).id, d);
    const { azimuth = rig.azimuth, elevation = rig.elevation, distance = rig.distance, lookat } = camera;
    Object.assign(rig, { azimuth, elevation, distance });
    if (lookat) rig.lookat.set(...lookat);
    return;
  }
  const id = typeof camera === 'number' ? camera : name2id(m, ObjType.CAMERA, camera);
  if (!(id >= 0 && id < m.ncam))
    throw new RangeError(`camera: expected one of the ${m.ncam} cameras of the model, found '${camera}'`);
  rig.fixed(id);
}

function makeCanvas(width: number, height: number): HTMLCanvasElement | OffscreenCanvas {
  if (typeof document !== 'undefined') return document.createElement('canvas');
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  throw new Error(
    'Renderer: WebGL is not available. It needs a browser; in Node, use the command `npx tenon render model.xml --output picture.png`',
  );
}
