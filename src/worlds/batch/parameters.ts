/** Model parameters per world. Each world stores only the words in which its Model differs, including the constants
 * derived from its parameters. */
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

/** Values of Model fields, for each world or once for all: `{ body_mass: masses, 'opt.timestep': [0.001] }`. Allowed
 * are real fields, and integers that only switch something: contact masks and dimensions, limits, options. */
export type Parameters = Readonly<Record<string, ArrayLike<number>>>;

/** The patches from the first Model to each of several Models of the same size.
 *  @throws RangeError if their sizes differ */
export function modelPatches(caller: string, models: readonly Model[]): (Patch | undefined)[] {
  const [first] = models;
  const base = contentsOf(first);
  expectAlike(caller, models);
  return models.map((m) => (m === first ? undefined : makePatch(base, contentsOf(m))));
}

/** Plugin instances belong to a `Data`, which is created for the first of the Models. */
const plugged = modelTable.map(([name]) => name).filter((name) => /^plugin|_plugin$/.test(name)) as 'plugin'[];

/** @throws RangeError if the Models differ in sizes or plugins */
function expectAlike(caller: string, models: readonly Model[]): void {
  const [first] = models;
  models.forEach((m, k) => {
    const different = differentSize(first, m);
    if (different) throw new RangeError(`${caller}: model ${k} differs from model 0 in size: ${different}`);
    if (first.nplugin === 0) return;
    const other = plugged.find((name) => `${m[name]}` !== `${first[name]}`);
    if (other) throw new RangeError(`${caller}: model ${k} differs from model 0 in its plugins: ${other}`);
  });
}

/** The changes that parameters make to the Models of `count` worlds. `models[k]` is the Model of world k, or one for
 * all; patches are relative to the first.
 * @throws RangeError for unknown fields and wrong numbers of values */
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

/** Copy a Model with changed parameters and recompute the constants derived from them. A `Data` of the Model works with
 * the copy.
 *
 *  @example
 *  const heavy = withParameters(m, { body_mass: m.body_mass.map((mass) => 2 * mass) });
 *  step(heavy, d);
 *  heavy.free();
 *  @throws RangeError for unknown or fixed fields, and for invalid values */
export function withParameters(model: Model, parameters: Parameters): Model {
  const [patch] = parameterPatches('withParameters', [expectModel('withParameters', model)], parameters, 1);
  const copy = copyModel(model);
  if (patch) swapPatch(contentsOf(copy), patch);
  return copy;
}

/** Constants that recomputing would change although no parameter does: they are set in the model, so they are kept. */
function authoredConstants(m: Model, trial: Model, data: Data): Patch | undefined {
  contentsOf(trial).set(contentsOf(m));
  setConstants(trial, data, 'the model');
  return makePatch(contentsOf(trial), contentsOf(m));
}

/** Recompute constants as the compiler does: without contacts, and with everything awake. */
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

/** Derived constants. Those set as parameters are not computed. */
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

/** Check parameters for a Model and `count` worlds: field names, values and their number. `setParameters`, `rollout`
 * and `withParameters` run the same checks.
 *
 *  @example
 *  checkParameters(m, { body_mass: m.body_mass });
 *  try {
 *    checkParameters(m, { body_parentid: m.body_parentid });
 *  } catch (error) {
 *    console.log(error.message.split(',')[0]); // -> checkParameters: 'body_parentid' cannot differ between worlds
 *  }
 *  @throws TypeError or RangeError with the name of the field */
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
    throw new RangeError(`${caller}: ${name}: expected ${width} or ${count} x ${width} values, found ${length}`);
  }
  expectParameterValues(`${caller}: ${name}`, rule, values);
  expectSameStructure(`${caller}: ${name}`, m, name, values, width);
  const from = (world: number) => (sameForAll ? 0 : world * width);
  if (row < 0) return { name, write: (to, world) => setScalar(to, name, values[from(world)]) };
  return { name, write: (to, world) => copyInto(modelArrayView(to[BLOCK], row), values, from(world)) };
}

/** Sets `opt.timestep` and other scalars. */
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
