/** `loadLegacy`, the default export of `tenon/mujoco/legacy`: the API of `mujoco-js` 0.0.7 (MuJoCo 3.3.8), the former name of
 * `@mujoco/mujoco`. Functions accept the parameters of that version and the current ones. */
import type { AsList, In, Input, Out } from './base/buffers.ts';
import { titled } from './base/signature.ts';
import type { Text } from './base/text.ts';
import type { MjData as CurrentData } from './classes/data.ts';
import type { MjModel as CurrentModel } from './classes/model.ts';
import type { MjVFS } from './files/vfs.ts';
import { type MainModule as CurrentModule, type LoadOptions, load } from './load.ts';

/** A model whose texture addresses are numbers. */
export type MjModel = Omit<CurrentModel, 'tex_adr' | 'clone' | 'deleteLater'> & {
  readonly tex_adr: AsList<Int32Array>;
  clone(): MjModel;
  deleteLater(): MjModel;
};

/** A `Data` with its mass matrix by ancestors of dofs. */
export type MjData = CurrentData & {
  /** Mass matrix: `nM` values, for each dof the diagonal element and those with its ancestors. */
  readonly qM: AsList<Float64Array>;
};

/** The current functions for legacy models. */
type Accepted<T> = CurrentModel extends T ? T | MjModel : T;
type Returned<T> = T extends CurrentModel ? MjModel : T;
type Adapted<F> = F extends (...args: infer A) => infer R
  ? (...args: { [K in keyof A]: Accepted<A[K]> }) => Returned<R>
  : F;

/** Functions with other parameters in that version. */
interface Older {
  mj_fullM(m: MjModel, dst: Out, M: Input): void;
  mj_sizeModel(m: MjModel): number;
  mj_ray(
    m: MjModel,
    d: CurrentData,
    pnt: In,
    vec: In,
    geomgroup: In | null | undefined,
    flg_static: boolean | number,
    bodyexclude: number,
    geomid: Out,
  ): number;
  mj_multiRay(
    m: MjModel,
    d: CurrentData,
    pnt: In,
    vec: In,
    geomgroup: In | null | undefined,
    flg_static: boolean | number,
    bodyexclude: number,
    geomid: Out,
    dist: Out,
    nray: number,
    cutoff: number,
  ): void;
  mj_rayHfield(m: MjModel, d: CurrentData, geomid: number, pnt: In, vec: In): number;
  mj_rayMesh(m: MjModel, d: CurrentData, geomid: number, pnt: In, vec: In): number;
  mju_rayGeom(pos: In, mat: In, size: In, pnt: In, vec: In, geomtype: number): number;
  mju_rayFlex(
    m: MjModel,
    d: CurrentData,
    flex_layer: number,
    flg_vert: boolean | number,
    flg_edge: boolean | number,
    flg_face: boolean | number,
    flg_skin: boolean | number,
    flexid: number,
    pnt: In,
    vec: In,
    vertid: Out,
  ): number;
  mju_L1(vec: In): number;
  mju_isZero(vec: In): number;
  mju_norm(vec: In): number;
  mju_normalize(vec: Out): number;
  mju_sum(vec: In): number;
  mju_zero(res: Out): void;
  mjv_moveCamera(
    m: MjModel,
    action: number,
    reldx: number,
    reldy: number,
    scn: Scene,
    cam: InstanceType<CurrentModule['MjvCamera']>,
  ): void;
}

interface ModelClass {
  new (source: MjModel): MjModel;
  readonly prototype: MjModel;
  /** Load a model from a file of `FS`. */
  loadFromXML(path: Text): MjModel;
  from_xml_string(xml: Text, vfs?: MjVFS): MjModel;
  from_xml_path(path: Text, vfs?: MjVFS): MjModel;
  mj_loadXML(path: Text, vfs?: MjVFS): MjModel;
  mj_loadModel(path: Text, vfs?: MjVFS): MjModel;
  from_binary_path(path: Text, vfs?: MjVFS): MjModel;
}

type Scene = InstanceType<CurrentModule['MjvScene']>;
type Classes = 'MjModel' | 'MjData' | 'MjvScene';
/** Functions with another result or another name in that version. */
type Replaced = 'mj_sizeModel' | 'mju_rayFlex';
type Constructor = abstract new (...args: never) => unknown;
type Same = Omit<CurrentModule, keyof Older | Classes>;
/** The module returned by `load`. */
export type MainModule = { [K in keyof Same]: Same[K] extends Constructor ? Same[K] : Adapted<Same[K]> } & {
  [K in Exclude<keyof Older, Replaced>]: Older[K] & Adapted<CurrentModule[K]>;
} & Pick<Older, Replaced> & {
    MjModel: ModelClass;
    MjData: { new (m: MjModel | null, source?: MjData): MjData; readonly prototype: MjData };
    MjvScene: { new (m?: MjModel | null, maxgeom?: number): Scene; readonly prototype: Scene };
  };

