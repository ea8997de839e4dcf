// `npm run conformance -- --api`: the drop-in API against the official package: names, members of classes, values of enumerations and
// constants, the types of member values on a model with elements of every kind, and the declarations.
import { readFileSync } from 'node:fs';
import { compareTypes, printTypes } from './types.mjs';

/** Exempt names, with the reason; a trailing * matches a prefix. */
const reasons = {
  'FS.*': 'internals of Emscripten: nodes in a hash table, devices, file descriptors of C',
  'MEMFS.*': 'internals of Emscripten: the operations of its nodes',
};

/** Members of Emscripten's class bindings. */
const machinery = new Set(['constructor', 'length', 'name', 'prototype', 'argCount', 'values']);

/** Members whose types may differ, with the reason. */
const typeReasons = {
  'bool arrays': 'the official package cannot read them',
};

/** @typedef {Record<string, any>} Loose
 *  @typedef {{ same: number, all: number, missing: string[] }} Row */

/** Compares both packages and prints the tables.
 *  @param {string} root @param {(options?: object) => Promise<Loose>} loadTheirs @param {(options?: object) => Promise<Loose>} loadOurs
 *  @param {string} declarations the d.ts of the official package
 *  @returns {Promise<boolean>} whether at least 98 % of names and members are there, all values agree and every differing type has a reason */
export async function reportApi(root, loadTheirs, loadOurs, declarations) {
  const quiet = { print() {}, printErr() {} };
  const xml = readFileSync(`${root}/scripts/conformance/api.xml`, 'utf8');
  const agrees = print(compareApi(await loadTheirs(quiet), await loadOurs(quiet), xml));
  console.log('\ntypes:');
  const ours = `${root}/dist/types/mujoco.d.ts`;
  return printTypes(compareTypes({ official: declarations, ours, root })) && agrees;
}

/** Names of both packages, by kind.
 *  @param {Loose} theirs @param {Loose} ours @param {string} xml a model with elements of every kind
 *  @returns {Record<string, Row>} */
export function compareApi(theirs, ours, xml) {
  return {
    ...nameRows(theirs, ours),
    'members of classes': members(theirs, ours),
    'values of enumerations': enumValues(theirs, ours),
    'constants and strings': constants(theirs, ours),
    'types of members': memberTypes(theirs, ours, xml),
    'FS and MEMFS': fileMembers(theirs, ours),
  };
}

/** Names of the module by kind.
 *  @param {Loose} theirs @param {Loose} ours @returns {Record<string, Row>} */
function nameRows(theirs, ours) {
  /** @type {Record<string, Row>} */
  const rows = {};
  for (const name of Object.keys(theirs)) {
    // options passed to `load` become members of the official module
    if (name === 'print' || name === 'printErr') continue;
    const kind = apiGroup(name);
    rows[kind] ??= { same: 0, all: 0, missing: [] };
    count(rows[kind], name, name in ours && typeof ours[name] === typeof theirs[name]);
  }
  return rows;
}

/** @param {string} name */
function apiGroup(name) {
  const prefix = /^mj[usvd]?_/.exec(name)?.[0];
  if (prefix) return `${prefix} functions`;
  if (/^mj[tr][A-Z]/.test(name)) return 'enumerations';
  if (/^(Mj|mj[A-Z]\w*Vec$|\w+Buffer$)/.test(name)) return 'classes';
  return 'other names';
}

/** @param {Row} row @param {string} name @param {boolean} same */
function count(row, name, same) {
  row.all++;
  if (same) row.same++;
  else row.missing.push(name);
}

/** @param {Loose} theirs @param {Loose} ours @returns {Row} */
function members(theirs, ours) {
  const row = { same: 0, all: 0, missing: /** @type {string[]} */ ([]) };
  for (const [name, Class] of Object.entries(theirs)) {
    if (apiGroup(name) !== 'classes') continue;
    const own = Object.getOwnPropertyNames(Class.prototype).filter((member) => !machinery.has(member));
    const statics = Object.getOwnPropertyNames(Class).filter((member) => !machinery.has(member));
    const shared = Object.getOwnPropertyNames(Object.getPrototypeOf(Class.prototype)).filter((m) => !machinery.has(m));
    for (const member of [...own, ...shared])
      count(row, `${name}.${member}`, name in ours && member in ours[name].prototype);
    for (const member of statics) count(row, `${name}.${member}`, name in ours && member in ours[name]);
  }
  return row;
}

/** @param {Loose} theirs @param {Loose} ours @returns {Row} */
function enumValues(theirs, ours) {
  const row = { same: 0, all: 0, missing: /** @type {string[]} */ ([]) };
  for (const [name, members] of Object.entries(theirs)) {
    if (apiGroup(name) !== 'enumerations') continue;
    for (const member of Object.getOwnPropertyNames(members).filter((m) => !machinery.has(m))) {
      count(row, `${name}.${member}`, ours[name]?.[member]?.value === members[member].value);
    }
  }
  return row;
}

