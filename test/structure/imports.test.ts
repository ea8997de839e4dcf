/** The allow table of ARCHITECTURE.md, checked over every import of `src` and `apps`. */
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse, root, sources } from './sources.ts';

/** Permitted imports of each folder besides itself. Every folder must be listed. An import of a folder's own subfolders, and of generated
 *  modules (`*.gen.js`), needs no row. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/core/math': [],
  'src/core/expect.ts': [],
  'src/core/model': ['src/core/math', 'src/core/expect.ts'],
  'src/core/plugin': ['src/core/model'],
  'src/core/engine': ['src/core/math', 'src/core/model', 'src/core/plugin', 'src/core/expect.ts'],
  'src/core/query': ['src/core/math', 'src/core/model', 'src/core/plugin', 'src/core/engine', 'src/core/expect.ts'],
  'src/core/plugins': ['src/core/math', 'src/core/model', 'src/core/plugin', 'src/core/query'],
  'src/core/derivative': ['src/core/math', 'src/core/model', 'src/core/engine'],
  'src/core/wasm': ['src/core/model', 'src/core/engine'],
  'src/core/worker': ['src/core/model', 'src/core/plugin', 'src/core/engine', 'src/core/plugins', 'src/core/wasm'],

  'src/formats/bytes': [],
  'src/formats/xml': ['src/core/model'],
  'src/formats/spec': ['src/core/math', 'src/core/model', 'src/formats/xml'],
  'src/formats/pose': ['src/core/math', 'src/core/model', 'src/formats/spec'],
  'src/formats/mjcf': ['src/core/model', 'src/formats/bytes', 'src/formats/spec', 'src/formats/xml'],
  'src/formats/urdf': ['src/core/model', 'src/formats/mjcf', 'src/formats/pose', 'src/formats/spec', 'src/formats/xml'],
  'src/formats/mjb': ['src/core/model'],
  'src/formats/gltf': ['src/core/math', 'src/core/model', 'src/formats/bytes', 'src/formats/record'],
  'src/formats/record': ['src/core/model', 'src/core/engine', 'src/formats/bytes'],

  'src/compiler': ['src/core', 'src/formats'],
  'src/load': ['src/core', 'src/formats', 'src/compiler'],
  'src/mujoco': ['src/core', 'src/formats', 'src/compiler', 'src/load'],

  'src/policy': ['src/core/math', 'src/core/model', 'src/core/query', 'src/core/expect.ts'],
  'src/worlds/batch': ['src/core', 'src/policy', 'src/compiler/derive/setConst.ts'],
  'src/worlds/webgpu': ['src/core', 'src/worlds/batch'],
  'src/worlds/cluster': ['src/index.ts', 'src/batch.ts', 'src/core/worker'],
  'src/learn/env': ['src/index.ts', 'src/batch.ts', 'src/core/math/elementary', 'src/core/expect.ts'],
  'src/learn/train': ['src/learn/env', 'src/policy', 'src/core/math/elementary', 'src/core/expect.ts'],

  'src/control/ik': [
    'src/index.ts',
    'src/core/math',
    'src/core/expect.ts',
    'src/core/model/names/suggest.ts',
    'src/core/worker',
  ],

  'src/control/optimize': ['src/index.ts', 'src/core/math', 'src/core/expect.ts', 'src/control/ik/qp'],

  'src/view/scene': ['src/index.ts', 'src/core/expect.ts'],
  'src/view/viewer': [
    'src/index.ts',
    'src/policy.ts',
    'src/record.ts',
    'src/policy',
    'src/view/scene',
    'src/core/expect.ts',
    'src/core/worker',
  ],
  'src/view/react': ['src/index.ts', 'src/view/viewer'],
  'src/view/single.ts': ['src/index.ts', 'src/viewer.ts', 'src/view/viewer'],

  'apps/shared': ['entry points'],
  'apps/cli': ['entry points', 'apps/shared', 'apps/viewer', 'src/formats/record', 'src/formats/bytes'],
  'apps/train': ['entry points'],
  'apps/viewer': ['entry points', 'apps/shared', 'src/view', 'src/formats/record', 'src/formats/bytes'],
};

/** Entry points re-export from any folder. */
const isEntry = (path: string) => /^src\/\w+\.ts$/.test(path);