/** Load the engine. */
export function loadLegacy(options?: LoadOptions): Promise<MainModule>;
/** Load the engine. Other options of the official package have no effect. */
export function loadLegacy(options?: unknown): Promise<MainModule>;
export async function loadLegacy(options?: unknown): Promise<MainModule> {
  const mujoco = await load(options);
  const { MjModel: Model } = mujoco;
  Object.assign(Model, { loadFromXML: Model.from_xml_path });
  // a separate class, so that other modules keep their 64-bit addresses
  const current = Object.getPrototypeOf(Model.prototype);
  Object.defineProperty(Model.prototype, 'tex_adr', {
    configurable: true,
    get(this: CurrentModel): Int32Array {
      return Int32Array.from(Reflect.get(current, 'tex_adr', this) as BigInt64Array, Number);
    },
  });
  return { ...mujoco, ...olderFunctions(mujoco), MjData: dataClass(mujoco) } as unknown as MainModule;
}

type Args = readonly unknown[];
const withNull = (args: Args): Args => [...args, null];
const withLength = ([vec]: Args): Args => [vec, lengthOf(vec)];

/** Number of arguments in the older version, and their translation to the current ones. */
const PARAMETERS: Readonly<Record<string, readonly [count: number, current: (args: Args) => Args]>> = {
  mj_ray: [8, withNull],
  mj_multiRay: [11, (args) => [...args.slice(0, 9), null, ...args.slice(9)]],
  mj_rayHfield: [5, withNull],
  mj_rayMesh: [5, withNull],
  mju_rayGeom: [6, withNull],
  mju_L1: [1, withLength],
  mju_isZero: [1, withLength],
  mju_norm: [1, withLength],
  mju_normalize: [1, withLength],
  mju_sum: [1, withLength],
  mju_zero: [1, withLength],
  // the scene was not used
  mjv_moveCamera: [6, (args) => [...args.slice(0, 4), args[5]]],
};

function olderFunctions(mujoco: CurrentModule): Record<string, unknown> {
  const functions = mujoco as unknown as Record<string, (...args: Args) => unknown>;
  const adapted = Object.entries(PARAMETERS).map(([name, [count, current]]) => {
    const call = (...args: Args) => functions[name](...(args.length === count ? current(args) : args));
    return [name, titled(call, name, count)];
  });
  return {
    ...Object.fromEntries(adapted),
    mju_rayFlex: (...args: Args) => functions['mj_rayFlex'](...withNull(args)),
    mj_sizeModel: (m: CurrentModel) => Number(mujoco.mj_sizeModel(m)),
    mj_fullM: (m: CurrentModel, ...rest: [Out, Input] | [CurrentData, Out]) => {
      if (rest[0] instanceof mujoco.MjData) mujoco.mj_fullM(m, ...(rest as [CurrentData, Out]));
      else fullMatrix(m, ...(rest as [Out, Input]));
    },
  };
}

interface Buffer {
  GetView(): ArrayLike<number>;
}

function viewOf(value: unknown): number[] {
  const isBuffer = typeof (value as Partial<Buffer> | null)?.GetView === 'function';
  return (isBuffer ? (value as Buffer).GetView() : value) as number[];
}

function lengthOf(value: unknown): number {
  return viewOf(value)?.length ?? 0;
}

/** Calls `visit` for each dof `i`, each `j` of the dof and its ancestors, and the index of their value in `qM`. */
function forEachPair(m: CurrentModel, visit: (i: number, j: number, at: number) => void): void {
  for (let i = 0; i < m.nv; i++) {
    let at = m.dof_Madr[i];
    for (let j = i; j >= 0; j = m.dof_parentid[j]) visit(i, j, at++);
  }
}

function fullMatrix(m: CurrentModel, dst: Out, M: Input): void {
  const [to, from] = [viewOf(dst), viewOf(M)];
  if (lengthOf(dst) !== m.nv * m.nv)
    throw new RangeError(`[mj_fullM] dst must have size ${m.nv * m.nv}, got ${lengthOf(dst)}`);
  if (lengthOf(M) !== m.nM) throw new RangeError(`[mj_fullM] M must have size ${m.nM}, got ${lengthOf(M)}`);
  for (let k = 0; k < to.length; k++) to[k] = 0;
  forEachPair(m, (i, j, at) => {
    to[i * m.nv + j] = from[at];
    to[j * m.nv + i] = from[at];
  });
}

/** `MjData` with `qM`; the current `M` has the same values in rows of dofs. */
function dataClass({ MjData: Data }: CurrentModule): typeof CurrentData {
  class LegacyData extends Data {
    static override readonly name = 'MjData';
    readonly #model: CurrentModel;

    constructor(m: CurrentModel | null, source?: CurrentData) {
      super(m, source);
      this.#model = m as CurrentModel;
    }

    get qM(): Float64Array {
      const m = this.#model;
      const [M, qM] = [this.M, new Float64Array(m.nM)];
      forEachPair(m, (i, j, at) => {
        for (let k = m.M_rowadr[i]; k < m.M_rowadr[i] + m.M_rownnz[i]; k++) if (m.M_colind[k] === j) qM[at] = M[k];
      });
      return qM;
    }
  }
  return LegacyData;
}
