// `npm run conformance -- --versions 3.12.0 3.14.0`: what differs between two versions of the official package: names, members, values of
// enumerations, signatures of functions, and the fields of models, after compiling and after ten steps. For the next update of the oracle.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compareNumbers } from '../../test/support/oracle/difference.mjs';

/** @typedef {Record<string, any>} Loose
 *  @typedef {{ added: string[], removed: string[], changed: string[] }} ApiChanges
 *  @typedef {{ field: string, error: number }} FieldChange */

/** Members of Emscripten's class bindings. */
const machinery = new Set(['constructor', 'length', 'name', 'prototype', 'argCount', 'values', 'arguments', 'caller']);
/** Memory of an instance. */
const isMemory = (/** @type {string} */ field) =>
  /^(n?arena|n?buffer|parena|pbase|pstack|threadpool|maxuse_\w+)$/.test(field);
const STEPS = 10;
/** Smaller differences are rounding after a reordering of operations; single-precision fields have larger ones. */
const TOLERANCE = { f64: 1e-12, f32: 2.5e-7 };

/** Installs a version of the official package, if missing, and returns the URL of its module.
 *  @param {string} root @param {string} version */
export function installVersion(root, version) {
  const folder = join(root, 'build/versions', version);
  const module = join(folder, 'node_modules/@mujoco/mujoco/mujoco.js');
  if (!existsSync(module)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `@mujoco/mujoco@${version}`];
    const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error(`conformance: @mujoco/mujoco@${version} could not be installed`);
  }
  return pathToFileURL(module).href;
}

/** Names that only one version has, and those whose values or signatures differ.
 *  @param {Loose} before @param {Loose} after @param {[string, string]} types the d.ts files
 *  @returns {ApiChanges} */
export function compareVersions(before, after, types) {
  const [a, b] = [apiOf(before, types[0]), apiOf(after, types[1])];
  return {
    added: [...b.keys()].filter((name) => !a.has(name)),
    removed: [...a.keys()].filter((name) => !b.has(name)),
    changed: [...a]
      .filter(([name, text]) => b.has(name) && b.get(name) !== text)
      .map(([name, text]) => `${name}: ${text} -> ${b.get(name)}`),
  };
}

/** Every name, `Class.member` and `Enumeration.member`, with its value or signature.
 *  @param {Loose} mj @param {string} types @returns {Map<string, string>} */
function apiOf(mj, types) {
  const signatures = new Map([...types.matchAll(/^ {2}(\w+)(\(.*);$/gm)].map(([, name, text]) => [name, text]));
  const api = new Map();
  for (const [name, value] of Object.entries(mj)) {
    if (name === 'print' || name === 'printErr') continue;
    const isSettled = typeof value === 'number' || name.endsWith('STRING');
    api.set(name, isSettled ? JSON.stringify(value) : (signatures.get(name) ?? typeof value));
    if (typeof value !== 'function' || !/^[mM]j/.test(name)) continue;
    for (const member of membersOf(value)) {
      const count = value[member]?.value;
      api.set(`${name}.${member}`, count === undefined ? 'member' : String(count));
    }
  }
  return api;
}

/** @param {Loose} value a class or an enumeration */
function membersOf(value) {
  const own = [value, value.prototype].filter(Boolean).flatMap((object) => Object.getOwnPropertyNames(object));
  return [...new Set(own)].filter((member) => !machinery.has(member));
}

/** Fields of a model that differ: after compiling and, from the same initial state, after ten steps.
 *  @param {{ m: Loose, d: Loose, mj: Loose }[]} sides @returns {{ compile: FieldChange[], steps: FieldChange[] }} */
export function compareModelVersions(sides) {
  const [a, b] = sides;
  const compile = compareFields(a.m, b.m);
  for (const { mj, m, d } of sides) for (let k = 0; k < STEPS; k++) mj.mj_step(m, d);
  return { compile, steps: compareFields(a.d, b.d) };
}

/** @param {Loose} a @param {Loose} b @returns {FieldChange[]} */
function compareFields(a, b) {
  /** @type {FieldChange[]} */
  const changes = [];
  for (const field of Object.keys(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(a)))) {
    if (isMemory(field)) continue;
    const [x, y] = [valuesOf(a, field), valuesOf(b, field)];
    if (x === undefined) continue;
    const { error } = y === undefined ? { error: Number.POSITIVE_INFINITY } : compareNumbers(y, x, { floor: 1 });
    const tolerance = a[field] instanceof Float32Array ? TOLERANCE.f32 : TOLERANCE.f64;
    if (error > tolerance) changes.push({ field, error });
  }
  return changes;
}

/** Values of a numeric member; arrays of bool cannot be read.
 *  @param {Loose} owner @param {string} field @returns {number[] | undefined} */
function valuesOf(owner, field) {
  try {
    const value = owner[field];
    if (typeof value === 'number' || typeof value === 'bigint') return [Number(value)];
    return ArrayBuffer.isView(value) ? Array.from(/** @type {Float64Array} */ (value), Number) : undefined;
  } catch {
    return undefined;
  }
}

/** Prints the changes of the API.
 *  @param {string} root @param {[string, string]} versions @param {[string, string]} modules */
export async function reportVersionNames(root, versions, modules) {
  const quiet = () => ({ print() {}, printErr() {} });
  const [before, after] = await Promise.all(modules.map(async (url) => (await import(url)).default(quiet())));
  const types = versions.map((version) =>
    readFileSync(join(root, 'build/versions', version, 'node_modules/@mujoco/mujoco/mujoco.d.ts'), 'utf8'),
  );
  const changes = compareVersions(before, after, /** @type {[string, string]} */ (types));
  for (const kind of /** @type {const} */ (['added', 'removed', 'changed'])) {
    console.log(`${kind}: ${changes[kind].length}`);
    for (const name of changes[kind]) console.log(`  ${name}`);
  }
}

/** Prints the models that differ, and the number of models in which each field differs.
 *  @param {{ model: string, skipped?: string, threw?: string, compile?: FieldChange[], steps?: FieldChange[] }[]} results */
export function reportVersionModels(results) {
  /** @type {Map<string, number>} */
  const fields = new Map();
  let same = 0;
  for (const { model, skipped, threw, compile = [], steps = [] } of results) {
    const all = [
      ...compile.map((c) => ({ ...c, field: `model.${c.field}` })),
      ...steps.map((c) => ({ ...c, field: `data.${c.field}` })),
    ];
    if (skipped ?? threw) console.log(`${model}: ${skipped ?? threw}`);
    else if (all.length === 0) same++;
    else console.log(`${model}: ${all.map(({ field, error }) => `${field} ${error.toExponential(0)}`).join(', ')}`);
    for (const { field } of all) fields.set(field, (fields.get(field) ?? 0) + 1);
  }
  console.log(`\n${same} of ${results.length} models are identical; fields that differ, with the number of models:`);
  for (const [field, count] of [...fields].sort((x, y) => y[1] - x[1]))
    console.log(`${String(count).padStart(5)}  ${field}`);
}
