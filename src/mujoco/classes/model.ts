/** `MjModel` of the drop-in API: the fields of our Model under the same names. */

import { copyModel } from '../../core/model/copy.ts';
import { type ModelFields, modelSizes, modelTable } from '../../core/model/fields/index.ts';
import { Model } from '../../core/model/model.ts';
import { assignNumbers } from '../base/assign.ts';
import type { AsList, AsLists } from '../base/buffers.ts';
import { BindingError, guarded } from '../base/errors.ts';
import { addFields, Handle, hide, INNER, inner, reader } from '../base/handle.ts';
import type { Text } from '../base/text.ts';
import type { MjVFS } from '../files/vfs.ts';
import type { ModelAccessors } from '../types/accessors.ts';
import { accessorMethods } from './named.ts';
import { assignRecord, expectRecord } from './struct.ts';
import { assignVisual, MjOption, MjStatistic, MjVisual } from './structs.ts';

/** Loads models; injected, so that this file does not depend on the compiler. */
export interface ModelLoader {
  fromString(xml: Text, vfs?: MjVFS): Model;
  fromPath(path: Text, vfs?: MjVFS): Model;
  fromBinary(path: Text, vfs?: MjVFS): Model;
}

/** Character arrays, which are signed in the package. */
const texts = ['names', 'paths', 'text_data', 'plugin_attr'] as const;
type TextField = (typeof texts)[number];
const isText = (name: string): name is TextField => (texts as readonly string[]).includes(name);

/** Copies in separate memory: scripts pass them to text decoders, which reject shared memory in browsers. */
const copies = new WeakMap<Model, Map<TextField, Int8Array>>();

function textArray(m: Model, name: TextField): Int8Array {
  const ofModel = copies.get(m) ?? new Map<TextField, Int8Array>();
  copies.set(m, ofModel);
  const text = ofModel.get(name) ?? Int8Array.from(m[name]);
  ofModel.set(name, text);
  return text;
}

export interface MjModel extends AsLists<Omit<ModelFields, 'tex_adr' | TextField>>, ModelAccessors {
  readonly names: AsList<Int8Array>;
  readonly paths: AsList<Int8Array>;
  readonly text_data: AsList<Int8Array>;
  readonly plugin_attr: AsList<Int8Array>;
  /** A number shared by a model and its MjData objects. */
  readonly signature: bigint;
  opt: MjOption;
  stat: MjStatistic;
  vis: MjVisual;
  /** Whether any body has gravity compensation. */
  readonly flg_gravcomp: boolean;
  /** Whether any geom has a moving surface. */
  readonly flg_surfacevel: boolean;
  /** Whether any geom or pair has adhesion. */
  readonly flg_adhesion: boolean;
  /** `ntex` First byte of each texture in tex_data. */
  readonly tex_adr: BigInt64Array;
  /** Empty: the memory of a model is not a single block. */
  readonly buffer: AsList<Uint8Array>;
}

/** A compiled model, with the members of the official package. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class MjModel extends Handle {
  /** @internal */
  declare readonly [INNER]: Model;

  constructor(source: MjModel | Model) {
    super();
    if (source === undefined) throw new BindingError('MjModel: expected an MjModel to copy, found undefined');
    hide(this, INNER, source instanceof Model ? source : copyModel(inner(source)));
  }
}

/** The class returned by `load`: a model and its factory functions. */
export type ModelClass = typeof MjModel & {
  from_xml_string(xml: Text, vfs?: MjVFS): MjModel;
  from_xml_path(path: Text, vfs?: MjVFS): MjModel;
  mj_loadXML(path: Text, vfs?: MjVFS): MjModel;
  mj_loadModel(path: Text, vfs?: MjVFS): MjModel;
  from_binary_path(path: Text, vfs?: MjVFS): MjModel;
};

