/** `MjData` of the drop-in API: the fields of our Data under the same names, records as vectors of objects. */

import { NISLAND, NSOLVER } from '../model/constants.ts';
import { copyData } from '../model/copy.ts';
import { Data } from '../model/data.ts';
import { arenaFields } from '../model/fields/arena.ts';
import { dataFields } from '../model/fields/data.ts';
import { type DataFields, dataScalars } from '../model/fields/index.ts';
import type { Hidden } from '../model/fields/meaning/meaning.ts';
import type { Row } from '../model/fields/row.ts';
import { rowLength } from '../model/layout.ts';
import { addFields, Handle, INNER, inner, mujocoError, reader, Vector } from './handle.ts';
import type { MjModel } from './model.ts';

/** One contact, as a copy. */
export class MjContact extends Handle {
  dist = 0;
  pos = new Float64Array(3);
  frame = new Float64Array(9);
  includemargin = 0;
  friction = new Float64Array(5);
  solref = new Float64Array(2);
  solreffriction = new Float64Array(2);
  solimp = new Float64Array(5);
  adhesion = 0;
  mu = 0;
  H = new Float64Array(36);
  dim = 0;
  geom1 = -1;
  geom2 = -1;
  geom = new Int32Array(2).fill(-1);
  flex = new Int32Array(2).fill(-1);
  elem = new Int32Array(2).fill(-1);
  vert = new Int32Array(2).fill(-1);
  exclude = 0;
  efc_address = -1;
}

const accessors = {
  body: 'body',
  jnt: 'joint',
  geom: 'geom',
  site: 'site',
  cam: 'camera',
  light: 'light',
  tendon: 'tendon',
  actuator: 'actuator',
  sensor: 'sensor',
} as const;

/** Columns that `contact`, `warning`, `timer` and `solver` show as records, and what is no business of users. */
type Columns =
  | Hidden
  | `${'contact' | 'warning' | 'timer'}_${string}`
  | `solver_${'improvement' | 'gradient' | 'lineslope' | 'nactive' | 'nchange' | 'neval' | 'nupdate' | 'unconverged'}`;

/** Parts of MuJoCo's Data that are empty here: flexes, plugins, threads. */
interface EmptyFields {
  readonly efm_active: number;
  readonly nefmK: number;
  readonly nefmdof: number;
  readonly nefmL: number;
  readonly nplugin: number;
  readonly threadpool: number;
  readonly efm_c: Float64Array;
  readonly efm_K_val: Float64Array;
  readonly efm_L: Float64Array;
  readonly efm_K_rownnz: Int32Array;
  readonly efm_K_rowadr: Int32Array;
  readonly efm_K_colind: Int32Array;
  readonly efm_dofid: Int32Array;
  readonly plugin: Int32Array;
}

/** What one iteration of the solver did. */
export interface MjSolverStat {
  improvement: number;
  gradient: number;
  lineslope: number;
  nactive: number;
  nchange: number;
  neval: number;
  nupdate: number;
}

type Accessors = { [K in keyof typeof accessors]: Data[(typeof accessors)[K]] };

export interface MjData extends Omit<DataFields, Columns>, EmptyFields, Accessors {}

