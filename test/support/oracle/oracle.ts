/** The oracle: MuJoCo itself, as its npm package. Only tests and benches use it. */
import { readFileSync } from 'node:fs';
import load, { type MainModule, type MjData, type MjModel } from '@mujoco/mujoco';
import { Data } from '../../../src/core/model/data.ts';
import { arenaTable, modelSizes, modelTable, recordScalars } from '../../../src/core/model/fields/index.ts';
import { Model } from '../../../src/core/model/model.ts';
import { usedLength } from '../../../src/mujoco/classes/data.ts';
import { compareNumbers } from './difference.mjs';
import { atNextFile } from './nextFile.ts';

export type { MjData, MjModel };

let used = false;

/** Compiled once per thread: every module is an instance of it. */
const compiled = await WebAssembly.compile(
  readFileSync(new URL('../../../node_modules/@mujoco/mujoco/mujoco.wasm', import.meta.url)),
);
type Instantiated = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;
const instantiateWasm = (imports: WebAssembly.Imports, done: Instantiated): object => {
  done(new WebAssembly.Instance(compiled, imports), compiled);
  return {};
};

/** The module of the npm package. Each test file that uses it has its own, because a model that it rejects can corrupt it. */
export let mujoco: MainModule = await loadWatched();

atNextFile.renewOracle = async () => {
  if (used) mujoco = await loadWatched();
};

/** A new module, which records whether it is used. */
async function loadWatched(): Promise<MainModule> {
  const module = await load({ instantiateWasm });
  Reflect.deleteProperty(module, 'instantiateWasm');
  used = false;
  const get = (target: MainModule, name: string | symbol) => {
    used = true;
    return Reflect.get(target, name);
  };
  return new Proxy(module, { get });
}

/** Files that a model refers to, by the name it uses. */
export type Files = Record<string, Uint8Array | string>;

