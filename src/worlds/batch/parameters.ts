/** Numbers of the Model that differ from world to world. A world keeps only the words in which its Model differs, those
 *  of the constants that follow from its parameters included. */
import { setConst } from '../../compiler/derive/setConst.ts';
import { BLOCK, type TypedArray } from '../../core/model/block/block.ts';
import { modelArrayView } from '../../core/model/block/modelBlock.ts';
import { copyModel } from '../../core/model/copy.ts';
import { blockOf, Data } from '../../core/model/data.ts';
import { Disable, Enable } from '../../core/model/enums.ts';
import { modelTable } from '../../core/model/fields/index.ts';
import { expectModel } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { contentsOf } from '../../core/worker/modelSnapshot.ts';
import { differentSize, makePatch, type Patch, swapPatch } from './modelPatch.ts';
import { expectNumbers, expectObject } from './numbers.ts';
import { expectParameterField, expectParameterValues, expectSameStructure } from './parameterFields.ts';

/** Fields of a Model with their values, for each world or once for all: `{ body_mass: masses, 'opt.timestep': [0.001] }`. Worlds may
 *  differ in real fields, and in the integers that only switch something: contact masks and dimensions, limits, options. */
export type Parameters = Readonly<Record<string, ArrayLike<number>>>;

/** Where each of several Models of one size differs from the first.
 *  @throws RangeError if their sizes differ */
export function modelPatches(caller: string, models: readonly Model[]): (Patch | undefined)[] {
  const [first] = models;
  const base = contentsOf(first);
  expectAlike(caller, models);
  return models.map((m) => (m === first ? undefined : makePatch(base, contentsOf(m))));
}

/** Plugins are instances of a Data, which is made for the first of the Models. */
const plugged = modelTable.map(([name]) => name).filter((name) => /^plugin|_plugin$/.test(name)) as 'plugin'[];

/** @throws RangeError unless Models have the same sizes and plugins */
function expectAlike(caller: string, models: readonly Model[]): void {
  const [first] = models;
  models.forEach((m, k) => {
    const different = differentSize(first, m);
    if (different) throw new RangeError(`${caller}: model ${k} is of another size than model 0: ${different}`);
    if (first.nplugin === 0) return;
    const other = plugged.find((name) => `${m[name]}` !== `${first[name]}`);
    if (other) throw new RangeError(`${caller}: model ${k} has other plugins than model 0: ${other} differs`);
  });
}

/** What the parameters of `count` worlds change in their Models. `models[k]` is that of world k, or one for all; patches
 *  are relative to the first.
 *  @throws RangeError for fields that a Model does not have, and for another number of values than fits */
export function parameterPatches(
  caller: string,
  models: readonly Model[],
  parameters: Parameters,
  count: number,
): (Patch | undefined)[] {
  expectAlike(caller, models);
  const base = contentsOf(models[0]);
  const writers = parameterWriters(caller, models[0], parameters, count);
  const trial = copyModel(models[0]);
  const contents = contentsOf(trial);
  const data = new Data(trial);
  const authored = models.map((m) => authoredConstants(m, trial, data));
  try {
    return Array.from({ length: count }, (_, world) => {
      const k = world % models.length;
      contents.set(contentsOf(models[k]));
      for (const { write } of writers) write(trial, world);
      setConstants(trial, data, `${caller}: world ${world}`);
      authored[k]?.at.forEach((at, w) => {
        contents[at] = authored[k]!.words[w];
      });
      for (const { name, write } of writers) if (CONSTANTS.has(name)) write(trial, world);
      return makePatch(base, contents);
    });
  } finally {
    data.free();
    trial.free();
  }
}

/** A copy of a Model with other numbers, and the constants that follow from them. A Data of the Model fits it.
 *
 *  @example
 *  const heavy = withParameters(m, { body_mass: m.body_mass.map((mass) => 2 * mass) });
 *  step(heavy, d);
 *  heavy.free();
 *  @throws RangeError for fields that a Model does not have or that cannot change, and for values that do not fit */
export function withParameters(model: Model, parameters: Parameters): Model {
  const [patch] = parameterPatches('withParameters', [expectModel('withParameters', model)], parameters, 1);
  const copy = copyModel(model);
  if (patch) swapPatch(contentsOf(copy), patch);
  return copy;
}

