/** Keyframes while bodies are copied from place to place.
 *
 *  A keyframe is a list of numbers whose meaning depends on the order of joints. So before anything is copied, its
 *  numbers are handed to the joints, actuators and mocap bodies they belong to; copies take them along; and when the
 *  tree is complete the keyframe is put together again. Sizes are checked at the moment of handing out. */

import type { Actuator } from './elements/actuation.ts';
import type { Body, Joint } from './elements/body.ts';
import { Key } from './elements/custom.ts';
import type { Spec } from './spec.ts';
import { actuatorStateSize, bodiesOf, jointPositionSize, jointVelocitySize } from './stateSizes.ts';

type KeyArray = 'qpos' | 'qvel' | 'act' | 'ctrl' | 'mpos' | 'mquat';
/** Numbers per `array:keyframe`. */
type State = Map<string, number[]>;

interface PendingKey {
  name: string;
  time: number;
  given: Record<KeyArray, boolean>;
  source: Key;
}

/** A keyframe whose arrays do not fit its model. */
export class KeySizeError extends Error {
  readonly key: Key;
  readonly array: string;

  constructor(key: Key, array: string, expected: number, found: number) {
    super(`expected ${expected} numbers, found ${found}`);
    this.key = key;
    this.array = array;
  }
}

export class KeyStates {
  pending: PendingKey[] = [];
  readonly #states = new WeakMap<object, State>();

  /** Hand the numbers of all keyframes of a spec out, under names in a namespace. */
  store(spec: Spec, prefix: string, suffix: string, target: KeyStates): void {
    if (spec.keys.length === 0) return;
    const bodies = bodiesOf(spec.worldbody);
    for (const key of spec.keys) {
      const given = this.#handOut(spec, bodies, key, prefix + key.name + suffix);
      target.pending.push({ name: prefix + key.name + suffix, time: key.time, given, source: key });
    }
  }

  #handOut(spec: Spec, bodies: readonly Body[], key: Key, name: string): Record<KeyArray, boolean> {
    const joints = bodies.flatMap((body) => body.joints);
    const mocap = bodies.filter((body) => body.mocap);
    return {
      qpos: this.#distribute(key, 'qpos', name, joints, jointPositionSize),
      qvel: this.#distribute(key, 'qvel', name, joints, jointVelocitySize),
      act: this.#distribute(key, 'act', name, spec.actuators, actuatorStateSize),
      ctrl: this.#distribute(key, 'ctrl', name, spec.actuators, () => 1),
      mpos: this.#distribute(key, 'mpos', name, mocap, () => 3),
      mquat: this.#distribute(key, 'mquat', name, mocap, () => 4),
    };
  }

  #distribute<T extends object>(
    key: Key,
    array: KeyArray,
    name: string,
    owners: readonly T[],
    sizeOf: (owner: T) => number,
  ): boolean {
    const numbers = key[array];
    if (numbers.length === 0) return false;
    let total = 0;
    for (const owner of owners) total += sizeOf(owner);
    if (numbers.length !== total) throw new KeySizeError(key, array, total, numbers.length);
    let offset = 0;
    for (const owner of owners) {
      const size = sizeOf(owner);
      this.#stateOf(owner).set(`${array}:${name}`, numbers.slice(offset, offset + size));
      offset += size;
    }
    return true;
  }

  #stateOf(owner: object): State {
    let state = this.#states.get(owner);
    if (state === undefined) {
      state = new Map();
      this.#states.set(owner, state);
    }
    return state;
  }

  /** Move the numbers of an element to its copy, which may belong to another model. */
  move(from: object, to: object, target: KeyStates): void {
    const state = this.#states.get(from);
    if (state === undefined) return;
    target.#states.set(to, state);
    this.#states.delete(from);
  }

  /** Drop the numbers of an element. */
  forget(owner: object): void {
    this.#states.delete(owner);
  }

  /** Put the pending keyframes together, behind those of the spec. Numbers that nobody brought are NaN in qpos, mpos
   *  and mquat (the compiler puts those of the initial pose there) and 0 elsewhere. */
  finish(spec: Spec): void {
    if (this.pending.length === 0) return;
    const bodies = bodiesOf(spec.worldbody);
    const joints = bodies.flatMap((body) => body.joints);
    const mocap = bodies.filter((body) => body.mocap);
    for (const pending of this.pending) {
      const key = new Key();
      key.name = pending.name;
      key.time = pending.time;
      key.place = pending.source.place;
      key.compiler = spec.compiler;
      const { given } = pending;
      if (given.qpos) key.qpos = this.#collect('qpos', key.name, joints, jointPositionSize, Number.NaN);
      if (given.qvel) key.qvel = this.#collect('qvel', key.name, joints, jointVelocitySize, 0);
      if (given.act) key.act = this.#collect('act', key.name, spec.actuators, actuatorStateSize, 0);
      if (given.ctrl) key.ctrl = this.#collect('ctrl', key.name, spec.actuators, () => 1, 0);
      if (given.mpos) key.mpos = this.#collect('mpos', key.name, mocap, () => 3, Number.NaN);
      if (given.mquat) key.mquat = this.#collect('mquat', key.name, mocap, () => 4, Number.NaN);
      spec.keys.push(key);
    }
    this.pending = [];
  }

  #collect<T extends Joint | Actuator | Body>(
    array: KeyArray,
    name: string,
    owners: readonly T[],
    sizeOf: (owner: T) => number,
    missing: number,
  ): number[] {
    const result: number[] = [];
    for (const owner of owners) {
      const size = sizeOf(owner);
      const numbers = this.#states.get(owner)?.get(`${array}:${name}`);
      for (let i = 0; i < size; i++) result.push(numbers?.[i] ?? missing);
    }
    return result;
  }
}
