/** Keyframes while bodies are copied.
 *
 * The meaning of a keyframe's values depends on the order of joints. So before anything is copied, the values are
 * distributed to the joints, actuators and mocap bodies they belong to; copies inherit them; and when the tree is
 * complete, the keyframe is reassembled. Sizes are checked when values are distributed. */

import { beyondLimit } from '../../core/model/limits.ts';
import { AttachError } from './attachError.ts';
import type { Actuator } from './elements/actuation.ts';
import type { Body, Joint } from './elements/body.ts';
import { Key } from './elements/custom.ts';
import type { SpecTree } from './specTree.ts';
import { actuatorStateSize, jointPositionSize, jointVelocitySize, subtreeBodies } from './stateSizes.ts';

type KeyArray = 'qpos' | 'qvel' | 'act' | 'ctrl' | 'mpos' | 'mquat';

/** The owner of some values; when an element is copied, its slot moves to the copy. */
interface Slot {
  owner: object | undefined;
  /** first value of the owner, while a keyframe is reassembled */
  at: number;
}

/** One distributed array of a keyframe: the values of the slots, concatenated. */
interface Handed {
  slots: readonly Slot[];
  sizes: Uint8Array;
  numbers: Float64Array;
}

interface PendingKey {
  name: string;
  time: number;
  handed: Partial<Record<KeyArray, Handed>>;
  source: Key;
}

/** A keyframe whose arrays do not match its model. */
export class KeySizeError extends Error {
  readonly key: Key;
  readonly array: string;

  constructor(key: Key, array: string, expected: number, found: number) {
    super(`expected ${expected} numbers, found ${found}`);
    this.key = key;
    this.array = array;
  }
}

interface Owners<T extends object> {
  list: readonly T[];
  getSize: (owner: T) => number;
}

export class KeyStates {
  pending: PendingKey[] = [];
  readonly #slots = new WeakMap<object, Slot>();
  #numbers = 0;

  /** Distribute the values of all keyframes of a spec, under names in a namespace.
   *  @throws AttachError if there are too many */
  store(spec: SpecTree, prefix: string, suffix: string, target: KeyStates): void {
    if (spec.keys.length === 0) return;
    const owners = ownersOf(spec);
    for (const key of spec.keys) {
      const handed: PendingKey['handed'] = {};
      for (const array of ARRAYS) {
        if (key[array].length > 0) handed[array] = this.#handOut(key, array, owners[array] as Owners<object>);
        target.#count(spec, key[array].length);
      }
      target.pending.push({ name: prefix + key.name + suffix, time: key.time, handed, source: key });
    }
  }

  #count(spec: SpecTree, numbers: number): void {
    this.#numbers += numbers;
    checkNumbers(spec, this.#numbers);
  }

  /** Check the number of values in copies of a body; cheaper than making them.
   *  @throws AttachError if there are too many */
  checkCopies(spec: SpecTree, body: Body, count: number): void {
    for (const array of ['qpos', 'qvel'] as const) {
      const keys = spec.keys.filter((key) => key[array].length > 0).length;
      if (keys === 0) continue;
      const { list, getSize } = ownersOf(spec)[array];
      const own = subtreeBodies(body).flatMap((b) => b.joints);
      const [all, copied] = [list, own].map((joints) => joints.reduce((n, joint) => n + getSize(joint), 0)) as [
        number,
        number,
      ];
      // each copy creates a keyframe of the state with the copies before it
      checkNumbers(spec, keys * count * (all + (copied * (count - 1)) / 2));
    }
  }

  #handOut<T extends object>(key: Key, array: KeyArray, { list, getSize }: Owners<T>): Handed {
    const numbers = new Float64Array(key[array]);
    const sizes = new Uint8Array(list.length);
    let total = 0;
    for (let k = 0; k < list.length; k++) {
      sizes[k] = getSize(list[k]!);
      total += sizes[k]!;
    }
    if (numbers.length !== total) throw new KeySizeError(key, array, total, numbers.length);
    return { slots: list.map((owner) => this.#slotFor(owner)), sizes, numbers };
  }

  #slotFor(owner: object): Slot {
    let slot = this.#slots.get(owner);
    if (slot === undefined) {
      slot = { owner, at: -1 };
      this.#slots.set(owner, slot);
    }
    return slot;
  }