/** MuJoCo's model of an MJCF text. Free it with `.delete()`. */
export function oracleModel(xml: string, files: Files = {}): MjModel {
  if (Object.keys(files).length === 0) return mujoco.MjModel.from_xml_string(xml);
  const vfs = new mujoco.MjVFS();
  try {
    for (const [name, bytes] of Object.entries(files)) {
      vfs.addBuffer(name, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
    }
    return mujoco.MjModel.from_xml_string(xml, vfs);
  } finally {
    vfs.delete();
  }
}

/** Our Model with all values copied from MuJoCo's compiled model, for tests of stages without our compiler. */
export function modelFromOracle(theirs: MjModel): Model {
  const loose = theirs as unknown as Record<string, unknown>;
  const m = new Model(Object.fromEntries(modelSizes.map((name) => [name, Number(loose[name])])));
  for (const [name] of modelTable) {
    const value = field(loose, name) ?? boolField(loose, loose, name, modelBools);
    if (!value) throw new Error(`MuJoCo's model has no ${name}`);
    const target = field(m as unknown as Record<string, unknown>, name) as { [k: number]: number; length: number };
    if (value.length !== target.length)
      throw new Error(`${name}: ${value.length} elements in MuJoCo, ${target.length} here`);
    for (let i = 0; i < value.length; i++) target[i] = Number(value[i]);
  }
  for (const [name] of recordScalars) {
    const path = name.split('.');
    const last = path.pop()!;
    const owner = path.reduce<Record<string, unknown>>(
      (o, k) => o[k] as Record<string, unknown>,
      m as unknown as Record<string, unknown>,
    );
    const their = path.reduce<Record<string, unknown>>((o, k) => o[k] as Record<string, unknown>, loose);
    owner[last] = Number(their[last]);
  }
  return m;
}

/** A model in both engines, each with its Data: `theirs` is MuJoCo's, `m` and `d` are ours. */
export interface Pair {
  m: Model;
  d: Data;
  theirs: { m: MjModel; d: MjData };
}

/** Loads an MJCF text in MuJoCo and copies the compiled model to ours. */
export function pairFromXml(xml: string, files: Files = {}): Pair {
  const model = oracleModel(xml, files);
  const m = modelFromOracle(model);
  return { m, d: new Data(m), theirs: { m: model, d: new mujoco.MjData(model) } };
}

/** A field of booleans of MuJoCo's Data by name, as a view: `eq_active`. */
export function oracleBools(pair: Pair, name: string): Uint8Array {
  const loose = pair.theirs as unknown as Record<'m' | 'd', Record<string, unknown>>;
  const found = boolField(loose.d, loose.m, name, dataBools);
  if (!found) throw new Error(`MuJoCo's data has no booleans ${name}`);
  return found;
}

/** A field of MuJoCo's Data by name, as a copy; contact fields as columns (`contact_pos`). */
export function oracleField(pair: Pair, name: string): ArrayLike<number> {
  const loose = pair.theirs.d as unknown as Record<string, unknown>;
  if (name.startsWith('contact_')) return contactColumn(pair.theirs.d, name.slice('contact_'.length));
  const found: unknown =
    field(loose, name) ?? boolField(loose, pair.theirs.m as unknown as Record<string, unknown>, name, dataBools);
  if (typeof found === 'number') return [found];
  if (!found) throw new Error(`MuJoCo's data has no ${name}`);
  return Array.from(found as ArrayLike<number>, Number);
}

/** Largest difference of a field between the engines, relative to the field's largest magnitude (at least `floor`). */
export function fieldError(pair: Pair, name: string, floor = 1): number {
  return compareNumbers(ownField(pair, name), oracleField(pair, name), { floor }).error;
}

/** A field of our Data by name; of arrays that grow, the part in use. */
function ownField({ d }: Pair, name: string): ArrayLike<number> {
  const own = (d as unknown as Record<string, unknown>)[name];
  if (own === undefined) throw new Error(`our Data has no ${name}`);
  if (typeof own === 'number') return [own];
  const row = arenaTable.find(([field]) => field === name);
  return row ? (own as Float64Array).subarray(0, usedLength(row, d)) : (own as ArrayLike<number>);
}

/** Copies our state and inputs to MuJoCo's Data, so that both compute from the same values. */
export function copyStateToOracle(pair: Pair): void {
  const { d, theirs } = pair;
  theirs.d.time = d.time;
  for (const name of [
    'qpos',
    'qvel',
    'act',
    'ctrl',
    'qfrc_applied',
    'xfrc_applied',
    'mocap_pos',
    'mocap_quat',
    'qacc_warmstart',
    'history',
    'qacc',
  ] as const) {
    (theirs.d[name] as Float64Array).set(d[name]);
  }
}

/** Copies MuJoCo's state and inputs to our Data. */
export function copyStateFromOracle(pair: Pair): void {
  const { d, theirs } = pair;
  d.time = theirs.d.time;
  for (const name of [
    'qpos',
    'qvel',
    'act',
    'ctrl',
    'qfrc_applied',
    'xfrc_applied',
    'mocap_pos',
    'mocap_quat',
    'qacc_warmstart',
    'history',
    'qacc',
  ] as const) {
    d[name].set(theirs.d[name] as Float64Array);
  }
}

/** Copies any fields of MuJoCo's Data to ours, for example results of earlier stages. Scalars too. */
export function copyFieldsFromOracle(pair: Pair, names: readonly string[]): void {
  for (const name of names) {
    const value = oracleField(pair, name);
    const own = (pair.d as unknown as Record<string, unknown>)[name];
    if (typeof own === 'number') (pair.d as unknown as Record<string, unknown>)[name] = value[0];
    else (own as { set(v: ArrayLike<number>): void }).set(value);
  }
}

/** Random state from a fixed seed: perturbed positions (on the manifold), velocities, controls, activations. */
export function randomState(pair: Pair, seed: number, scale = 0.3): void {
  const { m, d } = pair;
  const next = random(seed);
  for (let j = 0; j < m.njnt; j++) {
    const a = m.jnt_qposadr[j];
    const type = m.jnt_type[j];
    const n = type === 0 ? 7 : type === 1 ? 4 : 1;
    for (let k = 0; k < n; k++) d.qpos[a + k] = m.qpos0[a + k] + scale * next();
    if (type <= 1) normalize(d.qpos, type === 0 ? a + 3 : a);
  }
  for (let i = 0; i < m.nv; i++) d.qvel[i] = next();
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = next();
  for (let i = 0; i < m.na; i++) d.act[i] = 0.5 + 0.4 * next();
  for (let i = 0; i < m.nv; i++) d.qfrc_applied[i] = 0.1 * next();
  copyStateToOracle(pair);
}

/** Deterministic random numbers in [-1, 1). */
export function random(seed: number): () => number {
  let s = seed >>> 0 || 1;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 31 - 1;
  };
}