/** State of a simulation, with the members of the official package. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the fields are created from the table, the type follows from it
export class MjData extends Handle {
  /** @internal */
  declare readonly [INNER]: Data;

  constructor(model: MjModel, source?: MjData) {
    super();
    try {
      const data = new Data(inner(model));
      Object.defineProperty(this, INNER, { value: data });
      if (source) copyInto(data, inner(source));
    } catch (error) {
      throw mujocoError(error);
    }
  }

  get contact(): Vector<MjContact> {
    const d = this[INNER];
    return new Vector(Array.from({ length: d.ncon }, (_, i) => contactAt(d, i)));
  }

  get warning(): Vector<{ lastinfo: number; number: number }> {
    const d = this[INNER];
    return new Vector(Array.from(d.warning_number, (number, i) => ({ lastinfo: d.warning_lastinfo[i], number })));
  }

  get timer(): Vector<{ duration: number; number: number }> {
    const d = this[INNER];
    return new Vector(Array.from(d.timer_number, (number, i) => ({ duration: d.timer_duration[i], number })));
  }

  get solver(): Vector<MjSolverStat> {
    const d = this[INNER];
    return new Vector(
      Array.from({ length: NISLAND * NSOLVER }, (_, i) => ({
        improvement: d.solver_improvement[i] ?? 0,
        gradient: d.solver_gradient[i] ?? 0,
        lineslope: d.solver_lineslope[i] ?? 0,
        nactive: d.solver_nactive[i] ?? 0,
        nchange: d.solver_nchange[i] ?? 0,
        neval: d.solver_neval[i] ?? 0,
        nupdate: d.solver_nupdate[i] ?? 0,
      })),
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

/** Columns that the records above show in another way, and capacities. */
function isOwn(name: string): boolean {
  return (
    /^(contact|warning|timer)_/.test(name) || /^solver_(?!niter|nnz|fwdinv)/.test(name) || /_(cap|need)$/.test(name)
  );
}

function* fields(): Iterable<[string, PropertyDescriptor]> {
  const field = reader<Data>;
  for (const [name] of dataFields) if (!isOwn(name)) yield field(name, (d) => d[name]);
  for (const row of arenaFields) {
    const name = row[0];
    if (!isOwn(name)) yield field(name, (d) => (d[name] as Float64Array).subarray(0, usedLength(row, d)));
  }
  for (const [name] of dataScalars) {
    if (isOwn(name)) continue;
    const [, get] = field(name, (d) => d[name]);
    const set = function (this: MjData, value: number) {
      this[INNER][name] = value;
    };
    yield [name, { ...get, set }];
  }
  // parts of MuJoCo's Data that have no meaning here: flexes, plugins, threads
  for (const name of ['efm_active', 'nefmK', 'nefmdof', 'nefmL', 'nplugin', 'threadpool']) yield field(name, () => 0);
  for (const name of ['efm_c', 'efm_K_val', 'efm_L']) yield field(name, () => new Float64Array(0));
  for (const name of ['efm_K_rownnz', 'efm_K_rowadr', 'efm_K_colind', 'efm_dofid', 'plugin'])
    yield field(name, () => new Int32Array(0));
  for (const [method, ours] of Object.entries(accessors)) {
    const value = function (this: MjData, key: string | number) {
      return this[INNER][ours](key);
    };
    yield [method, { value }];
  }
}

/** How much of an arena array is in use: capacities read as the numbers they hold room for. */
export function usedLength(row: Row, d: Data): number {
  const { model } = d;
  const island = /^(island_|ifrc|iacc|map_|dof_island|tree_island|efc_island|iefc_|map_)/.test(row[0]);
  if (island && d.nisland === 0) return 0;
  if (row[0] === 'tendon_efcadr' && d.nefc === 0) return 0;
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
  });
}

function contactAt(d: Data, i: number): MjContact {
  const c = new MjContact();
  c.dist = d.contact_dist[i];
  c.pos = d.contact_pos.slice(3 * i, 3 * i + 3);
  c.frame = d.contact_frame.slice(9 * i, 9 * i + 9);
  c.includemargin = d.contact_includemargin[i];
  c.friction = d.contact_friction.slice(5 * i, 5 * i + 5);
  c.solref = d.contact_solref.slice(2 * i, 2 * i + 2);
  c.solreffriction = d.contact_solreffriction.slice(2 * i, 2 * i + 2);
  c.solimp = d.contact_solimp.slice(5 * i, 5 * i + 5);
  c.adhesion = d.contact_adhesion[i];
  c.mu = d.contact_mu[i];
  c.H = d.contact_H.slice(36 * i, 36 * i + 36);
  c.dim = d.contact_dim[i];
  c.geom1 = d.contact_geom[2 * i];
  c.geom2 = d.contact_geom[2 * i + 1];
  c.geom = d.contact_geom.slice(2 * i, 2 * i + 2);
  c.exclude = d.contact_exclude[i];
  c.efc_address = d.contact_efc_address[i];
  return c;
}
