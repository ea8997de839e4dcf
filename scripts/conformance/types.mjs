// The types of the drop-in API against the declarations of the official package. Each name, each member and each function of its d.ts
// becomes one line of a program that uses our types like a client of that package; the lines that do not compile are the differences.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** @typedef {import('./types.d.mts').TypeRow} TypeRow
 *  @typedef {{ kind: string, name: string, line: string }} Check
 *  @typedef {{ name: string, type: string, write?: string, isReadonly: boolean }} Member */

/** Types allowed for `any`: numbers, strings and lists of them. Arrays of numbers must pass as `number[]`. */
const PRELUDE = `type EmbindString = ArrayBuffer | Uint8Array | Uint8ClampedArray | Int8Array | string;
type Word = string | string[];
type Plain = number | boolean | bigint | number[] | BigInt64Array | Word | Word[];
type Known<T> = 0 extends 1 & T ? false : [T] extends [Plain] ? true : false;
type Assigned<T> = [T] extends [number | boolean] ? number : [T] extends [bigint] ? bigint : number[];`;

/** Functions of `FS` that scripts do not use. */
const INNER_FS = [
  'hashName hashAddNode hashRemoveNode lookupNode createNode destroyNode isChrdev isBlkdev isFIFO isSocket',
  'flagsToPermissionString nodePermissions mayLookup mayCreate mayDelete mayOpen checkOpExists nextfd getStreamChecked',
  'createStream closeStream dupStream doSetAttr chrdev_stream_ops major minor makedev registerDevice getDevice getMounts',
  'lookup mknod statfs statfsStream statfsNode mkdev fstat doChmod lchmod fchmod doChown chown lchown fchown doTruncate',
  'ftruncate mmap msync ioctl createDefaultDirectories createDefaultDevices createSpecialDirectories createStandardStreams',
  'staticInit init quit createFile createDevice forceLoadFile createLazyFile absolutePath createFolder createLink joinPath',
  'mmapAlloc standardizePath',
].join(' ');

/** Intended differences: kind of check, names, reason. */
export const TYPE_EXCEPTIONS = /** @type {const} */ ([
  ['assigned members', /^mj[rt]\w+Value\.value$/, 'members of enumerations are constants'],
  [
    'assigned members',
    /^MjModel\.(n\w+|flg_\w+|signature)$/,
    'follow from compiling; a model of other sizes is another model',
  ],
  [
    'assigned members',
    /^MjData\.(maxuse_\w+|narena|nbuffer|nplugin|parena|pbase|pstack|threadlock|threadpool|signature)$/,
    'describe memory and threads of the C library',
  ],
  [
    'assigned members',
    /^MjData\.(solver|timer|warning)$/,
    'copies; a new vector would have no effect on the next step',
  ],
  ['assigned members', /^MjDataActuatorAccessor\.moment$/, 'a copy: the moments are sparse'],
  ['assigned members', /^MjvScene\.(lights|camera)$/, 'fixed in number; their elements are set one by one'],
  ['assigned members', /^Mj(Spec|s\w+)\.element$/, 'the identity of an element'],
  ['assigned members', /^MjsElement\.(elemtype|signature)$/, 'the identity of an element'],
  ['assigned members', /^MjsDefault\.\w+$/, 'a class has one element of each kind; its members are set one by one'],
  ['assigned members', /^Mj(Spec\.authored|sAuthored\.\w+)$/, 'what was set in MJCF is not stored as bits'],
  ['unions', /^mjtIntegrator as theirs$/, 'ours has one integrator more: implicitspringdamper'],
  [
    'FS and runtime',
    new RegExp(`^FS\\.(${INNER_FS.replaceAll(' ', '|')})(\\.|$)`),
    'inner workings of Emscripten: nodes in a hash table, devices, file descriptors of C, owners',
  ],
  ['FS and runtime', /^MEMFS\.(?!mount$)/, 'inner workings of Emscripten: the operations of its nodes'],
]);

/** Compares the types of our API with the official declarations.
 *  @param {{ official: string, ours: string, root: string }} paths of the two declaration files, and of the project
 *  @returns {Record<string, TypeRow>} */
export function compareTypes({ official, ours, root }) {
  const text = readFileSync(official, 'utf8');
  const checks = typeChecks(ts.createSourceFile(official, text, ts.ScriptTarget.Latest, true));
  const from = JSON.stringify(ours.replace(/\.d\.ts$/, '.js'));
  const head = [...PRELUDE.split('\n'), `import type * as ours from ${from};`];
  const failed = compile(root, [...head, ...checks.map(({ line }) => line)]);
  /** @type {Record<string, TypeRow>} */
  const rows = {};
  for (const [k, { kind, name }] of checks.entries()) {
    rows[kind] ??= { same: 0, all: 0, missing: [], excepted: [] };
    const row = rows[kind];
    const error = failed.get(head.length + k);
    const isException = TYPE_EXCEPTIONS.some(([of, names]) => of === kind && names.test(name));
    row.all++;
    if (error === undefined) row.same++;
    else if (isException) row.excepted.push(name);
    else row.missing.push(`${name}: ${error}`);
  }
  return rows;
}

