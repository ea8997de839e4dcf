/** Every source file has a header comment. */
import ts from 'typescript';
import { expect, test } from 'vitest';
import { isExported, parse, sources } from './sources.ts';

/** Whether a file starts with a comment, has a separate one after the imports, or documents its first export. */
function hasHeader(file: ts.SourceFile): boolean {
  const { statements } = file;
  const first = statements.find((node) => !ts.isImportDeclaration(node));
  const exported = statements.find((node) => isExported(node) || ts.isExportAssignment(node));
  // the comment of a private constant or function describes only that
  const detached = [statements[0], first].some(
    (node) => node && comments(file, node).some((end) => isDetached(file, end)),
  );
  const beforeImports = statements[0] !== first && comments(file, statements[0]).length > 0;
  return detached || beforeImports || (exported !== undefined && comments(file, exported).length > 0);
}

/** Ends of the block comments before a statement. */
function comments(file: ts.SourceFile, node: ts.Node): number[] {
  return (ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [])
    .filter(({ kind }) => kind === ts.SyntaxKind.MultiLineCommentTrivia)
    .map(({ end }) => end);
}

/** Whether a comment is followed by an empty line. */
const isDetached = (file: ts.SourceFile, end: number) => /^\r?\n\r?\n/.test(file.text.slice(end, end + 4));

const onlyReExports = ({ statements }: ts.SourceFile) =>
  statements.every((node) => ts.isExportDeclaration(node) || ts.isImportDeclaration(node));

test('every source file has a header', () => {
  const files = sources('src').map(parse);
  const without = files.filter((file) => !onlyReExports(file) && !hasHeader(file)).map(({ fileName }) => fileName);
  expect(without).toEqual([]);
  expect(files.length).toBeGreaterThan(1000);
});

test.each([
  ['/** Points. */\nimport "a";\nexport const a = 1;', true],
  ['import "a";\n\n/* Points. */\n\nconst b = 1;\nexport const a = b;', true],
  ['import "a";\n\n/** A point. */\nexport const a = 1;', true],
  ['import "a";\n\n/** One. */\nconst b = 1;\nexport const a = b;', false],
  ['export const a = 1;', false],
])('%j: has a header is %s', (text, expected) => {
  expect(hasHeader(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true))).toBe(expected);
});
