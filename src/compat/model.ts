/** `MjModel` of the drop-in API: the fields of our Model under the same names. */

import { copyModel } from '../model/copy.ts';
import { type ModelFields, modelSizes, modelTable } from '../model/fields/index.ts';
import { Model } from '../model/model.ts';
import { addFields, Handle, INNER, inner, mujocoError, reader } from './handle.ts';
import type { MjVFS } from './vfs.ts';

/** Loads MJCF; given from outside, so that this file does not depend on the compiler. */
export interface ModelLoader {
  fromString(xml: string, files: ReadonlyMap<string, Uint8Array>): Model;
  fromPath(path: string, files: ReadonlyMap<string, Uint8Array>): Model;
}

const noFiles: ReadonlyMap<string, Uint8Array> = new Map();

/** The methods for named access under the package's shorter names. */
const accessors = {
  body: 'body',
  jnt: 'joint',
  geom: 'geom',
  site: 'site',
  cam: 'camera',
  light: 'light',
  mesh: 'mesh',
  mat: 'material',
  eq: 'equality',
  tendon: 'tendon',
  actuator: 'actuator',
  sensor: 'sensor',
  key: 'key',
} as const;

type Accessors = { [K in keyof typeof accessors]: Model[(typeof accessors)[K]] };

export interface MjModel extends Omit<ModelFields, 'tex_adr'>, Pick<Model, 'opt' | 'stat' | 'vis'>, Accessors {
  /** Whether any body has gravity compensation. */
  readonly flg_gravcomp: boolean;
  /** Whether any geom has a surface that moves. */
  readonly flg_surfacevel: boolean;
  /** Whether any geom or pair sticks. */
  readonly flg_adhesion: boolean;
  /** `ntex` First byte of each texture in tex_data. */
  readonly tex_adr: BigInt64Array;
}

/** A compiled model, with the members of the official package. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class MjModel extends Handle {
  /** @internal */
  declare readonly [INNER]: Model;

  constructor(source: MjModel | Model) {
    super();
    const model = source instanceof Model ? source : copyModel(inner(source));
    Object.defineProperty(this, INNER, { value: model });
  }
}

/** The class that `load` gives: a model, and the ways to make one from MJCF. */
export type ModelClass = typeof MjModel & {
  from_xml_string(xml: string, vfs?: MjVFS): MjModel;
  from_xml_path(path: string, vfs?: MjVFS): MjModel;
  mj_loadXML(path: string, vfs?: MjVFS): MjModel;
};

/** The class of the drop-in API, with the ways to make a model from MJCF; what they make is an instance of it. */
export function makeModelClass(loader: ModelLoader): ModelClass {
  const made = (load: () => Model): MjModel => {
    try {
      return new Loaded(load());
    } catch (error) {
      throw mujocoError(error);
    }
  };
  class Loaded extends MjModel {
    static override readonly name = 'MjModel';

    static from_xml_string(xml: string, vfs?: MjVFS): MjModel {
      return made(() => loader.fromString(xml, vfs?.files ?? noFiles));
    }

    static from_xml_path(path: string, vfs?: MjVFS): MjModel {
      return made(() => loader.fromPath(path, vfs?.files ?? noFiles));
    }

    static mj_loadXML(path: string, vfs?: MjVFS): MjModel {
      return made(() => loader.fromPath(path, vfs?.files ?? noFiles));
    }
  }
  return Loaded;
}

addFields(MjModel, fields());

function* fields(): Iterable<[string, PropertyDescriptor]> {
  const field = reader<Model>;
  for (const name of modelSizes) yield field(name, (m) => m[name]);
  for (const [name] of modelTable) {
    if (!name.includes('.')) yield field(name, (m) => m[name as 'qpos0']);
  }
  for (const name of ['opt', 'stat', 'vis'] as const) yield field(name, (m) => m[name]);
  const any = (array: Float64Array) => array.some((value) => value !== 0);
  yield field('flg_gravcomp', (m) => any(m.body_gravcomp));
  yield field('flg_surfacevel', (m) => any(m.geom_surfacevel));
  yield field('flg_adhesion', (m) => any(m.geom_adhesion) || any(m.pair_adhesion));
  // the package shows 64-bit addresses as bigints
  yield field('tex_adr', (m) => BigInt64Array.from(m.tex_adr, BigInt));
  for (const [method, ours] of Object.entries(accessors)) {
    const value = function (this: MjModel, key: string | number) {
      return this[INNER][ours](key);
    };
    yield [method, { value }];
  }
}
