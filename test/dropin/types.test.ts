// needs: time
/** The declarations of the official package: a client written for them compiles with ours. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compareTypes, TYPE_EXCEPTIONS } from '../../scripts/conformance/types.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const official = `${root}/node_modules/@mujoco/mujoco/mujoco.d.ts`;
const rows = compareTypes({ official, ours: `${root}/src/mujoco.ts`, root });

test.each([
  ['exported types', 260],
  ['members of types', 2100],
  ['assigned members', 1000],
  ['unions', 150],
  ['types of enumerations', 70],
  ['types of functions and classes', 540],
  ['FS and runtime', 130],
])('%s: those of the official package compile with ours', (kind, minCount) => {
  expect(rows[kind].all).toBeGreaterThan(minCount);
  expect(rows[kind].missing).toEqual([]);
});

test('every exported type and member has its type', () => {
  for (const kind of ['exported types', 'members of types', 'types of functions and classes']) {
    expect(rows[kind].excepted).toEqual([]);
  }
});

test.each(TYPE_EXCEPTIONS)('an exception is needed: %s %s', (kind, names) => {
  expect(rows[kind].excepted.filter((name) => names.test(name))).not.toEqual([]);
});

/** Rows of two small declaration files. */
function compareTexts(theirs: string, ours: string) {
  mkdirSync(`${root}/build`, { recursive: true });
  const folder = mkdtempSync(`${root}/build/types-test-`);
  writeFileSync(`${folder}/theirs.d.ts`, theirs);
  writeFileSync(`${folder}/ours.ts`, ours);
  const compared = compareTypes({ official: `${folder}/theirs.d.ts`, ours: `${folder}/ours.ts`, root });
  rmSync(folder, { recursive: true });
  return Object.fromEntries(
    Object.entries(compared).map(([kind, { missing }]) => [kind, missing.map((line) => line.split(':')[0])]),
  );
}

const theirs = `
export interface ArmValue<T extends number> { readonly value: T; }
export type Arm = ArmValue<0>|ArmValue<1>;
export interface Hand {
  readonly size: any;
  count: number;
  get title(): string;
  set title(value: EmbindString);
  grip(_0: number): string;
}
interface EmbindModule {
  grasp(_0: Hand): Hand;
  grasp(_0: Hand, _1: number): Hand;
  Hand: { new(): Hand; };
}
export type MainModule = EmbindModule;
export default function f(options?: unknown): Promise<MainModule>;
`;
const ours = `
export interface ArmValue<T extends number> { readonly value: T }
export type Arm = ArmValue<0> | ArmValue<1>;
export interface Hand {
  readonly size: Float64Array & number[];
  count: number;
  get title(): string;
  set title(value: string | ArrayBuffer | ArrayBufferView);
  grip(force: number): string;
}
export interface MainModule {
  grasp(hand: Hand, force?: number): Hand;
  Hand: new () => Hand;
}
export default function load(options?: unknown): Promise<MainModule> {
  return Promise.reject(options);
}
`;

test.each([
  ['nothing', '', '', {}],
  ['a type that is not exported', 'export type Arm', 'type Arm', { 'exported types': ['Arm'] }],
  ['any', 'Float64Array & number[]', 'any', { 'members of types': ['Hand.size'] }],
  ['an array that does not pass as a list', ' & number[]', '', { 'members of types': ['Hand.size'] }],
  [
    'a member that is missing',
    'count: number;',
    '',
    { 'members of types': ['Hand.count'], 'assigned members': ['Hand.count'] },
  ],
  ['a member that cannot be assigned', 'count', 'readonly count', { 'assigned members': ['Hand.count'] }],
  [
    'a member that takes less',
    '(value: string | ArrayBuffer | ArrayBufferView)',
    '(value: string)',
    { 'assigned members': ['Hand.title'] },
  ],
  ['a union with more members', '<0> |', '<0> | ArmValue<2> |', { unions: ['Arm as theirs'] }],
  ['a union with fewer members', '<0> |', '<1> |', { unions: ['theirs as Arm'] }],
  ['a method that takes less', 'grip(force: number)', 'grip(force: 1)', { 'members of types': ['Hand.grip'] }],
  ['a missing overload', 'force?: number', 'force: number', { 'types of functions and classes': ['grasp'] }],
  [
    'a class that is not one',
    'new () => Hand',
    'new (size: number) => Hand',
    { 'types of functions and classes': ['Hand'] },
  ],
  [
    'options that are required',
    'options?: unknown',
    'options: object',
    { 'types of functions and classes': ['default'] },
  ],
])('the comparison finds %s', (_, from, to, expected) => {
  const found = compareTexts(theirs, ours.replace(from, to));
  for (const [kind, names] of Object.entries(found)) {
    expect(names, kind).toEqual((expected as Record<string, string[]>)[kind] ?? []);
  }
});
