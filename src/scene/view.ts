/** The picture: the scene of one model, drawn into a canvas. */
import { Fog, LinearSRGBColorSpace, PCFShadowMap, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three';
import type { Data, Model } from '../index.ts';
import { CameraRig } from './cameraRig.ts';
import { type Hand, idleHand } from './hand.ts';
import { Labels } from './labels.ts';
import { setDisplayColor } from './look/colors.ts';
import { Sky } from './look/sky.ts';
import { Mirror } from './mirror.ts';
import { ModelScene } from './modelScene.ts';
import type { NumberPass } from './passes.ts';
import type { ViewSettings } from './settings.ts';
import { planeReach } from './shapes/geometry.ts';

/** What the pointer hits. */
export interface Hit {
  body: number;
  /** The geom, or -1 if it is a flex. */
  geom: number;
  point: Vector3;
}

/** Everything that belongs to one model. */
class Stage {
  readonly scene = new Scene();
  readonly model: ModelScene;
  readonly sky: Sky;
  readonly mirrors: Mirror[];
  readonly rig: CameraRig;

  constructor(m: Model) {
    this.model = new ModelScene(m, { instanced: true, colors: 'display', headlight: true });
    this.sky = new Sky(this.model.textures.sky());
    this.rig = new CameraRig(m);
    // one mirror is what a floor needs, and each costs a picture
    this.mirrors = this.model.solids
      .mirrors()
      .slice(0, 1)
      .map(({ mesh, material, reflectance }) => new Mirror(mesh, material, reflectance));
    this.scene.add(this.model.object, this.sky.mesh);
  }

  dispose(): void {
    for (const part of [this.model, this.sky, ...this.mirrors]) part.dispose();
  }
}

export class View<Canvas extends HTMLCanvasElement | OffscreenCanvas = HTMLCanvasElement | OffscreenCanvas> {
  readonly canvas: Canvas;
  readonly renderer: WebGLRenderer;
  readonly #labels: Labels | undefined;
  readonly #raycaster = new Raycaster();
  #stage: Stage | undefined;
  #m: Model | undefined;
  /** What was drawn last. */
  #d: Data | undefined;
  dark = true;

  /** @param labels where names are written, if anywhere */
  constructor(canvas: Canvas, labels?: HTMLElement) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.#labels = labels && new Labels(labels);
  }

  get rig(): CameraRig | undefined {
    return this.#stage?.rig;
  }

  /** Show another model, or none. */
  setModel(m: Model | undefined): void {
    this.#stage?.dispose();
    this.#labels?.clear();
    this.#m = m;
    this.#d = undefined;
    this.#stage = m && new Stage(m);
  }

  /** Fit the canvas to its place on the page. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
  }

  draw(d: Data, settings: ViewSettings, hand: Hand): void {
    const [stage, m] = [this.#stage, this.#m];
    if (!stage || !m) return;
    this.#d = d;
    this.#arrange(stage, m, d, settings, hand);
    const { rig, scene } = stage;
    const camera = rig.active;
    for (const mirror of stage.mirrors) mirror.render(this.renderer, scene, camera, settings.flags.reflection);
    this.renderer.render(scene, camera);
    this.#labels?.update(m, d, settings, camera, hand.body);
  }

  /** Depth and owner of each pixel: the number of a geom or, counted on from there, of a site, a flex or a skin. */
  numbers(pass: NumberPass, d: Data, settings: ViewSettings, width: number, height: number): Float32Array {
    const [stage, m] = [this.#stage, this.#m];
    if (!stage || !m) throw new Error('View.numbers: there is no model');
    this.#arrange(stage, m, d, settings, idleHand);
    stage.model.solids.own(pass.owned);
    stage.model.flexes.own(m.ngeom + m.nsite, pass.owned);
    stage.model.skins.own(m.ngeom + m.nsite + m.nflex, pass.owned);
    stage.sky.mesh.visible = false;
    return pass.render(this.renderer, stage.scene, stage.rig.active, width, height);
  }

  /** Bring everything to where the Data has it. */
  #arrange(stage: Stage, m: Model, d: Data, settings: ViewSettings, hand: Hand): void {
    const { rig, scene } = stage;
    const size = this.renderer.getSize(new Vector2());
    rig.aspect = size.x / Math.max(1, size.y);
    rig.update(d);
    const camera = rig.active;
    stage.sky.setTheme(this.dark);
    stage.sky.mesh.visible = settings.flags.skybox || !stage.sky.own;
    this.#setHaze(stage, m, settings.flags.haze);
    const through = rig.mode.kind === 'fixed' ? rig.mode.id : -1;
    stage.model.update(d, { settings, hand, camera, through });
    const { fogstart, fogend } = m.vis.map;
    scene.fog = settings.flags.fog ? new Fog(0, fogstart * m.stat.extent, fogend * m.stat.extent) : null;
    if (scene.fog) setDisplayColor(scene.fog.color, m.vis.rgba.fog, 'display');
  }

  /** Ground without end goes over into the sky, instead of ending in a line. */
  #setHaze({ model, sky }: Stage, m: Model, wanted: boolean): void {
    const { hazeRange, hazeColor } = model.uniforms;
    const on = wanted && model.solids.endless && m.vis.map.haze > 0;
    hazeColor.value.copy(sky.setHaze(on, m.vis.rgba.haze));
    const reach = planeReach(m);
    hazeRange.value.set(reach * (1 - Math.min(1, m.vis.map.haze + 0.5)), 0.98 * reach, on ? 1 : 0);
  }

  /** What lies under a point of the canvas, given from -1 to 1. */
  pick(x: number, y: number): Hit | undefined {
    const stage = this.#stage;
    if (!stage) return undefined;
    this.#raycaster.setFromCamera(new Vector2(x, y), stage.rig.active);
    const { solids, flexes } = stage.model;
    const [hit] = this.#raycaster.intersectObjects([...solids.pickable, ...flexes.pickable], false);
    if (!hit) return undefined;
    const soft = this.#d && flexes.hit(this.#d, hit);
    const found = soft ? { ...soft, geom: -1 } : solids.hit(hit);
    return found && { ...found, point: hit.point.clone() };
  }

  /** Point under the pointer at the depth of another point. */
  pointAtDepth(x: number, y: number, of: Vector3): Vector3 {
    const camera = this.#stage!.rig.active;
    const depth = of.clone().project(camera).z;
    return new Vector3(x, y, depth).unproject(camera);
  }

  dispose(): void {
    this.setModel(undefined);
    this.renderer.dispose();
  }
}
