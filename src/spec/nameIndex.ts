/** Which names exist, per kind of object. A name may be counted more than once: doubles are reported later, by the
 *  compiler, with their place. */

/** mjtObj of the kinds that are looked up by name while a spec is built. */
export const ObjKind = {
  BODY: 1,
  XBODY: 2,
  JOINT: 3,
  GEOM: 5,
  SITE: 6,
  CAMERA: 7,
  LIGHT: 8,
  MESH: 10,
  HFIELD: 12,
  TEXTURE: 13,
  MATERIAL: 14,
  PAIR: 15,
  EXCLUDE: 16,
  EQUALITY: 17,
  TENDON: 18,
  ACTUATOR: 19,
  SENSOR: 20,
  NUMERIC: 21,
  TEXT: 22,
  TUPLE: 23,
  KEY: 24,
  FRAME: 100,
} as const;

export class NameIndex {
  readonly #kinds = new Map<number, Map<string, number>>();

  add(kind: number, name: string): void {
    if (name === '') return;
    let names = this.#kinds.get(kind);
    if (names === undefined) {
      names = new Map();
      this.#kinds.set(kind, names);
    }
    names.set(name, (names.get(name) ?? 0) + 1);
  }

  remove(kind: number, name: string): void {
    const names = this.#kinds.get(kind);
    const count = names?.get(name);
    if (names === undefined || count === undefined) return;
    if (count === 1) names.delete(name);
    else names.set(name, count - 1);
  }

  has(kind: number, name: string): boolean {
    const names = this.#kinds.get(kind === ObjKind.XBODY ? ObjKind.BODY : kind);
    return names?.has(name) ?? false;
  }
}
