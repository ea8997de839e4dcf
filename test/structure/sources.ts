/** The source files of the repository, for the structure tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of TypeScript sources of a folder, relative to the root: no tests, no generated code, no declarations. */
export function sources(folder: string): string[] {
  return files(folder).filter(
    (name) => name.endsWith('.ts') && !/\.(test|gen|gen\.d|d)\.ts$/.test(name) && !/\/testing\//.test(name),
  );
}

/** Paths of all files of a folder, relative to the root. */
export function files(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => !name.includes('/node_modules/'))
    .sort();
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
}

export function isExported(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
  );
}

/** `path:line` of a node. */
export function locate(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
