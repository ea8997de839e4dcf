/** `MjData` of the drop-in API: the fields of our `Data` under the same names, records as vectors of objects. */

import { rowLength } from '../../core/model/block/layout.ts';
import { NISLAND, NSOLVER } from '../../core/model/constants.ts';
import { copyData } from '../../core/model/copy.ts';
import { Data } from '../../core/model/data.ts';
import { arenaFields } from '../../core/model/fields/arena.ts';
import { dataFields } from '../../core/model/fields/data.ts';
import { type DataFields, dataScalars } from '../../core/model/fields/index.ts';
import type { Hidden } from '../../core/model/fields/meaning/meaning.ts';
import type { Row } from '../../core/model/fields/row.ts';
import { assignNumbers } from '../base/assign.ts';
import type { AsList, AsLists } from '../base/buffers.ts';
import { BindingError, guarded } from '../base/errors.ts';
import { addFields, Handle, hide, INNER, inner, reader } from '../base/handle.ts';
import type { DataAccessors } from '../types/accessors.ts';
import { contactAt } from './contact.ts';
import { type MjModel, modelSignature } from './model.ts';
import { accessorMethods } from './named.ts';
import { MjSolverStat, MjTimerStat, MjWarningStat } from './structs.ts';
import { MjContactVec, MjSolverStatVec, MjTimerStatVec, MjWarningStatVec } from './vectors.ts';

/** Columns exposed as the records `contact`, `warning`, `timer` and `solver`, and internal ones. */
type Columns =
  | Hidden
  | `${'contact' | 'warning' | 'timer'}_${string}`
  | `solver_${'improvement' | 'gradient' | 'lineslope' | 'nactive' | 'nchange' | 'neval' | 'nupdate' | 'unconverged'}`;

/** Booleans. */
const flags = ['flg_energypos', 'flg_energyvel', 'flg_subtreevel', 'flg_rnepost'] as const;

/** Parts of MuJoCo's `mjData` that are always empty here: plugins, threads, the heap. */
const emptyNumbers = [
  'nplugin',
  'threadpool',
  'maxuse_arena',
  'maxuse_con',
  'maxuse_efc',
  'maxuse_stack',
  'narena',
  'nbuffer',
  'parena',
  'pbase',
  'pstack',
] as const;
const emptyArrays = {
  plugin: Int32Array,
  plugin_data: Uint32Array,
  arena: Uint8Array,
  buffer: Uint8Array,
} as const;
type Empty = { readonly [K in (typeof emptyNumbers)[number]]: number } & {
  readonly [K in keyof typeof emptyArrays]: AsList<InstanceType<(typeof emptyArrays)[K]>>;
};

export interface MjData extends AsLists<Omit<DataFields, Columns | (typeof flags)[number]>>, Empty, DataAccessors {
  flg_energypos: boolean;
  flg_energyvel: boolean;
  flg_subtreevel: boolean;
  flg_rnepost: boolean;
  readonly threadlock: boolean;
  /** A number shared by all MjData objects of a model. */
  readonly signature: bigint;
}

/** State of a simulation, with the members of the official package. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class MjData extends Handle {
  /** @internal */
  declare readonly [INNER]: Data;

  constructor(model: MjModel | null, source?: MjData) {
    super();
    if (!model) throw new BindingError(`MjData: expected an MjModel, found ${model}`);
    guarded(() => {
      const data = new Data(inner(model));
      hide(this, INNER, data);
      if (source) copyInto(data, inner(source));
    });
  }

  get contact(): MjContactVec {
    const d = this[INNER];
    return new MjContactVec(Array.from({ length: Math.min(d.ncon, d.con_cap) }, (_, i) => contactAt(d, i)));
  }

  get warning(): MjWarningStatVec {
    const d = this[INNER];
    const at = (i: number) => ({ lastinfo: d.warning_lastinfo[i], number: d.warning_number[i] });
    return new MjWarningStatVec(Array.from(d.warning_number, (_, i) => MjWarningStat.on(at(i))));
  }

  get timer(): MjTimerStatVec {
    const d = this[INNER];
    const at = (i: number) => ({ duration: d.timer_duration[i], number: d.timer_number[i] });
    return new MjTimerStatVec(Array.from(d.timer_number, (_, i) => MjTimerStat.on(at(i))));
  }

  get solver(): MjSolverStatVec {
    const d = this[INNER];
    return new MjSolverStatVec(
      Array.from({ length: NISLAND * NSOLVER }, (_, i) =>
        MjSolverStat.on({
          improvement: d.solver_improvement[i] ?? 0,
          gradient: d.solver_gradient[i] ?? 0,
          lineslope: d.solver_lineslope[i] ?? 0,
          nactive: d.solver_nactive[i] ?? 0,
          nchange: d.solver_nchange[i] ?? 0,
          neval: d.solver_neval[i] ?? 0,
          nupdate: d.solver_nupdate[i] ?? 0,
        }),
      ),
    );
  }
}

