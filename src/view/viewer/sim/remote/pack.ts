/** Models and Datas as plain arrays that can be sent from one thread to another. */
import { Data, Model } from '../../../../index.ts';

type TypedArray = Float64Array | Float32Array | Int32Array | Uint8Array;
type PackedRecord = { [name: string]: number | TypedArray | PackedRecord };

export interface PackedModel {
  sizes: Record<string, number>;
  arrays: Record<string, TypedArray>;
  records: PackedRecord;
}

/** Fields of a Data as they are at one moment. */
export interface Fields {
  scalars: Record<string, number>;
  arrays: Record<string, TypedArray>;
}

const records = ['opt', 'stat', 'vis'] as const;
type UnknownRecord = Record<string, unknown>;

/** Everything that is in a Model. */
export function packModel(m: Model): PackedModel {
  const packed: PackedModel = { sizes: {}, arrays: {}, records: {} };
  for (const name in m) {
    const value = (m as unknown as UnknownRecord)[name];
    if (typeof value === 'number') packed.sizes[name] = value;
    else if (isNumbers(value)) packed.arrays[name] = value.slice();
  }
  for (const name of records) packed.records[name] = packRecord(m[name]);
  return packed;
}

/** A Model with the same numbers. It is there to be looked at; nothing steps it. */
export function unpackModel({ sizes, arrays, records: nested }: PackedModel): Model {
  const m = new Model(sizes);
  for (const [name, values] of Object.entries(arrays)) (m as unknown as Record<string, TypedArray>)[name]!.set(values);
  unpackRecord(m as unknown as UnknownRecord, nested);
  return m;
}

function packRecord(record: object): PackedRecord {
  const packed: PackedRecord = {};
  for (const name in record) {
    const value = (record as UnknownRecord)[name];
    if (typeof value === 'number') packed[name] = value;
    else if (isNumbers(value)) packed[name] = value.slice();
    else if (typeof value === 'object' && value !== null) packed[name] = packRecord(value);
  }
  return packed;
}

function unpackRecord(record: UnknownRecord, packed: PackedRecord): void {
  for (const [name, value] of Object.entries(packed)) {
    if (typeof value === 'number') record[name] = value;
    else if (isNumbers(value)) (record[name] as TypedArray).set(value as never);
    else unpackRecord(record[name] as UnknownRecord, value);
  }
}

/** What is drawn and shown in any case. Those that grow with contacts come last. */
const usual =
  `time qpos qvel act ctrl xfrc_applied mocap_pos mocap_quat eq_active xpos xquat xmat xipos ximat xanchor xaxis
  geom_xpos geom_xmat flexvert_xpos site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir subtree_com cvel energy sensordata
  ten_wrapadr ten_wrapnum wrap_obj wrap_xpos tendon_efcadr body_awake tree_asleep tree_island warning_number
  warning_lastinfo solver_niter solver_improvement solver_gradient`.split(/\s+/);
const perContact =
  'contact_pos contact_frame contact_dim contact_friction contact_efc_address contact_adhesion contact_geom'.split(' ');
const perRow = 'efc_force efc_island efc_type efc_id efc_KBIP'.split(' ');

/** Models whose fields are no larger are sent whole, so that one can look at anything. */
const SMALL_BYTES = 300e3;

/** Chooses and copies the fields of a Data for each frame. */
export class Packer {
  readonly #d: Data;
  readonly #scalars: string[] = [];
  readonly #names: readonly string[];

  constructor(d: Data) {
    this.#d = d;
    const growing = (name: string) => /^(contact|efc|iefc|island)_|^work_/.test(name);
    const names: string[] = [];
    for (const name in d) if (!growing(name)) names.push(name);
    this.#scalars.push(...names.filter((name) => typeof (d as unknown as UnknownRecord)[name] === 'number'));
    const fixed = names.filter((name) => isNumbers(this.#array(name)));
    const bytes = fixed.reduce((sum, name) => sum + this.#array(name)!.byteLength, 0);
    this.#names = bytes <= SMALL_BYTES ? fixed : usual.filter((name) => fixed.includes(name));
  }

  pack(wanted: readonly string[]): Fields {
    const d = this.#d;
    const fields: Fields = { scalars: {}, arrays: {} };
    for (const name of this.#scalars) fields.scalars[name] = (d as unknown as Record<string, number>)[name]!;
    for (const name of this.#names) fields.arrays[name] = this.#array(name)!.slice();
    this.#packPart(fields, perContact, d.ncon, d.con_cap);
    this.#packPart(fields, perRow, d.nefc, d.efc_cap);
    for (const name of wanted) {
      const array = this.#array(name);
      if (isNumbers(array)) fields.arrays[name] = array.slice();
    }
    return fields;
  }

  /** The rows in use of fields that have `capacity` rows. */
  #packPart(fields: Fields, names: readonly string[], used: number, capacity: number): void {
    for (const name of names) {
      const array = this.#array(name);
      if (isNumbers(array)) fields.arrays[name] = array.slice(0, (array.length / Math.max(1, capacity)) * used);
    }
  }

  #array(name: string): TypedArray | undefined {
    return (this.#d as unknown as Record<string, TypedArray | undefined>)[name];
  }
}

/** Buffers of a message that can be handed over instead of copied. */
export function buffersOf(value: PackedModel | Fields): ArrayBuffer[] {
  return Object.values(value.arrays).map(({ buffer }) => buffer as ArrayBuffer);
}

/** Bring a Data that is only looked at to another moment. Arrays keep their place where their size allows it. */
export function unpackFields(d: Data, { scalars, arrays }: Fields): void {
  const loose = d as unknown as Record<string, number | TypedArray>;
  for (const [name, value] of Object.entries(scalars)) if (!/_(cap|need)$/.test(name)) loose[name] = value;
  for (const [name, values] of Object.entries(arrays)) {
    const mine = loose[name] as TypedArray;
    if (mine.length >= values.length) mine.set(values as never);
    // nothing steps this Data, so its field may be any array
    else Object.defineProperty(d, name, { value: values, configurable: true, enumerable: true, writable: true });
  }
}

/** A Data to look at. */
export function mirrorData(m: Model): Data {
  return new Data(m);
}

function isNumbers(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value);
}
