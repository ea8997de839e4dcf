/** Fields of a `Data` as plain arrays, sent from the engine to the page with each frame. */
import { Data, type Model } from '../../../../index.ts';

type TypedArray = Float64Array | Float32Array | Int32Array | Uint8Array;

/** A snapshot of fields of a `Data`. */
export interface Fields {
  scalars: Record<string, number>;
  arrays: Record<string, TypedArray>;
}

type UnknownRecord = Record<string, unknown>;

/** Fields that every frame has, except those that grow with contacts. */
const defaultFields =
  `time qpos qvel act ctrl xfrc_applied mocap_pos mocap_quat eq_active xpos xquat xmat xipos ximat xanchor xaxis
  geom_xpos geom_xmat flexvert_xpos site_xpos site_xmat cam_xpos cam_xmat light_xpos light_xdir subtree_com cvel energy sensordata
  ten_wrapadr ten_wrapnum wrap_obj wrap_xpos tendon_efcadr body_awake tree_asleep tree_island warning_number
  warning_lastinfo solver_niter solver_improvement solver_gradient`.split(/\s+/);
/** Fields with a row per contact. */
const perContact =
  'contact_pos contact_frame contact_dim contact_friction contact_efc_address contact_adhesion contact_geom'.split(' ');
/** Fields with an element per constraint row. */
const perRow = 'efc_force efc_island efc_type efc_id efc_KBIP'.split(' ');

/** Largest `Data` that is sent whole. */
const SMALL_BYTES = 300e3;

/** Selects and copies the fields of a `Data` for each frame. */
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
    this.#names = bytes <= SMALL_BYTES ? fixed : defaultFields.filter((name) => fixed.includes(name));
  }

  pack(requested: readonly string[]): Fields {
    const d = this.#d;
    const fields: Fields = { scalars: {}, arrays: {} };
    for (const name of this.#scalars) fields.scalars[name] = (d as unknown as Record<string, number>)[name]!;
    for (const name of this.#names) fields.arrays[name] = this.#array(name)!.slice();
    this.#packPart(fields, perContact, d.ncon, d.con_cap);
    this.#packPart(fields, perRow, d.nefc, d.efc_cap);
    for (const name of requested) {
      const array = this.#array(name);
      if (isNumbers(array)) fields.arrays[name] = array.slice();
    }
    return fields;
  }

  /** Copy the first `used` of `capacity` rows. */
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

/** The transfer list of fields. */
export function buffersOf({ arrays }: Fields): ArrayBuffer[] {
  return Object.values(arrays).map(({ buffer }) => buffer as ArrayBuffer);
}

/** Write fields into a mirror `Data`. Arrays are replaced only if they are too small. */
export function unpackFields(d: Data, { scalars, arrays }: Fields): void {
  const loose = d as unknown as Record<string, number | TypedArray>;
  for (const [name, value] of Object.entries(scalars)) if (!/_(cap|need)$/.test(name)) loose[name] = value;
  for (const [name, values] of Object.entries(arrays)) {
    const mine = loose[name] as TypedArray;
    if (mine.length >= values.length) mine.set(values as never);
    // nothing steps a mirror, so a field may be any array
    else Object.defineProperty(d, name, { value: values, configurable: true, enumerable: true, writable: true });
  }
}

/** A `Data` that mirrors another one and is never stepped. */
export function mirrorData(m: Model): Data {
  return new Data(m);
}

function isNumbers(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value);
}
