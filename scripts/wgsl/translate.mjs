import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { BuildError } from '../wasm/translate/errors.mjs';
import { absentFeature } from './absent.mjs';
import { builtins } from './expression.mjs';
import { readProgram } from './read.mjs';
import { functionCode } from './statement.mjs';

/** From the kernels in `src/worlds/webgpu/kernel` to WGSL: the text of every function that they reach, with its callees. Recursion, which
 *  WGSL does not support, is rejected with its location. */

class WgslError extends Error {}

/** @param {string} root
 *  @returns {Promise<{ prelude: string, functions: Record<string, { code: string, calls: string[] }>,
 *    scratch: Record<string, { length: number, values?: number[], real?: boolean }>, entries: Record<string, string> }>} */
export async function translateKernels(root) {
  const program = await readProgram(root);
  const prelude = readFileSync(new URL('./prelude.wgsl', import.meta.url), 'utf8');
  const twins = new Set([...prelude.matchAll(/^fn (\w+__\w+)\(/gm)].map((found) => found[1]));
  const isFree = freedom(program.functions, twins);
  /** @type {string[]} */ const errors = [];
  /** @type {Record<string, { code: string, calls: string[] }>} */ const functions = {};
  const visit = (name) => {
    if (Object.hasOwn(functions, name) || twins.has(name)) return;
    const fn = program.functions.get(name);
    if (!fn) throw new BuildError([`${name} is called by a kernel, but is not a function of the dialect`]);
    functions[name] = { code: '', calls: [] };
    functions[name] = translateFunction(fn, program, isFree, errors);
    for (const callee of functions[name].calls) visit(callee);
  };
  for (const name of Object.values(program.entries)) visit(name);
  errors.push(...recursions(functions, program.functions));
  if (errors.length) throw new BuildError([...new Set(errors)]);
  for (const name of Object.keys(functions)) functions[name].calls = functions[name].calls.filter((c) => !twins.has(c));
  return { prelude, functions, scratch: usedScratch(functions, program.scratch), entries: program.entries };
}

function translateFunction(fn, program, isFree, errors) {
  const calls = new Set();
  const context = {
    layout: program.layout,
    scratch: (name) => program.scratch.get(name),
    isFree,
    calls,
    chosen: new Map(),
    fail: (text) => {
      throw new WgslError(`${fn.location} wgsl: ${text}`);
    },
  };
  try {
    // code that supported models never reach is omitted
    if (absentFeature(fn)) return { code: functionCode({ ...fn, body: emptyBody }, context), calls: [] };
    const code = functionCode(fn, context);
    return { code, calls: [...calls] };
  } catch (error) {
    if (!(error instanceof WgslError)) throw error;
    errors.push(error.message);
    return { code: '', calls: [...calls] };
  }
}

const emptyBody = ts.factory.createBlock([]);

/** Functions without memory accesses, including their callees. */
function freedom(functions, twins) {
  const callees = new Map();
  const bound = new Set([...twins].filter((name) => /__(sinCos|cholRows4|restart|pairNumber)$/.test(name)));
  for (const [name, { body }] of functions) {
    const called = calledNames(body);
    callees.set(name, called);
    if (!twins.has(name) && called.some((c) => /^(load|store|fill_\w+|step_i32|stepped_i32)$/.test(c))) bound.add(name);
  }
  for (let grown = true; grown; ) {
    grown = false;
    for (const [name, called] of callees) {
      if (bound.has(name) || twins.has(name) || !called.some((c) => bound.has(c))) continue;
      bound.add(name);
      grown = true;
    }
  }
  return (name) => !bound.has(name);
}

function calledNames(body) {
  const names = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && !Object.hasOwn(builtins, node.expression.getText()))
      names.push(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  visit(body);
  return names;
}

/** One line for each recursive function. */
function recursions(functions, sources) {
  const state = new Map();
  const found = [];
  const visit = (name, path) => {
    if (state.get(name) === 'done') return;
    if (state.get(name) === 'open') {
      const cycle = path.slice(path.indexOf(name));
      found.push(`${sources.get(name).location} wgsl: ${cycle.map(short).join(' -> ')} -> ${short(name)} is recursive`);
      return;
    }
    state.set(name, 'open');
    for (const callee of functions[name]?.calls ?? []) visit(callee, [...path, name]);
    state.set(name, 'done');
  };
  for (const name of Object.keys(functions)) visit(name, []);
  return found;
}

const short = (name) => name.split('__').at(-1);

function usedScratch(functions, scratch) {
  /** @type {Record<string, { length: number, values?: number[], real?: boolean }>} */ const used = {};
  for (const { code } of Object.values(functions)) {
    for (const [name] of code.matchAll(/\b\w+__\w+\b/g)) {
      const found = scratch.get(name);
      if (found) used[name] = { length: found.length, values: found.values, real: found.real };
    }
  }
  return used;
}
