/** Compiles a spec to a Model, phase by phase. */

import { BLOCK } from '../core/model/block/block.ts';
import { reclaimExposedArrays } from '../core/model/block/modelBlock.ts';
import { blockOf, Data } from '../core/model/data.ts';
import { Disable, Enable, SleepPolicy } from '../core/model/enums.ts';
import { beyondLimit } from '../core/model/limits.ts';
import { Model } from '../core/model/model.ts';
import { PluginError } from '../core/plugin/instances.ts';
import type { SpecElement } from '../formats/spec/elements/element.ts';
import type { SpecTree } from '../formats/spec/specTree.ts';
import { compileTextures, markHulls, readFile, referAssets } from './assets.ts';
import { requireChunk } from './chunks/lazyChunks.ts';
import { CompileState } from './compileState.ts';
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
import { modelSizesOf } from './size/sizes.ts';
import { userSizes } from './size/userSizes.ts';
import { makeStructure, type Structure } from './structure.ts';
import { checkMoving, compileBodies } from './tree/body.ts';
import { buildNodes } from './tree/build.ts';
import { makeBvhs } from './tree/bvh.ts';
import { checkDepth } from './tree/depth.ts';
import { discardMaterials, discardVisual } from './tree/discardVisual.ts';
import { fuseStatic } from './tree/fuseStatic.ts';

export interface CompileOptions {
  /** called with the new Model before the engine works on it, for example to attach the compiled engine */
  attachEngine?: (model: Model) => void;
}

/** Compile a Spec. The Spec is not changed and can be compiled again.
 *  @throws MjcfError with the location of every error */
export function compile(spec: SpecTree, options: CompileOptions = {}): Model {
  return finishWithEngine(compileWithoutEngine(spec), options);
}

/** A Model without the values that an engine computes. */
export interface UnfinishedModel {
  readonly state: CompileState;
  readonly model: Model;
}

/** Phases that need no engine, so that a page can run them while the engine loads.
 *  @throws MjcfError */
export function compileWithoutEngine(spec: SpecTree): UnfinishedModel {
  const state = new CompileState(spec, new Report(spec.file));
  compileAssets(state);
  compileTree(state);
  compileRelations(state);
  const structure = makeStructure(state);
  const model = makeModel(state, structure);
  writeModel(state, structure, model);
  return { state, model };
}

/** The remaining phases.
 *  @throws MjcfError */
export function finishWithEngine({ state, model }: UnfinishedModel, options: CompileOptions = {}): Model {
  options.attachEngine?.(model);
  deriveConstants(state, model);
  checkPlugins(state, model);
  checkInitialSleep(state, model);
  reclaimExposedArrays(model[BLOCK]);
  return model;
}

function compileAssets(state: CompileState): void {
  checkDepth(state);
  state.report.throwIfAny();
  buildNodes(state);
  compilePlugins(state);
  state.report.throwIfAny();
  if (state.spec.compiler.discardvisual) discardMaterials(state);
  state.user = userSizes(state);
  referAssets(state);
  markHulls(state);
  if (state.meshes.length > 0) requireChunk('assets').compileMeshes(state);
  compileTextures(state);
  if (state.hfields.length > 0) requireChunk('assets').compileHFields(state);
  state.report.throwIfAny();
}

function compileTree(state: CompileState): void {
  compileBodies(state);
  state.report.throwIfAny();
  if (state.spec.compiler.fusestatic) fuseStatic(state);
  state.report.throwIfAny();
  if (state.flexes.length > 0) requireChunk('soft').compileFlexes(state);
  if (state.skins.length > 0) requireChunk('soft').compileSkins(state, readFile);
  state.report.throwIfAny();
}

function compileRelations(state: CompileState): void {
  compilePairs(state);
  compileExcludes(state);
  compileEqualities(state);
  compileTendons(state);
  compileActuators(state);
  state.report.throwIfAny();
  compileSensors(state);
  compileCustom(state);
  if (state.spec.compiler.discardvisual) discardVisual(state);
  checkMoving(state);
  state.report.throwIfAny();
  makeBvhs(state);
}

function makeModel(state: CompileState, structure: Structure): Model {
  try {
    return new Model(modelSizesOf(state, structure), undefined, (model, data) => checkBytes(state, model, data));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    state.report.modelError(error.message);
    state.report.throwIfAny();
    throw error;
  }
}

/** Check that the Model and a `Data` of it are within the limits, before allocating memory. */
function checkBytes({ spec, report }: CompileState, model: number, data: number): void {
  const { modelBytes } = spec.limits;
  const check = (what: string, bytes: number) => {
    if (bytes > modelBytes) report.modelError(beyondLimit(what, bytes, 'modelBytes', modelBytes));
  };
  check('bytes of the model', model);
  check('bytes of a Data', data);
  report.throwIfAny();
}

function writeModel(state: CompileState, structure: Structure, m: Model): void {
  writeSettings(state.spec, m);
  writeNames(state, m);
  writePaths(state, m);
  writeTree(state, structure, m);
  writeShapes(state, m);
  writeAssets(state, m);
  writeRelations(state, m);
  writeActuation(state, m);
  writePlugins(state, m);
  writeCustom(state, m);
  state.report.throwIfAny();
  makeSparsity(m);
}

function deriveConstants(state: CompileState, m: Model): void {
  const { compiler, stat } = state.spec;
  if (compiler.settotalmass > 0) setTotalMass(m, compiler.settotalmass);
  const { disableflags, enableflags } = m.opt;
  m.opt.disableflags |= Disable.CONTACT;
  m.opt.enableflags &= ~Enable.SLEEP;
  // plugins receive a finished Model
  m[BLOCK].plugins = [];
  const data = new Data(m);
  try {
    const d = blockOf(data);
    setConst(m, d);
    setSpringDampers(m, state.joints);
    setLengthRanges(m, d, compiler.LRopt, state.spec.limits.lengthRangeSteps);
  } catch (error) {
    if (!(error instanceof ConstantError)) throw error;
    state.report.elementError(elementOfError(state, error), undefined, error.message);
  }
  state.report.throwIfAny();
  m.opt.disableflags = disableflags;
  m.opt.enableflags = enableflags;
  m[BLOCK].plugins = undefined;
  overrideStatistics(m, stat);
  data.free();
}

/** Plugins check the model when they get their first `Data`. */
function checkPlugins({ plugins, report }: CompileState, m: Model): void {
  if (plugins.length === 0) return;
  try {
    new Data(m).free();
  } catch (error) {
    if (!(error instanceof PluginError)) throw error;
    const { spec } = plugins[error.id];
    report.elementError(spec, undefined, `plugin '${spec.plugin}': ${error.message}`);
  }
  report.throwIfAny();
}

/** Trees that are initially asleep must be able to sleep: the engine checks this for the first `Data`. */
function checkInitialSleep(state: CompileState, m: Model): void {
  if ((m.opt.enableflags & Enable.SLEEP) === 0 || !m.tree_sleep_policy.includes(SleepPolicy.INIT)) return;
  try {
    new Data(m).free();
  } catch (error) {
    const sleeper = state.bodies.find((body) => body.spec.sleep === SleepPolicy.INIT)!;
    state.report.elementError(sleeper.spec, 'sleep', (error as Error).message);
  }
  state.report.throwIfAny();
}

function elementOfError(state: CompileState, { kind, id }: ConstantError): SpecElement {
  if (kind === 'actuator') return state.actuators[id].spec;
  if (kind === 'flex') return state.flexes[id].spec;
  return kind === 'tendon' ? state.tendons[id].spec : state.bodies[id].spec;
}