/** @param {Loose} theirs @param {Loose} ours @returns {Row} */
function constants(theirs, ours) {
  const row = { same: 0, all: 0, missing: /** @type {string[]} */ ([]) };
  for (const [name, value] of Object.entries(theirs)) {
    if (typeof value !== 'number' && !name.endsWith('STRING')) continue;
    const [a, b] = [value, ours[name]].map((x) => JSON.stringify(typeof x === 'function' ? x() : x));
    count(row, name, a === b);
  }
  return row;
}

/** Types of every member of a model, a data, their nested objects and user-created objects.
 *  @param {Loose} theirs @param {Loose} ours @param {string} xml @returns {Row} */
function memberTypes(theirs, ours, xml) {
  const row = { same: 0, all: 0, missing: /** @type {string[]} */ ([]) };
  const [a, b] = [theirs, ours].map((mj) => samples(mj, xml));
  for (const [name, object] of Object.entries(a)) {
    for (const member of Object.getOwnPropertyNames(Object.getPrototypeOf(object))) {
      if (machinery.has(member)) continue;
      const type = memberType(object, member);
      if (type === undefined) continue;
      const own = b[name] === undefined ? 'nothing' : memberType(b[name], member);
      count(row, `${name}.${member}: ${type}, here ${own}`, type === own);
    }
  }
  return row;
}

/** @param {Loose} mj @param {string} xml @returns {Loose} */
function samples(mj, xml) {
  const m = mj.MjModel.from_xml_string(xml);
  const d = new mj.MjData(m);
  mj.mj_forward(m, d);
  /** @type {Loose} */
  const all = { MjModel: m, MjData: d, contact: d.contact.get(0), warning: d.warning.get(0), timer: d.timer.get(0) };
  for (const name of ['opt', 'stat', 'vis']) all[name] = m[name];
  for (const name of ['body', 'jnt', 'geom', 'site', 'cam', 'light', 'mesh', 'mat', 'tex', 'hfield', 'eq', 'exclude'])
    all[`model.${name}`] = m[name](0);
  for (const name of ['pair', 'tendon', 'actuator', 'sensor', 'numeric', 'tuple', 'key'])
    all[`model.${name}`] = m[name](0);
  for (const name of ['body', 'jnt', 'geom', 'site', 'cam', 'light', 'tendon', 'actuator', 'sensor'])
    all[`data.${name}`] = d[name](0);
  for (const [name, Class] of Object.entries(mj)) {
    if (
      !/^(MjOption|MjVisual\w*|MjLROpt|MjLog\w+|MjPreContact|Mjv(Camera|Figure|GLCamera|Geom|Light|Option|Perturb))$/.test(
        name,
      )
    )
      continue;
    all[name] = new Class();
  }
  if (mj['MjvScene']) all['MjvScene'] = new mj['MjvScene'](m, 100);
  return all;
}

/** The type of a member: the class of an array or object; undefined if it cannot be read.
 *  @param {Loose} object @param {string} member */
function memberType(object, member) {
  try {
    const value = object[member];
    if (value === null || typeof value !== 'object') return typeof value;
    return value.constructor.name;
  } catch {
    return undefined;
  }
}

/** @param {Loose} theirs @param {Loose} ours @returns {Row} */
function fileMembers(theirs, ours) {
  const row = { same: 0, all: 0, missing: /** @type {string[]} */ ([]) };
  for (const name of ['FS', 'MEMFS']) {
    for (const member of Object.keys(theirs[name])) count(row, `${name}.${member}`, member in ours[name]);
  }
  return row;
}

/** @param {Record<string, Row>} rows */
function print(rows) {
  for (const [name, { same, all }] of Object.entries(rows)) {
    console.log(
      `${name.padEnd(24)} ${String(same).padStart(5)} of ${String(all).padStart(5)}  ${((100 * same) / all).toFixed(1)} %`,
    );
  }
  const names = Object.entries(rows).slice(0, Object.keys(rows).indexOf('members of classes'));
  const [same, all] = [sum(names, 'same'), sum(names, 'all')];
  console.log(
    `${'all names'.padEnd(24)} ${String(same).padStart(5)} of ${String(all).padStart(5)}  ${((100 * same) / all).toFixed(1)} %`,
  );
  for (const [name, { missing }] of Object.entries(rows)) {
    if (missing.length > 0) console.log(`\n${name}, missing or different:\n  ${missing.join('\n  ')}`);
  }
  console.log('\nreasons:');
  for (const [name, reason] of Object.entries({ ...reasons, ...typeReasons })) console.log(`  ${name}: ${reason}`);
  const members = rows['members of classes'];
  const exact = rows['values of enumerations'].missing.length + rows['constants and strings'].missing.length === 0;
  return same >= 0.98 * all && members.same >= 0.98 * members.all && exact;
}

/** @param {[string, Row][]} rows @param {'same' | 'all'} key */
function sum(rows, key) {
  return rows.reduce((total, [, row]) => total + row[key], 0);
}
