/** Index of the pairs, tendons, actuators, sensors, ... that may follow a copy, for thousands of copies: trying every
 * element for every copy would take quadratic time, since copies add elements.
 *
 * An element follows a copy with suffix s only if one of the names it refers to exists with s appended. Such names are
 * known: some existed before, the others belong to the copy. */

import { ObjType, WrapType } from '../../../core/model/enums.ts';
import type { Actuator, Sensor } from '../elements/actuation.ts';
import type { Tuple } from '../elements/custom.ts';
import type { Flex } from '../elements/deformable.ts';
import type { SpecElement } from '../elements/element.ts';
import type { Equality, Exclude, Pair, Tendon } from '../elements/relation.ts';
import type { NameIndex } from '../nameIndex.ts';

/** Names of which one must exist in the namespace of the copy; with '' the element is tried for every copy. */
export type GetReferences<T> = (element: T) => readonly string[];

export const flexReferences = (flex: Flex) => [flex.vertbody[0] ?? flex.nodebody[0] ?? ''];
export const pairReferences = (pair: Pair) => [pair.geomname1, pair.geomname2];
export const excludeReferences = (exclude: Exclude) => [exclude.bodyname1, exclude.bodyname2];
export const tendonReferences = (tendon: Tendon) =>
  tendon.path.filter((wrap) => wrap.type !== WrapType.PULLEY).map((wrap) => wrap.objname);
export const equalityReferences = (equality: Equality) => [equality.name1];
export const actuatorReferences = (actuator: Actuator) => [actuator.target];
export const tupleReferences = (tuple: Tuple) => tuple.objname.slice(0, 1);

export function sensorReferences({ objtype, objname, reftype, refname }: Sensor): string[] {
  if (objtype === ObjType.UNKNOWN) return [reftype === ObjType.UNKNOWN ? '' : refname];
  return reftype === ObjType.UNKNOWN ? [objname] : [objname, refname];
}

export class DependentIndex {
  /** names that end with a suffix, without it, by suffix */
  readonly #before: ReadonlyMap<string, readonly string[]>;
  readonly #copied: ReadonlySet<string>;
  readonly #lists = new Map<readonly SpecElement[], ListIndex>();
  /** names of the elements that followed the current copy so far: others may refer to them */
  #copiedDependents: string[] = [];

  /** @param copied names in the copied part
   *  @param length characters of the suffix, the same for all copies */
  constructor(names: NameIndex, copied: Iterable<string>, length: number) {
    this.#before = names.byEnding(length);
    this.#copied = new Set(copied);
  }

  startCopy(): void {
    this.#copiedDependents = [];
  }

  recordCopied(element: SpecElement): void {
    if (element.name !== '') this.#copiedDependents.push(element.name);
  }

  /** The elements of a list that may follow the copy with this suffix, in order. */
  candidates<T extends SpecElement>(list: readonly T[], getReferences: GetReferences<T>, suffix: string): T[] {
    const index = this.#lists.get(list) ?? new ListIndex();
    this.#lists.set(list, index);
    index.extend(list, getReferences);
    const found = new Set<number>();
    index.collect(found, ['']);
    index.collect(found, this.#copied);
    index.collect(found, this.#before.get(suffix) ?? []);
    index.collect(found, this.#copiedDependents);
    return [...found].sort((a, b) => a - b).map((index) => list[index]!);
  }
}

/** Positions in a growing list, by the names that its elements refer to. */
class ListIndex {
  readonly #indices = new Map<string, number[]>();
  #size = 0;

  extend<T extends SpecElement>(list: readonly T[], getReferences: GetReferences<T>): void {
    for (; this.#size < list.length; this.#size++) {
      for (const name of getReferences(list[this.#size]!)) {
        const indices = this.#indices.get(name);
        if (indices) indices.push(this.#size);
        else this.#indices.set(name, [this.#size]);
      }
    }
  }

  collect(found: Set<number>, names: Iterable<string>): void {
    if (this.#indices.size === 0) return;
    for (const name of names) for (const index of this.#indices.get(name) ?? []) found.add(index);
  }
}
