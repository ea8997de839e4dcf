/** Existing names per kind of object. A name may be counted more than once: the compiler reports duplicates later, with
 * their location. */

import { ObjType } from '../../core/model/enums.ts';

export class NameIndex {
  readonly #kinds = new Map<ObjType, Map<string, number>>();

  add(kind: ObjType, name: string): void {
    if (name === '') return;
    let names = this.#kinds.get(kind);
    if (names === undefined) {
      names = new Map();
      this.#kinds.set(kind, names);
    }
    names.set(name, (names.get(name) ?? 0) + 1);
  }

  remove(kind: ObjType, name: string): void {
    const names = this.#kinds.get(kind);
    const count = names?.get(name);
    if (names === undefined || count === undefined) return;
    if (count === 1) names.delete(name);
    else names.set(name, count - 1);
  }

  /** All names of any kind without their last characters, by those characters. */
  byEnding(length: number): Map<string, string[]> {
    const result = new Map<string, string[]>();
    for (const names of this.#kinds.values()) {
      for (const name of names.keys()) {
        if (name.length < length) continue;
        const stem = name.slice(0, name.length - length);
        const ending = name.slice(stem.length);
        const stems = result.get(ending);
        if (stems) stems.push(stem);
        else result.set(ending, [stem]);
      }
    }
    return result;
  }

  has(kind: ObjType, name: string): boolean {
    const names = this.#kinds.get(kind === ObjType.XBODY ? ObjType.BODY : kind);
    return names?.has(name) ?? false;
  }
}