/** The first error of each line of a program. @param {string} root @param {string[]} lines @returns {Map<number, string>} */
function compile(root, lines) {
  // in a folder below the project, where the declarations of Node are found
  mkdirSync(`${root}/build`, { recursive: true });
  const folder = mkdtempSync(`${root}/build/types-of-api-`);
  const compiler = `${root}/node_modules/typescript-native/bin/tsc`;
  const file = join(folder, 'program.ts');
  const config = join(folder, 'tsconfig.json');
  writeFileSync(file, `${lines.join('\n')}\nexport {};\n`);
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'], allowImportingTsExtensions: true },
        ...{ target: 'es2022', lib: ['es2023', 'dom'], module: 'esnext', moduleResolution: 'bundler' },
      },
      files: ['program.ts'],
    }),
  );
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', config, '--pretty', 'false'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  rmSync(folder, { recursive: true });
  /** @type {Map<number, string>} */
  const errors = new Map();
  for (const text of (stdout + stderr).split(/\n(?! )/)) {
    if (text.trim() === '') continue;
    const [, line, message] = /program\.ts\((\d+),\d+\): error \w+: (.*)/.exec(text) ?? [];
    if (line === undefined) throw new Error(`types: the compiler reports an error outside the program: ${text}`);
    if (!errors.has(Number(line) - 1)) errors.set(Number(line) - 1, message);
  }
  return errors;
}

/** One line for each name and member of the official declarations. @param {ts.SourceFile} file @returns {Check[]} */
function typeChecks(file) {
  /** @type {Check[]} */
  const checks = [];
  for (const node of file.statements) {
    if (ts.isInterfaceDeclaration(node) && isExported(node)) checks.push(...interfaceChecks(node));
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'EmbindModule')
      checks.push(...moduleChecks(node.members));
    if (ts.isTypeAliasDeclaration(node) && isExported(node)) checks.push(...aliasChecks(node));
    if (ts.isModuleDeclaration(node) && node.name.text === 'RuntimeExports') checks.push(...runtimeChecks(node, []));
  }
  const line = 'export const main: (options?: unknown) => Promise<MainModule> = null! as typeof ours.default;';
  return [...checks, { kind: 'types of functions and classes', name: 'default', line }];
}