interface Import {
  from: string;
  to: string;
  isType: boolean;
}

const imports = ['src', 'apps'].flatMap((folder) => sources(folder).flatMap(importsOf));

function importsOf(from: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Node | undefined, isType: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return;
    const to = relative(root, join(root, dirname(from), specifier.text)).replaceAll('\\', '/');
    if (!/\.gen\.js$/.test(to)) found.push({ from, to, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    // an import() runs after its module, so it is not part of a cycle
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], true);
    ts.forEachChild(node, visit);
  };
  visit(parse(from));
  return found;
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  const { namedBindings } = clause;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  if (clause.name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every((element) => element.isTypeOnly);
}

/** The row that a file belongs to. */
function rowOf(path: string): string | undefined {
  return Object.keys(allowed).find((row) => path === row || path.startsWith(`${row}/`));
}

const covers = (pattern: string, path: string) =>
  pattern === 'entry points' ? isEntry(path) : path === pattern || path.startsWith(`${pattern}/`);

test('every import of src and apps is allowed', () => {
  const refused = imports
    .filter(({ from, to }) => !isEntry(from) && !isAllowed(from, to))
    .map(({ from, to }) => `${from} imports ${to}`);
  expect(refused).toEqual([]);
  expect(imports.length).toBeGreaterThan(4000);
});

function isAllowed(from: string, to: string): boolean {
  const row = rowOf(from);
  return row !== undefined && (covers(row, to) || allowed[row].some((pattern) => covers(pattern, to)));
}

test('every row of the table is needed', () => {
  const idle = Object.entries(allowed).flatMap(([row, patterns]) =>
    patterns
      .filter((pattern) => !imports.some(({ from, to }) => rowOf(from) === row && covers(pattern, to)))
      .map((pattern) => `${row}: ${pattern}`),
  );
  expect(idle).toEqual([]);
});

test('src has at most ten folders', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.length).toBeLessThanOrEqual(10);
});

test('entry points only re-export', () => {
  const statements = sources('src')
    .filter(isEntry)
    .flatMap((path) =>
      parse(path)
        .statements.filter((node) => !(ts.isExportDeclaration(node) && node.moduleSpecifier))
        .map((node) => `${path}: ${ts.SyntaxKind[node.kind]}`),
    );
  expect(statements).toEqual([]);
});

test('imports between folders have no cycles', () => {
  const edges = imports.map(({ from, to }) => [rowOf(from) ?? from, rowOf(to) ?? to] as const);
  expect(cycles(edges.filter(([from, to]) => from !== to))).toEqual([]);
});

test('imports between files have no cycles, except of types', () => {
  const edges = imports.filter(({ isType }) => !isType).map(({ from, to }) => [from, to] as const);
  expect(cycles(edges)).toEqual([]);
  // a cycle is found
  const [from, to] = edges[0];
  expect(cycles([...edges, [to, from]])).not.toEqual([]);
});

/** Cycles found by a depth-first search: each as the path that leads back to its first node. */
function cycles(edges: readonly (readonly [string, string])[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const [done, path, found] = [new Set<string>(), [] as string[], [] as string[]];
  const walk = (node: string): void => {
    if (path.includes(node)) found.push([...path.slice(path.indexOf(node)), node].join(' -> '));
    if (done.has(node) || path.includes(node)) return;
    path.push(node);
    for (const to of next.get(node) ?? []) walk(to);
    path.pop();
    done.add(node);
  };
  for (const node of next.keys()) walk(node);
  return found;
}

/** Folders of `engine` that every stage may use. */
const COMMON = /^src\/core\/engine\/(tree|runtime|pipeline)\//;
const stageFolder = (path: string) => (COMMON.test(path) ? undefined : /^src\/core\/engine\/(\w+)\//.exec(path)?.[1]);

test('stage folders of the engine import each other rarely, and tree/ imports none of them', () => {
  const sideways = imports
    .map(({ from, to }) => [stageFolder(from), stageFolder(to)] as const)
    .filter(([from, to]) => from !== undefined && to !== undefined && from !== to);
  expect(sideways.length).toBeLessThanOrEqual(60);
  const upward = imports.filter(({ from, to }) => from.startsWith('src/core/engine/tree/') && stageFolder(to));
  expect(upward).toEqual([]);
});
