/** Outputs are visible in signatures: scratch shared between files is in the workspace of its algorithm, and nowhere else. */
import ts from 'typescript';
import { expect, test } from 'vitest';
import { isExported, locate, parse, sources } from './sources.ts';

/** Files that may export arrays: scratch of one algorithm, or constant tables. */
const MAY_EXPORT = /\/(workspace|\w+Workspace|\w+Tables)\.ts$/;

const ARRAY = /^(Array|BigInt64Array|BigUint64Array|(Float(32|64)|Int(8|16|32)|Uint(8|16|32)|Uint8Clamped)Array)$/;

/** Exported mutable arrays of a file, and exported variables that can be assigned. */
function exportedArrays(file: ts.SourceFile): string[] {
  return file.statements.filter(ts.isVariableStatement).flatMap((statement) => {
    if (!isExported(statement)) return [];
    const { declarations, flags } = statement.declarationList;
    const assignable = (flags & ts.NodeFlags.Const) === 0;
    return declarations
      .filter((declaration) => assignable || isMutableArray(declaration))
      .map((declaration) => `${locate(declaration)} ${declaration.name.getText()}`);
  });
}

function isMutableArray({ type, initializer: value }: ts.VariableDeclaration): boolean {
  if (!value) return false;
  if (ts.isArrayLiteralExpression(value)) return !/^(readonly |Readonly)/.test(type?.getText() ?? '');
  if (ts.isNewExpression(value)) return ARRAY.test(value.expression.getText());
  if (!ts.isCallExpression(value) || !ts.isPropertyAccessExpression(value.expression)) return false;
  const { expression, name } = value.expression;
  return ARRAY.test(expression.getText()) && /^(from|of)$/.test(name.text);
}

test('only workspaces and tables export mutable arrays', () => {
  const found = sources('src')
    .filter((path) => !MAY_EXPORT.test(path))
    .flatMap((path) => exportedArrays(parse(path)));
  expect(found).toEqual([]);
});

test.each([
  ['export const a = new Float64Array(3);', true],
  ['export const a = Int32Array.from([1]);', true],
  ['export const a: number[] = [];', true],
  ['export let a = 0;', true],
  ['export const a: readonly number[] = [1, 2];', false],
  ['export const a = [1, 2] as const;', false],
  ['const a = new Float64Array(3);', false],
])('%s: mutable is %s', (text, expected) => {
  expect(exportedArrays(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)).length > 0).toBe(expected);
});