/** The model class with its factory functions, which return instances of it. */
export function makeModelClass(loader: ModelLoader): ModelClass {
  const made = (load: () => Model): MjModel => new Loaded(guarded(load));
  class Loaded extends MjModel {
    static override readonly name = 'MjModel';

    static from_xml_string(xml: Text, vfs?: MjVFS): MjModel {
      return made(() => loader.fromString(xml, vfs));
    }

    static from_xml_path(path: Text, vfs?: MjVFS): MjModel {
      return made(() => loader.fromPath(path, vfs));
    }

    static mj_loadXML(path: Text, vfs?: MjVFS): MjModel {
      return made(() => loader.fromPath(path, vfs));
    }

    static mj_loadModel(path: Text, vfs?: MjVFS): MjModel {
      return made(() => loader.fromBinary(path, vfs));
    }

    static from_binary_path(path: Text, vfs?: MjVFS): MjModel {
      return made(() => loader.fromBinary(path, vfs));
    }
  }
  return Loaded;
}

addFields(MjModel, fields());

function* fields(): Iterable<[string, PropertyDescriptor]> {
  const field = reader<Model>;
  for (const name of modelSizes) yield size(name);
  for (const [name] of modelTable) {
    if (!name.includes('.') && !isText(name)) yield writable(name);
  }
  for (const name of texts) yield field(name, (m) => textArray(m, name));
  const any = (array: Float64Array) => array.some((value) => value !== 0);
  yield field('flg_gravcomp', (m) => any(m.body_gravcomp));
  yield field('flg_surfacevel', (m) => any(m.geom_surfacevel));
  yield field('flg_adhesion', (m) => any(m.geom_adhesion) || any(m.pair_adhesion));
  // the package shows 64-bit addresses as bigints
  yield field('tex_adr', (m) => BigInt64Array.from(m.tex_adr, BigInt));
  yield field('buffer', () => new Uint8Array(0));
  yield field('signature', modelSignature);
  yield* records();
  yield* accessorMethods('model');
}

/** A size of the model. In the package it can be assigned, which makes the engine read outside its arrays. */
function size(name: (typeof modelSizes)[number]): [string, PropertyDescriptor] {
  const set = (): never => {
    throw new BindingError(`MjModel.${name}: sizes are fixed. Change the MJCF or the spec, and compile it again`);
  };
  return [name, { ...reader<Model>(name, (m) => m[name])[1], set }];
}

/** An array; assignment copies values into it. */
function writable(name: string): [string, PropertyDescriptor] {
  const [, get] = reader<Model>(name, (m) => m[name as 'qpos0']);
  const set = function (this: MjModel, value: ArrayLike<number>) {
    assignNumbers(`MjModel.${name}`, this[INNER][name as 'qpos0'], value);
  };
  return [name, { ...get, set }];
}

function* records(): Iterable<[string, PropertyDescriptor]> {
  const record = (name: string, get: (m: Model) => unknown, set: (m: Model, value: never) => void) =>
    [
      name,
      {
        enumerable: true,
        configurable: true,
        get(this: MjModel) {
          return get(this[INNER]);
        },
        set(this: MjModel, value: never) {
          set(this[INNER], value);
        },
      },
    ] as [string, PropertyDescriptor];
  yield record(
    'opt',
    (m) => MjOption.on(m.opt),
    (m, value: MjOption) => assignRecord(m.opt, expectRecord('MjOption', value)),
  );
  yield record(
    'stat',
    (m) => MjStatistic.on(m.stat),
    (m, value: MjStatistic) => assignRecord(m.stat, expectRecord('MjStatistic', value)),
  );
  yield record(
    'vis',
    (m) => MjVisual.on(m.vis),
    (m, value: MjVisual) => assignVisual(m.vis, expectRecord('MjVisual', value)),
  );
}

/** A 64-bit hash of the names and sizes of a model (FNV-1a). */
export function modelSignature(m: Model): bigint {
  let hash = 0xcbf29ce484222325n;
  const mix = (byte: number): void => {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  };
  for (const name of modelSizes) mix(m[name] & 0xff);
  m.names.forEach(mix);
  return hash;
}