/** Constants that would change although no parameter does: the author of the model has set them, so they stay. */
function authoredConstants(m: Model, trial: Model, data: Data): Patch | undefined {
  contentsOf(trial).set(contentsOf(m));
  setConstants(trial, data, 'the model');
  return makePatch(contentsOf(trial), contentsOf(m));
}

/** Constants once more, as when the model was compiled: without contacts, and with everything awake. */
function setConstants(m: Model, data: Data, where: string): void {
  const { disableflags, enableflags } = m.opt;
  m.opt.disableflags |= Disable.CONTACT;
  m.opt.enableflags &= ~Enable.SLEEP;
  try {
    m.initData?.(blockOf(data));
    setConst(m, blockOf(data));
  } catch (error) {
    throw new RangeError(`${where}: ${(error as Error).message}`, { cause: error });
  } finally {
    m.opt.disableflags = disableflags;
    m.opt.enableflags = enableflags;
  }
}

/** Constants that follow from others. Where they are given themselves, they are not computed. */
const CONSTANTS: ReadonlySet<string> = new Set([
  ...[
    'body_subtreemass',
    'body_invweight0',
    'dof_invweight0',
    'dof_M0',
    'dof_length',
    'tendon_length0',
    'tendon_invweight0',
  ],
  ...[
    'actuator_acc0',
    'actuator_length0',
    'flexedge_length0',
    'flexedge_invweight0',
    'cam_pos0',
    'cam_poscom0',
    'cam_mat0',
  ],
  ...['light_pos0', 'light_poscom0', 'light_dir0', 'stat.meaninertia', 'stat.meanmass', 'stat.meansize', 'stat.extent'],
  'stat.center',
]);

interface ParameterWriter {
  readonly name: string;
  write(m: Model, world: number): void;
}

/** Throw unless parameters fit a Model and `count` worlds: fields that worlds may differ in, values that these may have, as
 *  many as there must be. `setParameters`, `rollout` and `withParameters` check the same.
 *
 *  @example
 *  checkParameters(m, { body_mass: m.body_mass });
 *  try {
 *    checkParameters(m, { body_parentid: m.body_parentid });
 *  } catch (error) {
 *    console.log(error.message.split(',')[0]); // -> checkParameters: 'body_parentid' cannot differ from world to world
 *  }
 *  @throws TypeError or RangeError that names the field */
export function checkParameters(model: Model, parameters: Parameters, count = 1): void {
  parameterWriters('checkParameters', expectModel('checkParameters', model), parameters, count);
}

function parameterWriters(caller: string, m: Model, parameters: Parameters, count: number): ParameterWriter[] {
  const entries = Object.entries(expectObject(`${caller}: parameters`, parameters));
  return entries.map(([name, values]) => parameter(caller, m, name, values, count));
}

function parameter(caller: string, m: Model, name: string, values: ArrayLike<number>, count: number): ParameterWriter {
  const rule = expectParameterField(caller, name);
  const row = modelTable.findIndex(([field]) => field === name);
  const width = row < 0 ? 1 : m[BLOCK].plan.lengths[row];
  const { length } = expectNumbers(`${caller}: ${name}`, values);
  const sameForAll = length === width;
  if (!sameForAll && length !== count * width) {
    throw new RangeError(`${caller}: ${name}: expected ${width} numbers, or ${count} times as many, found ${length}`);
  }
  expectParameterValues(`${caller}: ${name}`, rule, values);
  expectSameStructure(`${caller}: ${name}`, m, name, values, width);
  const from = (world: number) => (sameForAll ? 0 : world * width);
  if (row < 0) return { name, write: (to, world) => setScalar(to, name, values[from(world)]) };
  return { name, write: (to, world) => copyInto(modelArrayView(to[BLOCK], row), values, from(world)) };
}

/** `opt.timestep` and the like. */
function setScalar(m: Model, name: string, value: number): void {
  const path = name.split('.');
  const last = path.pop()!;
  let owner = m as unknown as Record<string, unknown>;
  for (const part of path) owner = owner[part] as Record<string, unknown>;
  owner[last] = value;
}

function copyInto(field: TypedArray, values: ArrayLike<number>, from: number): void {
  for (let k = 0; k < field.length; k++) field[k] = values[from + k];
}
