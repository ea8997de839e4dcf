/** Reads and writes members of specs in the tree. */

import { describeType } from '../../../core/model/fit.ts';
import { Skin } from '../../../formats/spec/elements/deformable.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { BindingError } from '../../base/errors.ts';
import { INNER } from '../../base/handle.ts';
import { expectText } from '../../base/text.ts';
import { mujocoEnums } from '../../tables/enums.ts';
import { BONE_COLUMNS, boneColumns } from './bones.ts';
import type { Member } from './fields.ts';
import { LiveVector, type VectorKind } from './liveVector.ts';
import { assignOrientation, orientationOn } from './orientation.ts';

type Fields = Record<string, unknown>;
type Owner = { readonly [INNER]: object };

/** The property definition of a member. */
export function memberProperty(owner: string, member: Member): PropertyDescriptor {
  const { name } = member;
  const { get, set } = memberAccess(owner, member);
  return {
    enumerable: true,
    configurable: true,
    get(this: Owner) {
      return get(this[INNER] as Fields);
    },
    set(this: Owner, value: unknown) {
      if (set === undefined) throw new BindingError(`${owner}.${name} is a read-only property`);
      set(this[INNER] as Fields, value);
    },
  };
}

interface Access {
  get: (fields: Fields) => unknown;
  set?: (fields: Fields, value: unknown) => void;
}

const ARRAYS = { d: Float64Array, f: Float32Array, n: Int32Array } as const;

function memberAccess(owner: string, { name, kind }: Member): Access {
  if (kind === 'd' || kind === 'f' || kind === 'n') return { get: (fields) => fieldArray(fields, name, ARRAYS[kind]) };
  if (kind === 'c') return { get: (fields) => characters(fields, name) };
  if (name === 'childclass') return inheritedClass(owner, name);
  if (kind === 'alt') {
    const get = (fields: Fields) => orientationOn(fields, name);
    return { get, set: (fields, value) => assignOrientation(get(fields), value) };
  }
  if (kind.startsWith('v'))
    return { get: (fields) => new LiveVector(vectorOwner(fields, name), name, kind as VectorKind) };
  if (kind.startsWith('mjt')) return enumAccess(owner, name, kind as keyof typeof mujocoEnums);
  return scalarAccess(owner, name, kind);
}

/** The object that has the list of a vector. */
function vectorOwner(fields: Fields, name: string): Fields {
  return fields instanceof Skin && BONE_COLUMNS.includes(name) ? (boneColumns(fields) as unknown as Fields) : fields;
}

/** The default class of child elements; default: the inherited class. */
function inheritedClass(owner: string, name: string): Access {
  const own = scalarAccess(owner, name, 's');
  return { ...own, get: (fields) => fields[name] || fields['classname'] || 'main' };
}

function scalarAccess(owner: string, name: string, kind: string): Access {
  const convert = SCALARS[kind];
  if (convert === undefined) throw new Error(`${owner}.${name}: unknown type '${kind}'`);
  return {
    get: (fields) => convert(fields[name]),
    set: (fields, value) => {
      if (kind === 's') fields[name] = expectText(`${owner}.${name}`, value);
      else if (typeof value === 'number' || typeof value === 'boolean') fields[name] = convert(value);
      else
        throw new BindingError(`${owner}.${name}: expected ${WORDS[kind] ?? 'a number'}, found ${describeType(value)}`);
    },
  };
}

const WORDS: Readonly<Record<string, string>> = { b: 'a boolean' };
const SCALARS: Readonly<Record<string, (value: unknown) => unknown>> = {
  '': Number,
  i: (value) => Math.trunc(Number(value)),
  g: (value) => Math.fround(Number(value)),
  b: Boolean,
  s: String,
};

/** The array of a field. The tree stores it, so that writes of a script take effect. */
function fieldArray(fields: Fields, name: string, Kind: (typeof ARRAYS)[keyof typeof ARRAYS]): unknown {
  const held = fields[name];
  if (held instanceof Kind) return held;
  const array = Kind.from(held as ArrayLike<number>);
  fields[name] = array;
  return array;
}

function enumAccess(owner: string, name: string, title: keyof typeof mujocoEnums): Access {
  const { values } = mujocoEnums[title] as { values: Readonly<Record<number, unknown>> };
  return {
    get: (fields) => values[fields[name] as number] ?? fields[name],
    set: (fields, value) => {
      const number = typeof value === 'object' ? (value as { value?: unknown } | null)?.value : value;
      if (typeof number !== 'number')
        throw new BindingError(`${owner}.${name}: expected a member of ${title}, found ${describeType(value)}`);
      fields[name] = number;
    },
  };
}

/** Strings exposed to scripts as character arrays. */
const held = new WeakMap<Fields, Record<string, Int8Array>>();

/** A string as C characters. Writes of a script take effect in `settleCharacters`. */
function characters(fields: Fields, name: string): Int8Array {
  let arrays = held.get(fields);
  if (arrays === undefined) {
    arrays = {};
    held.set(fields, arrays);
  }
  arrays[name] ??= Int8Array.from(String(fields[name]), (letter) => letter.charCodeAt(0));
  return arrays[name];
}

/** Apply writes of scripts to the character arrays of a spec. */
export function settleCharacters({ compiler, textures }: Tree): void {
  for (const fields of [compiler, ...textures] as unknown as Fields[]) {
    for (const [name, array] of Object.entries(held.get(fields) ?? {})) fields[name] = String.fromCharCode(...array);
  }
}