addFields(MjData, fields());

function copyInto(target: Data, source: Data): void {
  try {
    copyData(target, source);
  } catch (error) {
    target.free();
    throw error;
  }
}

/** Columns that the records above expose differently, and capacities. */
function isOwn(name: string): boolean {
  return (
    /^(contact|warning|timer)_/.test(name) || /^solver_(?!niter|nnz|fwdinv)/.test(name) || /_(cap|need)$/.test(name)
  );
}

function* fields(): Iterable<[string, PropertyDescriptor]> {
  const field = reader<Data>;
  for (const [name] of dataFields) if (!isOwn(name)) yield writable(name, (d) => d[name]);
  for (const row of arenaFields) {
    const name = row[0];
    if (!isOwn(name)) yield writable(name, (d) => (d[name] as Float64Array).subarray(0, usedLength(row, d)));
  }
  for (const [name] of dataScalars) if (!isOwn(name)) yield scalar(name);
  for (const name of emptyNumbers) yield field(name, (d) => (name === 'narena' ? d.model.narena : 0));
  for (const [name, Kind] of Object.entries(emptyArrays)) yield field(name, () => new Kind(0));
  yield field('threadlock', () => false);
  yield field('signature', (d) => modelSignature(d.model));
  yield* accessorMethods('data');
}

/** An array; assignment copies values into it. */
function writable(name: string, get: (d: Data) => ArrayLike<number>): [string, PropertyDescriptor] {
  const set = function (this: MjData, value: ArrayLike<number>) {
    assignNumbers(`MjData.${name}`, get(this[INNER]), value);
  };
  return [name, { ...reader<Data>(name, get)[1], set }];
}

function scalar(name: (typeof dataScalars)[number][0]): [string, PropertyDescriptor] {
  const isFlag = (flags as readonly string[]).includes(name);
  const [, get] = reader<Data>(name, (d) => (isFlag ? d[name] !== 0 : d[name]));
  const set = function (this: MjData, value: number | boolean) {
    if (typeof value !== 'number' && typeof value !== 'boolean') {
      throw new TypeError(`MjData.${name}: expected a number, found ${typeof value}`);
    }
    this[INNER][name] = Number(value);
  };
  return [name, { ...get, set }];
}

/** Used length of an arena array: capacity fields read as the number of elements in use. */
export function usedLength(row: Row, d: Data): number {
  const { model } = d;
  const island = /^(island_|ifrc|iacc|map_|dof_island|tree_island|efc_island|iefc_|map_)/.test(row[0]);
  if (island && d.nisland === 0) return 0;
  if (row[0] === 'tendon_efcadr' && d.nefc === 0) return 0;
  if (/^efm_/.test(row[0]) && d.efm_active === 0) return 0;
  const perIsland = /^island_/.test(row[0]);
  return rowLength(row, {
    ntree: perIsland ? d.nisland : model.ntree,
    nv: /^(ifrc|iacc)/.test(row[0]) ? d.nidof : model.nv,
    ntendon: model.ntendon,
    con_cap: d.ncon,
    efc_cap: d.nefc,
    J_cap: d.nJ,
    Y_cap: d.nY,
    A_cap: d.nA,
    H_cap: 0,
    K_cap: d.nefmK,
    nmetric: metricLength(row[0], d),
    nC: d.efm_active === 0 ? 0 : model.nC,
    nactuator: d.efm_active === 0 ? 0 : model.nactuator,
  });
}

/** Blocks of the metric have three dofs and nine values each. */
function metricLength(name: string, d: Data): number {
  if (d.efm_active === 0) return 0;
  if (name === 'efm_L') return 3 * d.nefmdof;
  return name === 'efm_dofid' ? d.nefmdof : d.model.nv;
}
