/** The picture: the scene of one model, drawn into a canvas. */
import {
  ColorManagement,
  Fog,
  LinearSRGBColorSpace,
  PCFShadowMap,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Data, Model } from '../../../src/index.ts';
import type { Perturbation } from '../sim/perturb.ts';
import { annotate } from './annotations.ts';
import { CameraRig } from './cameraRig.ts';
import { Labels } from './labels.ts';
import { Lights } from './look/lights.ts';
import { Materials } from './look/materials.ts';
import { Sky } from './look/sky.ts';
import { Textures } from './look/textures.ts';
import { Mirror } from './mirror.ts';
import type { ViewSettings } from './settings.ts';
import { Solids } from './shapes/solids.ts';
import { Strokes } from './strokes.ts';

// MuJoCo mixes light in display colours; so do we, or materials would look washed out
ColorManagement.enabled = false;

/** What the pointer hits. */
export interface Hit {
  body: number;
  geom: number;
  point: Vector3;
}

/** Everything that belongs to one model. */
class Stage {
  readonly scene = new Scene();
  readonly textures: Textures;
  readonly materials: Materials;
  readonly solids: Solids;
  readonly lights: Lights;
  readonly strokes = new Strokes();
  readonly sky: Sky;
  readonly mirrors: Mirror[];
  readonly rig: CameraRig;

  constructor(m: Model) {
    this.textures = new Textures(m);
    this.materials = new Materials(m, this.textures);
    this.solids = new Solids(m, this.materials);
    this.lights = new Lights(m);
    this.sky = new Sky(this.textures.sky());
    this.rig = new CameraRig(m);
    // one mirror is what a floor needs, and each costs a picture
    this.mirrors = this.solids
      .mirrors()
      .slice(0, 1)
      .map(({ mesh, material, reflectance }) => new Mirror(mesh, material, reflectance));
    this.scene.add(this.solids.group, this.lights.group, this.strokes.group, this.sky.mesh);
  }

  dispose(): void {
    for (const part of [
      this.textures,
      this.materials,
      this.solids,
      this.lights,
      this.strokes,
      this.sky,
      ...this.mirrors,
    ])
      part.dispose();
  }
}

export class View {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  readonly #labels: Labels;
  readonly #raycaster = new Raycaster();
  #stage: Stage | undefined;
  #m: Model | undefined;
  dark = true;

  constructor(canvas: HTMLCanvasElement, labels: HTMLElement) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.#labels = new Labels(labels);
  }

  get rig(): CameraRig | undefined {
    return this.#stage?.rig;
  }

  /** Show another model, or none. */
  setModel(m: Model | undefined): void {
    this.#stage?.dispose();
    this.#labels.clear();
    this.#m = m;
    this.#stage = m && new Stage(m);
  }

  /** Fit the canvas to its place on the page. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
  }

  draw(d: Data, settings: ViewSettings, hand: Perturbation): void {
    const [stage, m] = [this.#stage, this.#m];
    if (!stage || !m) return;
    const { rig, scene } = stage;
    const size = this.renderer.getSize(new Vector2());
    rig.aspect = size.x / Math.max(1, size.y);
    rig.update(d);
    const camera = rig.active;
    stage.sky.setTheme(this.dark);
    stage.sky.mesh.visible = settings.flags.skybox || !stage.sky.own;
    stage.solids.update(d, settings, hand.body);
    stage.lights.update(d, camera, settings.flags.shadow);
    const { fogstart, fogend } = m.vis.map;
    const [r, g, b] = m.vis.rgba.fog;
    scene.fog = settings.flags.fog ? new Fog(0, fogstart * m.stat.extent, fogend * m.stat.extent) : null;
    scene.fog?.color.setRGB(r!, g!, b!);
    stage.strokes.begin();
    annotate(m, d, settings, stage.strokes, hand, rig.mode.kind === 'fixed' ? rig.mode.id : -1);
    stage.strokes.end();
    for (const mirror of stage.mirrors) mirror.render(this.renderer, scene, camera, settings.flags.reflection);
    this.renderer.render(scene, camera);
    this.#labels.update(m, d, settings, camera, hand.body);
  }

  /** What lies under a point of the canvas, given from -1 to 1. */
  pick(x: number, y: number): Hit | undefined {
    const stage = this.#stage;
    if (!stage) return undefined;
    this.#raycaster.setFromCamera(new Vector2(x, y), stage.rig.active);
    const [hit] = this.#raycaster.intersectObjects(stage.solids.pickable, false);
    if (!hit) return undefined;
    const { body, geom } = hit.object.userData as { body: number; geom: number };
    return { body, geom, point: hit.point.clone() };
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
