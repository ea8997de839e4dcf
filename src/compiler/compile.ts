/** From a Spec to a Model, phase by phase. */

import { INSIDE } from '../core/model/block/block.ts';
import { settle } from '../core/model/block/modelBlock.ts';
import { Data, inside } from '../core/model/data.ts';
import { Disable, Enable, SleepPolicy } from '../core/model/enums.ts';
import { beyondLimit } from '../core/model/limits.ts';
import { Model } from '../core/model/model.ts';
import { PluginError } from '../core/plugin/instances.ts';
import type { SpecElement } from '../formats/spec/elements/element.ts';
import type { Spec } from '../formats/spec/spec.ts';
import { compileTextures, markHulls, readFile, referAssets } from './assets.ts';
import { part } from './chunks/parts.ts';
import { ConstantError } from './derive/error.ts';
import { setLengthRanges } from './derive/lengthRange.ts';
import { setConst } from './derive/setConst.ts';
import { makeSparsity } from './derive/sparsity.ts';
import { setSpringDampers } from './derive/springDamper.ts';
import { setTotalMass } from './derive/totalMass.ts';
import { overrideStatistics } from './derive/userStat.ts';
import { writeActuation } from './emit/actuation.ts';
import { writeAssets } from './emit/assets.ts';
import { writeCustom } from './emit/custom.ts';
import { writeNames } from './emit/names.ts';
import { writePaths } from './emit/paths.ts';
import { writePlugins } from './emit/plugins.ts';
import { writeRelations } from './emit/relations.ts';
import { writeSettings } from './emit/settings.ts';
import { writeShapes } from './emit/shapes.ts';
import { writeTree } from './emit/tree.ts';
import { Report } from './report.ts';
import { compileActuators } from './resolve/actuator.ts';
import { compileExcludes, compilePairs } from './resolve/contact.ts';
import { compileCustom } from './resolve/custom.ts';
import { compileEqualities } from './resolve/equality.ts';
import { compilePlugins } from './resolve/plugin.ts';
import { compileSensors } from './resolve/sensor.ts';
import { compileTendons } from './resolve/tendon.ts';
import { Scene } from './scene.ts';
import { modelSizesOf } from './size/sizes.ts';
import { userSizes } from './size/userSizes.ts';
import { makeStructure, type Structure } from './structure.ts';
import { checkMoving, compileBodies } from './tree/body.ts';
import { buildScene } from './tree/build.ts';
import { makeBvhs } from './tree/bvh.ts';
import { checkDepth } from './tree/depth.ts';
import { discardMaterials, discardVisual } from './tree/discardVisual.ts';
import { fuseStatic } from './tree/fuseStatic.ts';

export interface CompileOptions {
  /** called with the new Model before the engine works on it, e.g. to plug in the compiled engine */
  prepare?: (model: Model) => void;
}

/** Compile a Spec. The Spec is not changed and can be compiled again.
 *  @throws MjcfError with the place of everything that was found to be wrong */
export function compile(spec: Spec, options: CompileOptions = {}): Model {
  return complete(draft(spec), options);
}

/** A Model without the numbers that an engine computes for it. */
export interface Draft {
  readonly scene: Scene;
  readonly model: Model;
}

/** All that needs no engine, so that a page can do it while the engine is on its way.
 *  @throws MjcfError */
export function draft(spec: Spec): Draft {
  const scene = new Scene(spec, new Report(spec.file));
  compileAssets(scene);
  compileTree(scene);
  compileRelations(scene);
  const structure = makeStructure(scene);
  const model = makeModel(scene, structure);
  writeModel(scene, structure, model);
  return { scene, model };
}

/** The rest.
 *  @throws MjcfError */
export function complete({ scene, model }: Draft, options: CompileOptions = {}): Model {
  options.prepare?.(model);
  deriveConstants(scene, model);
  checkPlugins(scene, model);
  checkInitialSleep(scene, model);
  settle(model[INSIDE]);
  return model;
}

function compileAssets(scene: Scene): void {
  checkDepth(scene);
  scene.report.check();
  buildScene(scene);
  compilePlugins(scene);
  scene.report.check();
  if (scene.spec.compiler.discardvisual) discardMaterials(scene);
  scene.user = userSizes(scene);
  referAssets(scene);
  markHulls(scene);
  if (scene.meshes.length > 0) part('files').compileMeshes(scene);
  compileTextures(scene);
  if (scene.hfields.length > 0) part('files').compileHFields(scene);
  scene.report.check();
}