/** @param {ts.InterfaceDeclaration | ts.TypeAliasDeclaration} node */
function isExported(node) {
  return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

let count = 0;
/** A line that compiles if a value of one type can be assigned to another. @param {string} target @param {string} source */
const assignable = (target, source) => `export const c${++count}: ${target} = null! as ${source};`;

/** @param {ts.InterfaceDeclaration} node @returns {Check[]} */
function interfaceChecks(node) {
  const name = node.name.text;
  const isGeneric = node.typeParameters !== undefined;
  const own = isGeneric ? `${name}<1>` : name;
  const [kind, members] = ['members of types', membersOf(node.members)];
  const exported = `type ${name} = ours.${name};`;
  return [
    { kind: 'exported types', name, line: isGeneric ? `type ${name}<T extends number> = ours.${name}<T>;` : exported },
    ...members.flatMap(({ name: member, type, write, isReadonly }) => {
      const read = `${own}['${member}']`;
      const shown = isGeneric ? type.replace(/\bT\b/, '1') : type;
      const assign = (/** @type {string} */ value) => `(null! as ${own}).${member} = null! as ${value};`;
      const line = shown === 'any' ? `export const c${++count}: Known<${read}> = true;` : assignable(shown, read);
      const written = write ?? (shown === 'any' ? `Assigned<${read}>` : shown);
      /** @type {Check[]} */
      const found = [{ kind, name: `${name}.${member}`, line }];
      if (!isReadonly) found.push({ kind: 'assigned members', name: `${name}.${member}`, line: assign(written) });
      return found;
    }),
  ];
}

/** An alias of a union, in both directions. @param {ts.TypeAliasDeclaration} node @returns {Check[]} */
function aliasChecks({ name: { text: name }, type }) {
  const used = { kind: 'exported types', name, line: `type ${name} = ours.${name};` };
  if (name === 'MainModule') return [used];
  const members = type.getText().replaceAll(/\s+/g, ' ');
  return [
    used,
    { kind: 'unions', name: `${name} as theirs`, line: assignable(members, name) },
    { kind: 'unions', name: `theirs as ${name}`, line: assignable(name, members) },
  ];
}

/** @param {ts.NodeArray<ts.TypeElement>} members @returns {Check[]} */
function moduleChecks(members) {
  return membersOf(members).map(({ name, type }) => {
    const read = `MainModule['${name}']`;
    const line = type === 'any' ? `export const c${++count}: Known<${read}> = true;` : assignable(type, read);
    return { kind: /^mj[tr][A-Z]/.test(name) ? 'types of enumerations' : 'types of functions and classes', name, line };
  });
}

/** Functions and namespaces of the runtime: `FS.writeFile`. @param {ts.ModuleDeclaration} node @param {string[]} path
 *  @returns {Check[]} */
function runtimeChecks(node, path) {
  if (!node.body || !ts.isModuleBlock(node.body)) return [];
  return node.body.statements.flatMap((statement) => {
    if (ts.isModuleDeclaration(statement)) return runtimeChecks(statement, [...path, statement.name.text]);
    if (!ts.isFunctionDeclaration(statement) || !statement.name) return [];
    const names = [...path, statement.name.text];
    const read = `MainModule${names.map((name) => `['${name}']`).join('')}`;
    return [{ kind: 'FS and runtime', name: names.join('.'), line: assignable(`{ ${signature(statement)} }`, read) }];
  });
}

/** Members with the types that they read and write; overloads are one member. Methods become call signatures, whose parameters are
 *  compared strictly. @param {ts.NodeArray<ts.TypeElement>} members @returns {Member[]} */
function membersOf(members) {
  /** @type {Map<string, Member>} */
  const found = new Map();
  for (const node of members) {
    const name = node.name?.getText() ?? '';
    const old = found.get(name);
    if (name.startsWith('[')) continue;
    if (ts.isSetAccessor(node)) {
      const write = node.parameters[0].type?.getText() ?? 'any';
      found.set(name, { name, type: old?.type ?? write, write, isReadonly: false });
    } else if (ts.isGetAccessor(node)) {
      found.set(name, { name, type: textOf(node.type), write: old?.write, isReadonly: old === undefined });
    } else if (ts.isMethodSignature(node)) {
      const calls = old ? old.type.slice(2, -2) : '';
      found.set(name, { name, type: `{ ${calls}${signature(node)} }`, isReadonly: true });
    } else if (ts.isPropertySignature(node)) {
      const isReadonly = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) ?? false;
      found.set(name, { name, type: textOf(node.type), isReadonly });
    }
  }
  return [...found.values()];
}

/** A type on one line; methods inside as properties. @param {ts.TypeNode | undefined} type */
function textOf(type) {
  if (type === undefined) return 'any';
  if (!ts.isTypeLiteralNode(type)) return type.getText().replaceAll(/\s+/g, ' ');
  const construct = type.members.filter(ts.isConstructSignatureDeclaration).map((node) => `new ${signature(node)}`);
  const named = membersOf(ts.factory.createNodeArray(type.members.filter((node) => node.name !== undefined)));
  return `{ ${[...construct, ...named.map((member) => `${member.name}: ${member.type};`)].join(' ')} }`;
}

/** A call signature. @param {ts.SignatureDeclaration} node */
function signature({ parameters, type }) {
  const list = parameters.map((parameter) => {
    const text = parameter.getText().replaceAll(/\s+/g, ' ');
    return text.replaceAll(/\bArguments\b/g, 'IArguments');
  });
  // the return value of chained calls, and `any`
  const result = type === undefined ? 'any' : type.getText().replaceAll(/\s+/g, ' ');
  return `(${list.join(', ')}): ${result === 'this' ? 'unknown' : result};`;
}

/** Prints the table. @param {Record<string, TypeRow>} rows @returns {boolean} whether nothing is missing */
export function printTypes(rows) {
  for (const [kind, { same, all, missing, excepted }] of Object.entries(rows)) {
    const other = excepted.length > 0 ? `, ${excepted.length} different on purpose` : '';
    console.log(`${kind.padEnd(30)} ${String(same).padStart(5)} of ${String(all).padStart(5)}${other}`);
    for (const line of missing) console.log(`  ${line}`);
  }
  console.log('\ndifferent on purpose:');
  for (const [kind, names, reason] of TYPE_EXCEPTIONS) {
    const count = rows[kind].excepted.filter((name) => names.test(name)).length;
    console.log(`  ${kind} ${names.source.slice(0, 60)}: ${count}, ${reason}`);
  }
  return Object.values(rows).every(({ missing }) => missing.length === 0);
}
