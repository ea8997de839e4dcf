/** Numbers of the Model that differ from world to world. A world keeps only the words in which its Model differs, those
 *  of the constants that follow from its parameters included. */
import { setConst } from '../compiler/derived/setConst.ts';
import { INSIDE, type Numbers } from '../model/block/block.ts';
import { viewOf } from '../model/block/modelBlock.ts';
import { copyModel } from '../model/copy.ts';
import { Data, inside } from '../model/data.ts';
import { Disable, Enable } from '../model/enums.ts';
import { modelTable, ownScalars, recordScalars } from '../model/fields/index.ts';
import { expectModel } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { suggestion } from '../xml/suggest.ts';
import { contentsOf, differentSize, exchange, type Patch, patchOf } from './contents.ts';

/** Fields of a Model with their numbers, for each world or once for all: `{ body_mass: masses, 'opt.timestep': [0.001] }`. */
export type Parameters = Readonly<Record<string, ArrayLike<number>>>;

/** Where each of several Models of one size differs from the first.
 *  @throws RangeError if their sizes differ */
export function modelPatches(caller: string, models: readonly Model[]): (Patch | undefined)[] {
  const [first] = models;
  const base = contentsOf(first);
  return models.map((m, k) => {
    if (m === first) return undefined;
    const different = differentSize(first, m);
    if (different) throw new RangeError(`${caller}: model ${k} is of another size than model 0: ${different}`);
    return patchOf(base, contentsOf(m));
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
  const base = contentsOf(models[0]);
  const given = Object.entries(parameters).map(([name, values]) => parameter(caller, models[0], name, values, count));
  const trial = copyModel(models[0]);
  const contents = contentsOf(trial);
  const data = new Data(trial);
  const authored = models.map((m) => authoredConstants(m, trial, data));
  try {
    return Array.from({ length: count }, (_, world) => {
      const k = world % models.length;
      contents.set(contentsOf(models[k]));
      for (const { write } of given) write(trial, world);
      setConstants(trial, data, `${caller}: world ${world}`);
      authored[k]?.at.forEach((at, w) => {
        contents[at] = authored[k]!.words[w];
      });
      return patchOf(base, contents);
    });
  } finally {
    data.free();
    trial.free();
  }
}

/** A copy of a Model with other numbers, and the constants that follow from them. A Data of the Model fits it.
 *
 *  @example
 *  const heavy = modelWith(m, { body_mass: m.body_mass.map((mass) => 2 * mass) });
 *  step(heavy, d);
 *  heavy.free();
 *  @throws RangeError for fields that a Model does not have, and for another number of values than fits */
export function modelWith(model: Model, parameters: Parameters): Model {
  const [patch] = parameterPatches('modelWith', [expectModel('modelWith', model)], parameters, 1);
  const copy = copyModel(model);
  if (patch) exchange(contentsOf(copy), patch);
  return copy;
}

/** Constants that would change although no parameter does: the author of the model has set them, so they stay. */
function authoredConstants(m: Model, trial: Model, data: Data): Patch | undefined {
  contentsOf(trial).set(contentsOf(m));
  setConstants(trial, data, 'the model');
  return patchOf(contentsOf(trial), contentsOf(m));
}

/** Constants once more, as when the model was compiled: without contacts, and with everything awake. */
function setConstants(m: Model, data: Data, place: string): void {
  const { disableflags, enableflags } = m.opt;
  m.opt.disableflags |= Disable.CONTACT;
  m.opt.enableflags &= ~Enable.SLEEP;
  try {
    m.initData?.(inside(data));
    setConst(m, inside(data));
  } catch (error) {
    throw new RangeError(`${place}: ${(error as Error).message}`, { cause: error });
  } finally {
    m.opt.disableflags = disableflags;
    m.opt.enableflags = enableflags;
  }
}

interface Given {
  write(m: Model, world: number): void;
}

const scalars: readonly string[] = [...recordScalars, ...ownScalars].map(([name]) => name);
const names: readonly string[] = [...modelTable.map(([name]) => name), ...scalars];

function parameter(caller: string, m: Model, name: string, values: ArrayLike<number>, count: number): Given {
  const row = modelTable.findIndex(([field]) => field === name);
  const isScalar = row < 0 && scalars.includes(name);
  if (row < 0 && !isScalar) {
    throw new RangeError(`${caller}: no field of a Model is called '${name}'${suggestion(name, names)}`);
  }
  const width = isScalar ? 1 : viewOf(m[INSIDE], row).length;
  const tiled = values?.length === width;
  if (!tiled && values?.length !== count * width) {
    throw new RangeError(
      `${caller}: ${name}: expected ${width} numbers, or ${count} times as many, found ${values?.length}`,
    );
  }
  const from = (world: number) => (tiled ? 0 : world * width);
  if (isScalar) return { write: (to, world) => setScalar(to, name, values[from(world)]) };
  return { write: (to, world) => copyInto(viewOf(to[INSIDE], row), values, from(world)) };
}

/** `opt.timestep` and the like. */
function setScalar(m: Model, name: string, value: number): void {
  const path = name.split('.');
  const last = path.pop()!;
  let owner = m as unknown as Record<string, unknown>;
  for (const part of path) owner = owner[part] as Record<string, unknown>;
  owner[last] = value;
}

function copyInto(field: Numbers, values: ArrayLike<number>, from: number): void {
  for (let k = 0; k < field.length; k++) field[k] = values[from + k];
}