function compileTree(scene: Scene): void {
  compileBodies(scene);
  scene.report.check();
  if (scene.spec.compiler.fusestatic) fuseStatic(scene);
  scene.report.check();
  if (scene.flexes.length > 0) part('soft').compileFlexes(scene);
  if (scene.skins.length > 0) part('soft').compileSkins(scene, readFile);
  scene.report.check();
}

function compileRelations(scene: Scene): void {
  compilePairs(scene);
  compileExcludes(scene);
  compileEqualities(scene);
  compileTendons(scene);
  compileActuators(scene);
  scene.report.check();
  compileSensors(scene);
  compileCustom(scene);
  if (scene.spec.compiler.discardvisual) discardVisual(scene);
  checkMoving(scene);
  scene.report.check();
  makeBvhs(scene);
}

function makeModel(scene: Scene, structure: Structure): Model {
  try {
    return new Model(modelSizesOf(scene, structure), undefined, (model, data) => checkBytes(scene, model, data));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    scene.report.general(error.message);
    scene.report.check();
    throw error;
  }
}

/** Whether the Model and a Data of it are within the limits, before memory is taken for them. */
function checkBytes({ spec, report }: Scene, model: number, data: number): void {
  const { modelBytes } = spec.limits;
  const check = (what: string, bytes: number) => {
    if (bytes > modelBytes) report.general(beyondLimit(what, bytes, 'modelBytes', modelBytes));
  };
  check('bytes of the model', model);
  check('bytes of a Data', data);
  report.check();
}

function writeModel(scene: Scene, structure: Structure, m: Model): void {
  writeSettings(scene.spec, m);
  writeNames(scene, m);
  writePaths(scene, m);
  writeTree(scene, structure, m);
  writeShapes(scene, m);
  writeAssets(scene, m);
  writeRelations(scene, m);
  writeActuation(scene, m);
  writePlugins(scene, m);
  writeCustom(scene, m);
  scene.report.check();
  makeSparsity(m);
}

function deriveConstants(scene: Scene, m: Model): void {
  const { compiler, stat } = scene.spec;
  if (compiler.settotalmass > 0) setTotalMass(m, compiler.settotalmass);
  const { disableflags, enableflags } = m.opt;
  m.opt.disableflags |= Disable.CONTACT;
  m.opt.enableflags &= ~Enable.SLEEP;
  // plugins get a Model that is finished
  m[INSIDE].plugins = [];
  const data = new Data(m);
  try {
    const d = inside(data);
    setConst(m, d);
    setSpringDampers(m, scene.joints);
    setLengthRanges(m, d, compiler.LRopt, scene.spec.limits.lengthRangeSteps);
  } catch (error) {
    if (!(error instanceof ConstantError)) throw error;
    scene.report.problem(blamed(scene, error), undefined, error.message);
  }
  scene.report.check();
  m.opt.disableflags = disableflags;
  m.opt.enableflags = enableflags;
  m[INSIDE].plugins = undefined;
  overrideStatistics(m, stat);
  data.free();
}

/** What plugins have to say about the model is said when they get their first Data. */
function checkPlugins({ plugins, report }: Scene, m: Model): void {
  if (plugins.length === 0) return;
  try {
    new Data(m).free();
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    const { spec } = plugins[error.id];
    report.problem(spec, undefined, `plugin '${spec.plugin}': ${error.message}`);
  }
  report.check();
}

/** Trees that start asleep must be able to: the engine says so when it makes the first Data. */
function checkInitialSleep(scene: Scene, m: Model): void {
  if ((m.opt.enableflags & Enable.SLEEP) === 0 || !m.tree_sleep_policy.includes(SleepPolicy.INIT)) return;
  try {
    new Data(m).free();
  } catch (error) {
    const sleeper = scene.bodies.find((body) => body.spec.sleep === SleepPolicy.INIT)!;
    scene.report.problem(sleeper.spec, 'sleep', (error as Error).message);
  }
  scene.report.check();
}

function blamed(scene: Scene, { kind, id }: ConstantError): SpecElement {
  if (kind === 'actuator') return scene.actuators[id].spec;
  if (kind === 'flex') return scene.flexes[id].spec;
  return kind === 'tendon' ? scene.tendons[id].spec : scene.bodies[id].spec;
}
