/** A model as three.js objects that follow a `Data`. */
import { type Camera, Group, type Mesh } from 'three';
import { expectObject, expectOneOf, found } from '../../core/expect.ts';
import type { Data, Model } from '../../index.ts';
import type { ColorMode } from './appearance/colors.ts';
import { Lights } from './appearance/lights.ts';
import { Materials, type ShadingModel } from './appearance/materials.ts';
import { makeSceneUniforms, type SceneUniforms } from './appearance/surface.ts';
import { Textures } from './appearance/textures.ts';
import { annotate } from './overlays/annotations.ts';
import { drawBoxes } from './overlays/boxes.ts';
import { LineBatch } from './overlays/lineBatch.ts';
import { Wireframe } from './overlays/wireframe.ts';
import { idlePerturb, type Perturb } from './perturb.ts';
import { ViewSettings } from './settings.ts';
import { Solids } from './shapes/solids.ts';
import { Flexes } from './soft/flexes.ts';
import { Skins } from './soft/skins.ts';

/** Options of `ModelScene`. */
export interface SceneOptions {
  /** Draw equal shapes in one call, as large models need. Otherwise each geom and site is a named mesh. */
  instanced?: boolean;
  /** Add the lights of the model; otherwise the scene has only yours. */
  lights?: boolean;
  /** Add the headlight at the camera, if the model has one. */
  headlight?: boolean;
  /** `managed` for a renderer with color management, the default of three.js; `display` blends light as MuJoCo does. */
  colors?: ColorMode;
  /**
   * `classic`: MuJoCo's shading; `physical`: rough and metallic surfaces, for color management and an environment map.
   */
  look?: ShadingModel;
}

/** Options of `update`. */
export interface SceneUpdate {
  settings?: ViewSettings;
  /** Selected body and its perturbation. */
  hand?: Perturb;
  /** Position of the headlight. */
  camera?: Camera;
  /** Id of the model camera in use, which is not drawn itself. */
  through?: number;
}

/** The geoms, sites, flexes, skins, tendons and lights of a model, in MuJoCo's frame (z up).
 *
 *  @example
 *  const model = modelFromXml('<mujoco><worldbody><geom name="ball" size="0.1"/></worldbody></mujoco>');
 *  const data = new Data(model);
 *  const scene = new ModelScene(model);
 *  forward(model, data);
 *  scene.update(data);
 *  console.log(scene.mesh('ball').name); // -> ball */
export class ModelScene {
  /** Add this to a scene. In a y-up scene, rotate it by -90 degrees about x. */
  readonly object = new Group();
  readonly model: Model;
  /** Default settings of `update`. */
  readonly settings = new ViewSettings();
  /** @internal */
  readonly textures: Textures;
  /** @internal */
  readonly solids: Solids;
  /** @internal */
  readonly flexes: Flexes;
  /** @internal */
  readonly skins: Skins;
  /** @internal */
  readonly uniforms: SceneUniforms;
  readonly #materials: Materials;
  readonly #lights: Lights | undefined;
  readonly #lines: LineBatch;
  /** Contact forces inside bodies. */
  readonly #hidden: LineBatch;
  readonly #wireframe: Wireframe;

  constructor(model: Model, options: SceneOptions = {}) {
    const { instanced = false, lights = true, headlight = false } = expectObject('ModelScene: options', options);
    const { colors = 'managed', look = 'classic' } = options;
    if (typeof model?.ngeom !== 'number') throw new TypeError(`ModelScene: expected a Model, found ${found(model)}`);
    expectOneOf('ModelScene: colors', colors, ['managed', 'display']);
    expectOneOf('ModelScene: look', look, ['classic', 'physical']);
    this.model = model;
    this.textures = new Textures(model, colors);
    this.uniforms = makeSceneUniforms(model);
    const light = { uniforms: this.uniforms, lamps: { spots: [], suns: [] } };
    this.#materials = new Materials(model, this.textures, light, colors, look);
    this.#lines = new LineBatch(colors);
    this.#hidden = new LineBatch(colors, true);
    this.#wireframe = new Wireframe(colors);
    this.solids = new Solids(model, this.#materials, { instanced, colors });
    this.flexes = new Flexes(model, this.#materials);
    this.skins = new Skins(model, this.#materials);
    this.#lights = lights ? new Lights(model, light, headlight, look === 'physical') : undefined;
    this.object.name = 'model';
    this.object.add(
      this.solids.group,
      this.flexes.group,
      this.skins.group,
      this.#lines.group,
      this.#hidden.group,
      this.#wireframe.object,
    );
    if (this.#lights) this.object.add(this.#lights.group);
  }

  /** Move all objects to the poses of a `Data`: after `forward` or `step`, before rendering. */
  update(data: Data, options: SceneUpdate = {}): void {
    const {
      settings = this.settings,
      hand = idlePerturb,
      camera,
      through = -1,
    } = expectObject('update: options', options);
    expectFits(this.model, data);
    this.solids.update(data, settings, hand.body);
    this.flexes.update(data, settings);
    this.skins.update(data, settings);
    this.uniforms.flatColors.value = settings.numbers;
    if (this.#lights?.update(data, camera, settings.flags.shadow)) this.#materials.relight();
    this.#lines.begin();
    this.#hidden.begin();
    annotate(this.model, data, settings, { lines: this.#lines, hidden: this.#hidden }, hand, through);
    this.#lines.end();
    this.#hidden.end();
    this.#wireframe.begin();
    drawBoxes(this.model, data, settings, this.#wireframe);
    this.#wireframe.end();
  }

  /** The mesh of a geom, by name or id. With `instanced`, geoms have no mesh of their own. */
  mesh(geom: string | number): Mesh {
    const id = typeof geom === 'number' ? geom : this.model.geom(geom).id;
    const mesh = this.solids.meshOfGeom(id);
    if (!mesh) throw new Error(`ModelScene.mesh: geom '${geom}' has no mesh of its own: it is invisible or instanced`);
    return mesh;
  }

  /** Free the GPU memory. */
  dispose(): void {
    this.object.removeFromParent();
    const { textures, solids, flexes, skins } = this;
    const own = [this.#materials, this.#lights, this.#lines, this.#hidden, this.#wireframe];
    for (const part of [textures, solids, flexes, skins, ...own]) part?.dispose();
  }
}

/** Checks the fields that are drawn, not the class: a page may contain the package twice, and drawn states need not be
 * stepped ones.
 *  @throws TypeError or RangeError if the numbers of bodies and geoms differ from the Model */
function expectFits({ nbody, ngeom }: Model, data: Data): void {
  const { xpos, geom_xpos } = expectObject('update: data', data);
  if (typeof xpos?.length !== 'number' || typeof geom_xpos?.length !== 'number') {
    throw new TypeError(`update: expected a Data, found ${found(data)}`);
  }
  if (xpos.length === 3 * nbody && geom_xpos.length === 3 * ngeom) return;
  throw new RangeError(
    `update: expected a Data of this model with ${nbody} bodies and ${ngeom} geoms, ` +
      `found ${xpos.length / 3} and ${geom_xpos.length / 3}`,
  );
}
