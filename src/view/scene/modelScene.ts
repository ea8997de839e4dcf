/** A model as three.js objects that follow a Data. */
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

/** How a model becomes objects. */
export interface SceneOptions {
  /** Draw equal shapes at once, which large models need. Without it, each geom and site is a mesh with its name. */
  instanced?: boolean;
  /** The lights of the model; without them yours are the only ones. */
  lights?: boolean;
  /** The light that stands where the camera does, if the model has one. */
  headlight?: boolean;
  /** `managed` for a renderer with managed colours, which is the usual one; `display` mixes light as MuJoCo does. */
  colors?: ColorMode;
  /** `classic` has MuJoCo's shading; `physical` has rough and metallic surfaces, for managed colours and an environment. */
  look?: ShadingModel;
}

/** What an update may take into account. */
export interface SceneUpdate {
  settings?: ViewSettings;
  /** Selected body, and how it is held. */
  hand?: Perturb;
  /** Where the headlight stands. */
  camera?: Camera;
  /** Camera of the model that one looks through, which is not drawn. */
  through?: number;
}

/** The geoms, sites, flexes, skins, tendons and lights of a model, in MuJoCo's frame: z points up.
 *
 *  @example
 *  const model = modelFromXml('<mujoco><worldbody><geom name="ball" size="0.1"/></worldbody></mujoco>');
 *  const data = new Data(model);
 *  const scene = new ModelScene(model);
 *  forward(model, data);
 *  scene.update(data);
 *  console.log(scene.mesh('ball').name); // -> ball */
export class ModelScene {
  /** Add this to a scene. A scene whose y points up turns it by -90 degrees about x. */
  readonly object = new Group();
  readonly model: Model;
  /** What is drawn, unless an update says otherwise. */
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
    this.#wireframe = new Wireframe(colors);
    this.solids = new Solids(model, this.#materials, { instanced, colors });
    this.flexes = new Flexes(model, this.#materials);
    this.skins = new Skins(model, this.#materials);
    this.#lights = lights ? new Lights(model, light, headlight, look === 'physical') : undefined;
    this.object.name = 'model';
    this.object.add(this.solids.group, this.flexes.group, this.skins.group, this.#lines.group, this.#wireframe.object);
    if (this.#lights) this.object.add(this.#lights.group);
  }

  /** Bring all objects to where the Data has them: after `forward` or `step`, before drawing. */
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
    annotate(this.model, data, settings, this.#lines, hand, through);
    this.#lines.end();
    this.#wireframe.begin();
    drawBoxes(this.model, data, settings, this.#wireframe);
    this.#wireframe.end();
  }

  /** The mesh of a geom, by name or number; not with `instanced`, where a geom is a part of one. */
  mesh(geom: string | number): Mesh {
    const id = typeof geom === 'number' ? geom : this.model.geom(geom).id;
    const mesh = this.solids.meshOfGeom(id);
    if (!mesh)
      throw new Error(`ModelScene.mesh: geom '${geom}' is not a mesh of its own: it is invisible or instanced`);
    return mesh;
  }

  /** Give the memory of the graphics processor back. */
  dispose(): void {
    this.object.removeFromParent();
    const { textures, solids, flexes, skins } = this;
    const own = [this.#materials, this.#lights, this.#lines, this.#wireframe];
    for (const part of [textures, solids, flexes, skins, ...own]) part?.dispose();
  }
}

/** Asked by what is drawn, not by class: a page may have the package twice, and drawn states need not be stepped ones.
 *  @throws TypeError or RangeError unless the Data is of the Model, or of one with as many bodies and geoms */
function expectFits({ nbody, ngeom }: Model, data: Data): void {
  const { xpos, geom_xpos } = expectObject('update: data', data);
  if (typeof xpos?.length !== 'number' || typeof geom_xpos?.length !== 'number') {
    throw new TypeError(`update: expected a Data, found ${found(data)}`);
  }
  if (xpos.length === 3 * nbody && geom_xpos.length === 3 * ngeom) return;
  throw new RangeError(
    `update: expected a Data of this model, with ${nbody} bodies and ${ngeom} geoms, ` +
      `found ${xpos.length / 3} and ${geom_xpos.length / 3}`,
  );
}
