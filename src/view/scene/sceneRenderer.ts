/** Renders the scene of a model to a canvas. */
import {
  Fog,
  LinearSRGBColorSpace,
  PCFShadowMap,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import type { Data, Model } from '../../index.ts';
import { Backdrop, isBare } from './appearance/backdrop.ts';
import { setDisplayColor } from './appearance/colors.ts';
import { PostProcess } from './appearance/physical/postProcess.ts';
import { makeStudio } from './appearance/physical/studio.ts';
import { Sky } from './appearance/sky.ts';
import { CameraRig } from './cameraRig.ts';
import { Mirror } from './mirror.ts';
import { ModelScene } from './modelScene.ts';
import { Labels } from './overlays/labels.ts';
import type { NumberPass } from './passes.ts';
import { idlePerturb, type Perturb } from './perturb.ts';
import type { ViewSettings } from './settings.ts';
import { planeReach } from './shapes/geometry.ts';

/** The object under the pointer. */
export interface Hit {
  body: number;
  /** The geom, or -1 if it is a flex. */
  geom: number;
  point: Vector3;
}

/** All objects of one model in one look. */
class SceneGraph {
  readonly scene = new Scene();
  readonly physical: boolean;
  readonly model: ModelScene;
  readonly sky: Sky;
  /** Lights and ground of a model that has neither. */
  readonly backdrop: Backdrop | undefined;
  readonly mirrors: Mirror[];
  readonly rig: CameraRig;

  constructor(m: Model, physical: boolean, rig: CameraRig) {
    this.physical = physical;
    this.rig = rig;
    const colors = physical ? 'managed' : 'display';
    const look = physical ? 'physical' : 'classic';
    this.model = new ModelScene(m, { instanced: true, colors, look, headlight: true });
    this.sky = new Sky(this.model.textures.sky(), colors);
    // a floor needs a single mirror, and each one costs a render pass
    this.mirrors = this.model.solids
      .mirrors()
      .slice(0, 1)
      .map(({ mesh, material, reflectance }) => new Mirror(mesh, material, reflectance, physical));
    this.scene.add(this.model.object, this.sky.mesh);
    this.backdrop = isBare(m) ? new Backdrop(m, physical) : undefined;
    if (this.backdrop) this.scene.add(this.backdrop.group);
  }

  dispose(): void {
    for (const part of [this.model, this.sky, this.backdrop, ...this.mirrors]) part?.dispose();
  }
}

/** Additional objects of the physical look: the studio environment and post-processing. */
interface Physical {
  studio: WebGLRenderTarget;
  postProcess: PostProcess;
}

/** Intensity of the studio environment. */
const STUDIO = 0.38;
/** Radius of the ambient occlusion, in mean body sizes. */
const SHADE = 1.2;

export class SceneRenderer<Canvas extends HTMLCanvasElement | OffscreenCanvas = HTMLCanvasElement | OffscreenCanvas> {
  readonly canvas: Canvas;
  readonly renderer: WebGLRenderer;
  readonly #labels: Labels | undefined;
  readonly #raycaster = new Raycaster();
  #graph: SceneGraph | undefined;
  #m: Model | undefined;
  #physical: Physical | undefined;
  /** The last rendered state. */
  #d: Data | undefined;
  dark = true;
  /** Whether cameras of the model are widened in narrow pictures, as viewers do. */
  fitsNarrow = false;

  /** @param labels container of the name labels, if any */
  constructor(canvas: Canvas, labels?: HTMLElement) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.#labels = labels && new Labels(labels);
  }

  /** The scene in the last requested look. */
  get scene(): Scene | undefined {
    return this.#graph?.scene;
  }

  get rig(): CameraRig | undefined {
    return this.#graph?.rig;
  }

  /** Show another model, or none. */
  setModel(m: Model | undefined): void {
    this.#graph?.dispose();
    this.#labels?.clear();
    this.#m = m;
    this.#d = undefined;
    this.#graph = m && new SceneGraph(m, false, new CameraRig(m));
  }

  /** Resize the canvas to its container. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
  }

  draw(d: Data, settings: ViewSettings, hand: Perturb): void {
    const m = this.#m;
    const graph = this.#setupFor(settings);
    if (!graph || !m) return;
    this.#d = d;
    this.#arrange(graph, m, d, settings, hand);
    const { rig, scene } = graph;
    const camera = rig.active;
    const reflects = settings.flags.reflection && !settings.numbers;
    for (const mirror of graph.mirrors) mirror.render(this.renderer, scene, camera, reflects);
    if (graph.physical) this.#physical!.postProcess.render(this.renderer, scene, camera, SHADE * m.stat.meansize);
    else this.renderer.render(scene, camera);
    this.#labels?.update(m, d, settings, camera, hand.body);
  }

  /** The objects of the requested look. Segmentation pictures are unlit. */
  #setupFor({ flags, numbers }: ViewSettings): SceneGraph | undefined {
    const [graph, m] = [this.#graph, this.#m];
    const physical = flags.physical && !numbers;
    if (!graph || !m || graph.physical === physical) return graph;
    graph.dispose();
    const fresh = new SceneGraph(m, physical, graph.rig);
    if (physical) {
      this.#physical ??= { studio: makeStudio(this.renderer), postProcess: new PostProcess() };
      fresh.scene.environment = this.#physical.studio.texture;
      fresh.scene.environmentIntensity = STUDIO;
    }
    this.#graph = fresh;
    return fresh;
  }

  /** Depth and owner of each pixel: the id of a geom, followed by those of sites, flexes and skins. */
  numbers(pass: NumberPass, d: Data, settings: ViewSettings, width: number, height: number): Float32Array {
    const [graph, m] = [this.#graph, this.#m];
    if (!graph || !m) throw new Error('SceneRenderer.numbers: no model. Call setModel first');
    this.#arrange(graph, m, d, settings, idlePerturb);
    graph.model.solids.own(pass.setOwner);
    graph.model.flexes.own(m.ngeom + m.nsite, pass.setOwner);
    graph.model.skins.own(m.ngeom + m.nsite + m.nflex, pass.setOwner);
    graph.sky.mesh.visible = false;
    if (graph.backdrop) graph.backdrop.group.visible = false;
    return pass.render(this.renderer, graph.scene, graph.rig.active, width, height);
  }

  /** Move the camera to its pose in this state. */
  updateCamera(d: Data, settings: ViewSettings): void {
    if (!this.rig) return;
    const size = this.renderer.getSize(new Vector2());
    this.rig.aspect = size.x / Math.max(1, size.y);
    this.rig.fitsNarrow = this.fitsNarrow;
    this.rig.update(d, settings);
  }

  /** Move everything to the poses of a `Data`. */
  #arrange(graph: SceneGraph, m: Model, d: Data, settings: ViewSettings, hand: Perturb): void {
    const { rig, scene } = graph;
    this.updateCamera(d, settings);
    const camera = rig.active;
    graph.sky.setTheme(this.dark);
    const { flags, numbers } = settings;
    graph.sky.mesh.visible = !numbers && (flags.skybox || !graph.sky.own);
    this.#setHaze(graph, m, flags.haze && !numbers);
    const through = rig.mode.kind === 'fixed' ? rig.mode.id : -1;
    graph.model.update(d, { settings, hand, camera, through });
    graph.backdrop?.update(d, flags.backdrop && !numbers, flags.shadow, this.dark);
    const { fogstart, fogend } = m.vis.map;
    scene.fog = flags.fog && !numbers ? new Fog(0, fogstart * m.stat.extent, fogend * m.stat.extent) : null;
    if (scene.fog) setDisplayColor(scene.fog.color, m.vis.rgba.fog, graph.physical ? 'managed' : 'display');
  }

  /** Blend infinite ground into the sky instead of ending it at a line. */
  #setHaze({ model, sky }: SceneGraph, m: Model, enabled: boolean): void {
    const { hazeRange, hazeColor } = model.uniforms;
    const on = enabled && model.solids.endless && m.vis.map.haze > 0;
    hazeColor.value.copy(sky.setHaze(on, m.vis.rgba.haze));
    const reach = planeReach(m);
    hazeRange.value.set(reach * (1 - Math.min(1, m.vis.map.haze + 0.5)), 0.98 * reach, on ? 1 : 0);
  }

  /** The object at a point of the canvas, in [-1, 1]. */
  pick(x: number, y: number): Hit | undefined {
    const graph = this.#graph;
    if (!graph) return undefined;
    this.#raycaster.setFromCamera(new Vector2(x, y), graph.rig.active);
    const { solids, flexes } = graph.model;
    const [hit] = this.#raycaster.intersectObjects([...solids.pickable, ...flexes.pickable], false);
    if (!hit) return undefined;
    const soft = this.#d && flexes.hit(this.#d, hit);
    const found = soft ? { ...soft, geom: -1 } : solids.hit(hit);
    return found && { ...found, point: hit.point.clone() };
  }

  /** The point under the pointer at the depth of another point. */
  pointAtDepth(x: number, y: number, of: Vector3): Vector3 {
    const camera = this.#graph!.rig.active;
    const depth = of.clone().project(camera).z;
    return new Vector3(x, y, depth).unproject(camera);
  }

  dispose(): void {
    this.setModel(undefined);
    this.#physical?.studio.dispose();
    this.#physical?.postProcess.dispose();
    this.renderer.dispose();
  }
}
