/** Checks each integer against the allowed values of its field, from the tables of `model/fields/content`. */

import type { FieldContent } from '../../../core/model/fields/content/content.ts';
import { arrayContent, scalarContent } from '../../../core/model/fields/content/index.ts';
import { modelTable, recordScalars } from '../../../core/model/fields/index.ts';
import type { Model } from '../../../core/model/model.ts';
import { BinaryProblem } from '../problem.ts';
import { fail } from './expect.ts';

/** @throws BinaryProblem with the name of the first field that has an invalid value */
export function checkContents(m: Model): void {
  for (const [name] of modelTable) {
    const content = arrayContent[name];
    if (content !== undefined) checkArray(m, name, m[name as 'body_parentid'], content);
  }
  for (const [name] of recordScalars) {
    const content = scalarContent[name];
    if (content !== undefined) checkScalar(m, name, content);
  }
}

function checkArray(m: Model, name: string, values: ArrayLike<number>, content: FieldContent): void {
  const allowed = testOf(m, content);
  if (allowed === undefined) return;
  if (allowed.some === undefined) checkBounds(name, values, allowed.min, allowed.max);
  else {
    for (let k = 0; k < values.length; k++)
      if (!allowed.some(values[k])) fail(name, k, describeRange(allowed), values[k]);
  }
}

/** Most fields have bounds: a plain loop checks a million integers in a millisecond. */
function checkBounds(name: string, values: ArrayLike<number>, min: number, max: number): void {
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (value < min || value > max) fail(name, k, `${min} to ${max}`, value);
  }
}

function checkScalar(m: Model, path: string, content: FieldContent): void {
  const allowed = testOf(m, content);
  const value = path.split('.').reduce<unknown>((owner, key) => (owner as Record<string, unknown>)[key], m) as number;
  if (allowed === undefined || (allowed.some ? allowed.some(value) : value >= allowed.min && value <= allowed.max)) {
    return;
  }
  throw new BinaryProblem(`${path}: expected ${describeRange(allowed)}, found ${value}`);
}

interface Test {
  /** Description, instead of the bounds. */
  readonly words?: string;
  readonly min: number;
  readonly max: number;
  /** A test, if bounds are not enough. */
  readonly some?: (value: number) => boolean;
}

function describeRange({ words, min, max }: Test): string {
  return words ?? `${min} to ${max}`;
}

/** The allowed values of a field; undefined for fields that are only checked as part of a structure. */
function testOf(m: Model, content: FieldContent): Test | undefined {
  switch (content.kind) {
    case 'id':
      return bounds(0, m[content.size] - 1);
    case 'idOrNone':
      return bounds(-1, m[content.size] - 1);
    case 'count':
      return bounds(0, m[content.size]);
    case 'address':
      return bounds(-1, m[content.size]);
    case 'range':
      return bounds(content.min, content.max);
    case 'member':
    case 'bits':
      return choiceOf(content.kind, content.of);
    case 'any':
    case 'structure':
      return undefined;
  }
}

/** Cached tests for enumerations, which are equal for all models. */
const choices = new Map<object, Test>();

function choiceOf(kind: 'member' | 'bits', of: Readonly<Record<string, number>>): Test {
  let test = choices.get(of);
  if (test === undefined) {
    const members = new Set(Object.values(of));
    const mask = [...members].reduce((all, bit) => all | bit, 0);
    const words = kind === 'member' ? `one of ${[...members].join(', ')}` : `bits of ${mask}`;
    const some = (value: number) => (kind === 'member' ? members.has(value) : (value & ~mask) === 0);
    test = { ...bounds(0, 0), words, some };
    choices.set(of, test);
  }
  return test;
}

function bounds(min: number, max: number): Test {
  return { min, max };
}
