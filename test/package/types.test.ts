// needs: the package
/** The types of the packed package: they compile in both resolutions, contain every member, and document it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Data, modelFromXml } from '../../src/index.ts';
import load from '../../src/mujoco.ts';
import { type Installed, installPackage, root, writeFolder } from './install.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
}, 120_000);
afterAll(() => installed?.remove());

const settings = { strict: true, noEmit: true, types: [], noUncheckedIndexedAccess: true };

/** A program that uses the installed package, as seen by the compiler: created once, because it takes seconds. */
let made: ts.Program | undefined;
function program(): ts.Program {
  made ??= ts.createProgram([join(installed.folder, 'typed.ts')], {
    ...settings,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  return made;
}

test.each([
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ['nodenext', { module: 'nodenext' }],
])('tsc --strict reports nothing, resolution %s', (name, resolution) => {
  const compilerOptions = { ...settings, lib: ['es2022', 'dom'], target: 'es2022', ...resolution };
  const config = join(installed.folder, `tsconfig.${name}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: ['typed.ts', 'older.ts'] }));
  expect(compile(config)).toBe('');
});

/** Output of the compiler. */
function compile(config: string): string {
  const compiler = `${root}node_modules/typescript-native/bin/tsc`;
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
  return stdout + stderr;
}

test.each([
  ['the official package', '@mujoco/mujoco', `${root}node_modules/@mujoco/mujoco/mujoco.d.ts`],
  ['tenon/mujoco', 'tenon/mujoco', undefined],
  ['tenon/mujoco/mt', 'tenon/mujoco/mt', undefined],
])('a program in the style of the official package compiles with the types of %s', (name, module, declarations) => {
  const folder = join(installed.folder, 'style', name.replaceAll(/\W/g, '-'));
  mkdirSync(folder, { recursive: true });
  const text = readFileSync(join(installed.folder, 'official.ts'), 'utf8');
  writeFileSync(join(folder, 'client.ts'), text.replace("from '@mujoco/mujoco'", `from '${module}'`));
  const compilerOptions = {
    ...{ ...settings, noUncheckedIndexedAccess: false, skipLibCheck: declarations !== undefined },
    ...{ lib: ['es2022', 'dom', 'esnext.disposable'], target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
    ...(declarations ? { paths: { '@mujoco/mujoco': [declarations] } } : {}),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }));
  expect(compile(join(folder, 'tsconfig.json'))).toBe('');
});

/** TypeScript of README and guides, by page and line; the table of the compiler's translation is not a program. */
function documentedCode(): Map<string, string> {
  const found = new Map<string, string>();
  const guides = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md') && name !== 'build.md');
  for (const page of ['README.md', ...guides.map((name) => `docs/${name}`)]) {
    const text = readFileSync(root + page, 'utf8');
    for (const { index, 1: language, 2: code } of text.matchAll(/^```(tsx?)\n([\s\S]*?)^```$/gm)) {
      const line = text.slice(0, index).split('\n').length;
      found.set(`${page.replace(/\W/g, '-')}-${line}.${language}`, `${code}export {};\n`);
    }
  }
  return found;
}

test('the TypeScript of README and guides compiles under tsc --strict', () => {
  const folder = join(installed.folder, 'guides');
  const code = documentedCode();
  expect(code.size).toBeGreaterThan(100);
  writeFolder(folder, Object.fromEntries(code));
  // packages that its readers would install
  const peers = ['@types', '@mcap', 'three', 'react', 'hyparquet-writer', 'onnxruntime-web', 'onnxruntime-common'];
  for (const name of peers) {
    const link = join(installed.folder, 'node_modules', name);
    if (!existsSync(link)) symlinkSync(`${root}node_modules/${name}`, link, 'junction');
  }
  const lib = ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'];
  const resolution = { module: 'nodenext', jsx: 'react-jsx', skipLibCheck: true, types: ['node'] };
  const compilerOptions = { strict: true, noEmit: true, target: 'es2023', lib, ...resolution };
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, include: ['.'] }));
  expect(compile(config)).toBe('');
}, 120_000);

/** The properties of a type of an entry point, with the editor's tooltip for each. */
function members(compiled: ts.Program, entry: string, name: string): Map<string, string> {
  const checker = compiled.getTypeChecker();
  const file = compiled.getSourceFile(join(installed.folder, `node_modules/tenon/dist/types/${entry}.d.ts`))!;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file)!).find((found) => found.name === name)!;
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const properties = checker.getDeclaredTypeOfSymbol(symbol).getProperties();
  const text = (property: ts.Symbol) => ts.displayPartsToString(property.getDocumentationComment(checker));
  return new Map(properties.map((property) => [property.name, text(property)]));
}

/** All own and inherited property names of an object, except those of Object. */
function memberNames(object: object): string[] {
  const names = new Set<string>();
  for (let at = object; at !== Object.prototype && at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) if (name !== 'constructor') names.add(name);
  }
  return [...names];
}

const hidden = /^work_|_cap$|_need$/;
const internal = ['heap', 'ptr', 'stages', 'initData', 'attachEngine'];

test('every field is typed, with its shape and meaning; scratch is not', async () => {
  const compiled = program();
  const model = modelFromXml('<mujoco/>', { engine: 'js' });
  for (const [name, object] of Object.entries({ Model: model, Data: new Data(model) })) {
    const typed = members(compiled, 'index', name);
    const there = memberNames(object).filter((field) => !hidden.test(field) && !internal.includes(field));
    expect(there.length).toBeGreaterThan(150);
    expect(there.filter((field) => !typed.has(field) && !isScratch(field))).toEqual([]);
    expect([...typed.keys()].filter((field) => hidden.test(field))).toEqual([]);
  }
  expect(members(compiled, 'index', 'Data').get('xpos')).toBe('`nbody x 3` Positions of bodies in the world.');
  expect(members(compiled, 'index', 'Model').get('nv')).toBe('Number of degrees of freedom: length of qvel.');
  const undocumented = [...members(compiled, 'index', 'Model')].filter(([, text]) => text === '').map(([name]) => name);
  expect(undocumented.filter((name) => /_|^n[a-z]/.test(name))).toEqual([]);
});

/** Scratch without the usual name is in the tables of scratch. */
function isScratch(field: string): boolean {
  const files = execFileSync('grep', ['-rlF', `'${field}'`, `${root}src/core/model/fields/work`], { encoding: 'utf8' });
  return files !== '';
}

test('every member of the drop-in API is typed', async () => {
  const compiled = program();
  const mujoco = await load({ engine: 'js' });
  const model = mujoco.MjModel.from_xml_string('<mujoco/>');
  const data = new mujoco.MjData(model);
  for (const [name, object, minCount] of [
    ['MjModel', model, 600],
    ['MjData', data, 200],
  ] as const) {
    const typed = members(compiled, 'mujoco', name);
    expect(typed.size).toBeGreaterThan(minCount);
    expect(memberNames(object).filter((member) => !typed.has(member))).toEqual([]);
  }
  expect(members(compiled, 'mujoco', 'MjData').get('xpos')).toContain('Positions of bodies');
});

test('models of the package load by their URL', async () => {
  const program = `import { loadModel } from 'tenon';
    for (const name of ['pendulum', 'arm_gripper', 'humanoid']) {
      console.log(name, (await loadModel(import.meta.resolve('tenon/models/' + name + '.xml'))).nv);
    }`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: installed.folder,
    encoding: 'utf8',
  });
  expect(printed).toMatch(/^pendulum \d+\narm_gripper \d+\nhumanoid 26\n$/);
});

test('publint reports nothing', async () => {
  const tarball = readFileSync(installed.tarball);
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('@arethetypeswrong/core reports nothing for a package of modules', async () => {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(installed.tarball))));
  if (!result.types) throw new Error('the package has no types');
  // ESM only: old resolutions do not support `exports`, and CommonJS needs import() or a newer Node
  const accepted = ['node10', 'node16-cjs'];
  // a URL of a module has no types
  const isModule = (problem: object) => 'entrypoint' in problem && String(problem.entrypoint).endsWith('.wasm');
  const problems = result.problems.filter(
    (problem) => !isModule(problem) && (!('resolutionKind' in problem) || !accepted.includes(problem.resolutionKind)),
  );
  expect(problems).toEqual([]);
});

test('the tarball contains only the files that users need', () => {
  const files = execFileSync('tar', ['tzf', installed.tarball], { encoding: 'utf8' }).trim().split('\n');
  const expected =
    /^package\/(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/((bundler|browser|shared)\/)?[\w.-]+\.js|dist\/(mujoco|shared\/engine)\.wasm|dist\/types\/.*\.d\.ts|dist\/viewer\/.*|docs\/[\w.-]+\.(md|svg|webp))$/;
  expect(files.filter((file) => !expected.test(file) || file.endsWith('.map'))).toEqual([]);
  // the engine is in it three times: as a file, as a string for bundlers, and in the single file for pages; guides and the picture of the
  // README are 1.1 MB, the thread program of `ikBatch` is 0.15 MB
  expect(statSync(installed.tarball).size).toBeLessThan(7.3e6);
  expect(Object.keys(JSON.parse(readFileSync(`${root}package.json`, 'utf8')).dependencies ?? {})).toEqual([]);
});
