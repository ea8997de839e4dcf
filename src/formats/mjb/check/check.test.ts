// needs: the compiled engine
/** Replaces integers in each field of a binary model by invalid values: the error must name the field. */
import { beforeAll, expect, test } from 'vitest';
import { binaryModels, fieldModel } from '../../../../scripts/torture/index.mjs';
import { arrayContent, scalarContent } from '../../../core/model/fields/content/index.ts';
import { sizesContent } from '../../../core/model/fields/content/sizes.ts';
import { modelSizes, modelTable } from '../../../core/model/fields/index.ts';
import type { Model } from '../../../core/model/model.ts';
import { modelFromXml, prepare } from '../../../load/load.ts';
import load from '../../../mujoco.ts';
import { readBinary } from '../mjb.ts';
import { BinaryProblem } from '../problem.ts';
import { checkModel } from './index.ts';
import { checkBytes, checkModelSize, checkSizes, type Sizes } from './sizes.ts';

/** Replacement values. */
const WRONG = [-2147483648, -7, -2, -1, 0, 1, 2, 3, 5, 8, 77, 255, 1000, 200_000, 2147483647];

/** Fields in which any integer, or any byte, is valid. */
const FREE = Object.entries(arrayContent).flatMap(([name, { kind }]) => (kind === 'any' ? [name] : []));

let models: Model[];

beforeAll(async () => {
  await prepare({ engine: 'js' });
  models = binaryModels.map(({ xml, files }) => modelFromXml(xml, { engine: 'js', files }));
  models.push(octreeModel(await load({ engine: 'js' })));
}, 120_000);

/** Octrees that are less deep than those from MJCF. */
function octreeModel(mj: Awaited<ReturnType<typeof load>>): Model {
  const spec = mj.parseXMLString(fieldModel);
  mj.mjs_asMesh(mj.mjs_firstElement(spec, mj.mjtObj.mjOBJ_MESH)!)!.octree_maxdepth = 1;
  const model = mj.mj_compile(spec);
  const buffer = new mj.Uint8Buffer(Number(mj.mj_sizeModel(model)));
  mj.mj_saveModel(model, null, buffer);
  return readBinary(Uint8Array.from(buffer.GetView() as Uint8Array), () => {}, 2 ** 24);
}

test('our own models pass', () => {
  for (const m of models) checkModel(m);
  expect(models.length).toBeGreaterThan(20);
  expect(models.at(-1)!.noct).toBeGreaterThan(8);
});

/** The error caused by an integer; restores the field. */
function problemOf(m: Model, field: string, k: number, value: number): string | undefined {
  const values = m[field as 'body_parentid'];
  const before = values[k];
  values[k] = value;
  try {
    if (values[k] !== before) checkModel(m);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(BinaryProblem);
    return (error as BinaryProblem).problem;
  } finally {
    values[k] = before;
  }
}

/** Whether a wrong integer in a field of a model is reported with the name of the field. */
function isFound(m: Model, field: string): boolean {
  const { length } = m[field as 'body_parentid'];
  const indices = Array.from({ length: Math.ceil(Math.log2(length + 1)) }, (_, k) => 2 ** k - 1);
  for (const k of length === 0 ? [] : [...indices, length - 1]) {
    for (const value of WRONG) if (problemOf(m, field, k, value)?.startsWith(`${field}[`)) return true;
  }
  return false;
}

test('an invalid value in any integer field is reported with the name of the field', () => {
  const fields = modelTable.map(([name]) => name).filter((name) => name in arrayContent && !FREE.includes(name));
  const missed = fields.filter((field) => !models.some((m) => isFound(m, field)));
  expect(missed).toEqual([]);
  expect(fields.length).toBe(280);
  expect(FREE.length).toBe(18);
}, 120_000);

test.each(['id', 'idOrNone', 'count', 'address', 'member', 'bits', 'range'] as const)('%s: a value outside', (kind) => {
  const fields = Object.entries(arrayContent).filter(([, content]) => content.kind === kind);
  for (const [name] of fields) {
    const m = models.find((model) => model[name as 'body_parentid'].length > 0)!;
    const value = m[name as 'body_parentid'] instanceof Uint8Array ? 255 : -2147483648;
    expect(problemOf(m, name, 0, value)).toMatch(new RegExp(`^${name}\\[0\\]: expected .*, found ${value}$`));
  }
  expect(fields.length).toBeGreaterThan(0);
});

test('an invalid value of a constrained option is reported with its name', () => {
  const m = models[0];
  const free = Object.values(scalarContent).filter(({ kind }) => kind === 'any').length;
  let found = 0;
  for (const [path, { kind }] of Object.entries(scalarContent)) {
    if (kind === 'any') continue;
    const [key, ...owners] = path.split('.').reverse();
    const owner = owners.reverse().reduce<Record<string, unknown>>((o, name) => o[name] as typeof o, m as never);
    const before = owner[key];
    owner[key] = 2147483647;
    expect(() => checkModel(m)).toThrow(`${path}: expected `);
    owner[key] = before;
    found++;
  }
  checkModel(m);
  expect([found, free]).toEqual([13, 12]);
});

test('a parent that is its own child, or comes later, does not cause an endless loop', () => {
  const m = models[1];
  expect(problemOf(m, 'dof_parentid', 1, 1)).toBe(
    'dof_parentid[1]: expected 0, the one before it in the tree, found 1',
  );
  expect(problemOf(m, 'body_parentid', 2, 2)).toContain('body_parentid[2]: expected the body before it or an ancestor');
  expect(problemOf(m, 'tree_dofadr', 1, 0)).toContain('tree_dofadr[1]: expected ');
});

test('invalid sizes are reported by name', () => {
  const names = modelSizes.filter((name) => sizesContent[name] !== 'bytes');
  for (const name of names) expect(() => checkModelSize(name, -2)).toThrow(`${name}: expected `);
  expect(checkModelSize('narena', 2 ** 40)).toBe(2 ** 31 - 1);
  expect(checkModelSize('njmax', -1)).toBe(-1);
  expect(() => checkModelSize('nbody', 0)).toThrow('nbody: expected 1 to 65533, found 0');
  const sizes = Object.fromEntries(modelSizes.map((name) => [name, models[1][name]])) as unknown as Sizes;
  expect(() => checkSizes({ ...sizes, ngravcomp: 100 })).toThrow('ngravcomp: expected at most nbody');
  const large = { ...sizes, nuserdata: 1e8 };
  expect(() => checkBytes(large, 1, 8e8, 1000)).toThrow('nuserdata: with 100000000 of them, bytes of a Data');
});

test('sizes that depend on arrays are compared with them', () => {
  for (const [m, name] of [
    [models[1], 'nJmom'],
    [models[1], 'nhistory'],
    [models[1], 'nsensordata'],
    [models[2], 'npolygonmax'],
    [models[2], 'nmeshdegmax'],
  ] as const) {
    const other = Object.create(m, { [name]: { value: m[name] + 1 } }) as Model;
    expect(() => checkModel(other)).toThrow(`${name}: expected ${m[name]}, the sum of its parts, found ${m[name] + 1}`);
  }
});