  /** Move the values of an element to its copy, which may belong to another model. */
  move(from: object, to: object, target: KeyStates): void {
    const slot = this.#slots.get(from);
    if (slot === undefined) return;
    slot.owner = to;
    target.#slots.set(to, slot);
    this.#slots.delete(from);
  }

  /** Reassemble the pending keyframes, after those of the spec. Missing values are NaN in qpos, mpos and mquat (the
   * compiler replaces them by the initial pose) and 0 elsewhere. */
  finish(spec: SpecTree): void {
    if (this.pending.length === 0) return;
    const owners = ownersOf(spec);
    const keys = this.pending.map((pending) => emptyKey(spec, pending));
    for (const array of ARRAYS) this.#collect(keys, array, owners[array] as Owners<object>);
    for (const key of keys) spec.keys.push(key);
    this.pending = [];
  }

  /**
   * One array of all pending keyframes. Those with the same name share their values, as in MuJoCo: the last one is
   * used.
   */
  #collect<T extends object>(keys: readonly Key[], array: KeyArray, { list, getSize }: Owners<T>): void {
    const total = this.#number(list, getSize);
    const named = new Map<string, number[]>();
    for (const { name, handed } of this.pending) {
      const part = handed[array];
      if (part === undefined) continue;
      let numbers = named.get(name);
      if (numbers === undefined) {
        numbers = new Array<number>(total).fill(MISSING[array]);
        named.set(name, numbers);
      }
      gather(numbers, part);
    }
    this.pending.forEach(({ name, handed }, k) => {
      if (handed[array]) keys[k]![array] = named.get(name)!.slice();
    });
    for (const owner of list) this.#slotFor(owner).at = -1;
  }

  /** Assign the slot of each owner its offset; returns the total number of values. */
  #number<T extends object>(list: readonly T[], getSize: (owner: T) => number): number {
    let at = 0;
    for (const owner of list) {
      this.#slotFor(owner).at = at;
      at += getSize(owner);
    }
    return at;
  }
}

function checkNumbers({ limits }: SpecTree, numbers: number): void {
  const { keyframeNumbers } = limits;
  if (numbers <= keyframeNumbers) return;
  const what = 'values in keyframes created by copying';
  throw new AttachError(beyondLimit(what, numbers, 'keyframeNumbers', keyframeNumbers));
}

const ARRAYS = ['qpos', 'qvel', 'act', 'ctrl', 'mpos', 'mquat'] as const;
const MISSING = { qpos: Number.NaN, qvel: 0, act: 0, ctrl: 0, mpos: Number.NaN, mquat: Number.NaN } as const;

/** Elements that own the values of a keyframe, in order. */
function ownersOf(spec: SpecTree) {
  const bodies = subtreeBodies(spec.worldbody);
  const joints: Joint[] = bodies.flatMap((body) => body.joints);
  const mocap: Body[] = bodies.filter((body) => body.mocap);
  const actuators: Actuator[] = spec.actuators;
  return {
    qpos: { list: joints, getSize: jointPositionSize },
    qvel: { list: joints, getSize: jointVelocitySize },
    act: { list: actuators, getSize: actuatorStateSize },
    ctrl: { list: actuators, getSize: () => 1 },
    mpos: { list: mocap, getSize: () => 3 },
    mquat: { list: mocap, getSize: () => 4 },
  };
}

function emptyKey(spec: SpecTree, { name, time, source }: PendingKey): Key {
  const key = new Key();
  key.name = name;
  key.time = time;
  key.location = source.location;
  key.compiler = spec.compiler;
  return key;
}

/** Gather the values of slots that are still in the model, at the current positions of their owners. */
function gather(into: number[], { slots, sizes, numbers }: Handed): void {
  let from = 0;
  for (let k = 0; k < slots.length; k++) {
    const { at } = slots[k]!;
    const size = sizes[k]!;
    if (at >= 0) for (let i = 0; i < size; i++) into[at + i] = numbers[from + i]!;
    from += size;
  }
}