function normalize(q: Float64Array, at: number): void {
  const norm = Math.hypot(q[at], q[at + 1], q[at + 2], q[at + 3]);
  for (let k = 0; k < 4; k++) q[at + k] /= norm;
}

function contactColumn(d: MjData, name: string): ArrayLike<number> {
  const contacts = d.contact;
  const column: number[] = [];
  for (let i = 0; i < contacts.size(); i++) {
    const contact = contacts.get(i) as unknown as Record<string, unknown> & { delete(): void };
    const value = contact[name];
    if (typeof value === 'number') column.push(value);
    else column.push(...Array.from(value as ArrayLike<number>, Number));
    contact.delete();
  }
  contacts.delete();
  return column;
}

function field(owner: Record<string, unknown>, name: string): ArrayLike<number> | undefined {
  try {
    return name.split('.').reduce<unknown>((o, k) => (o as Record<string, unknown>)[k], owner) as
      | ArrayLike<number>
      | undefined;
  } catch {
    return undefined;
  }
}

// the bindings cannot read arrays of bool; they follow the array named first, aligned to 64 bytes
type Bools = readonly (readonly [behind: string, ...names: (readonly [string, string])[]])[];
const modelBools: Bools = [
  ['jnt_group', ['jnt_limited', 'njnt'], ['jnt_actfrclimited', 'njnt'], ['jnt_actgravcomp', 'njnt']],
  ['light_texid', ['light_castshadow', 'nlight']],
  ['light_range', ['light_active', 'nlight']],
  ['flex_gap', ['flex_internal', 'nflex']],
  [
    'flex_edgeequality',
    ['flex_rigid', 'nflex'],
    ['flexedge_rigid', 'nflexedge'],
    ['flex_centered', 'nflex'],
    ['flex_flatskin', 'nflex'],
  ],
  ['mat_texid', ['mat_texuniform', 'nmat']],
  ['eq_objtype', ['eq_active0', 'neq']],
  ['ten_J_colind', ['tendon_limited', 'ntendon'], ['tendon_actfrclimited', 'ntendon']],
  ['actuator_biasprm', ['actuator_actlimited', 'nactuator']],
  ['actuator_actrange', ['actuator_actearly', 'nactuator']],
  ['actuator_plugin', ['actuator_forcelimited', 'nactuator']],
  ['actuator_forcerange', ['actuator_ctrllimited', 'nu']],
];
const dataBools: Bools = [
  ['xfrc_applied', ['eq_active', 'neq']],
  ['qLDiagInv', ['bvh_active', 'nbvh']],
];

function boolField(
  owner: Record<string, unknown>,
  sizes: Record<string, unknown>,
  name: string,
  chains: Bools,
): Uint8Array | undefined {
  for (const [behind, ...names] of chains) {
    if (!names.some(([n]) => n === name)) continue;
    const view = owner[behind] as Float64Array;
    let at = Math.ceil((view.byteOffset + view.byteLength) / 64) * 64;
    for (const [n, size] of names) {
      const length = Number(sizes[size]);
      if (n === name) return new Uint8Array(view.buffer, at, length);
      at = Math.ceil((at + length) / 64) * 64;
    }
  }
  return undefined;
}
