/** Translates the text of a shader to a JavaScript function. */
import { call, expression, type Names, type Type } from './expression.ts';
import { Words } from './text.ts';

/** Runs an entry point for one world. */
export type Kernel = (world: number) => void;

/** Inputs of a shader. */
export interface ShaderBindings {
  readonly memory: Uint32Array;
  readonly rows: Uint32Array;
  readonly batch: Readonly<Record<string, number>>;
  /** Address of an element of the array that starts at `base`; `access` is an index into `accesses`. */
  readonly at: (base: number, index: number, access: number, own: number) => number;
  /** Evaluates an unused side: reads may leave their arrays, but not the buffer. */
  readonly aside: (evaluate: () => unknown) => void;
}

/** Accesses to memory in all shaders, with their functions. */
export const accesses: string[] = [];

/** Declarations as JavaScript, by their text: shaders of all Models share most functions. */
const known = new Map<string, string>();
/** Return types of functions, and types of globals. */
const results = new Map<string, Type>();
const outside = new Map<string, Type>();

/** The text of a shader as JavaScript. */
export function readShader(text: string): string {
  const parts = text.split(/^(?=fn |const |var<|struct |@)/m);
  for (const part of parts) {
    const [, name, result] = /\bfn (\w+)\([^{]*?\)(?: -> (\w+))? \{/.exec(part) ?? [];
    if (name) results.set(name, (result as Type) ?? 'void');
  }
  return parts.map(declared).join('\n');
}

function declared(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const code = new Reader(text).module();
  known.set(text, code);
  return code;
}

/** The entry point of a shader, bound to these buffers. */
export function bindShader(
  code: string,
  entryPoint: string,
  { memory, rows, batch, at, aside }: ShaderBindings,
): Kernel {
  const make = new Function('memory', 'rows', 'batch', 'at', 'aside', `${support}\n${code}\nreturn ${entryPoint};`);
  return make(memory, rows, batch, at, aside);
}

/** Memory functions of the prelude, and built-in functions of WGSL, in JavaScript. */
const support = `'use strict';
const { fround } = Math;
const reals = new Float32Array(memory.buffer), ints = new Int32Array(memory.buffer);
const bits = new Uint32Array(1), real = new Float32Array(bits.buffer);
const realOf = (x) => { bits[0] = x; return real[0]; };
const bitsOf = (x) => { real[0] = x; return bits[0]; };
const least = (a, b) => (b < a ? b : a);
const most = (a, b) => (a < b ? b : a);
const whole = (x) => (x >= 2147483647 ? 2147483647 : x | 0);
const readReal = (base, i, place) => reals[at(base, i, place, own)];
const readInt = (base, i, place) => ints[at(base, i, place, own)];
const writeReal = (base, i, x, place) => { reals[at(base, i, place, own)] = x; };
const writeInt = (base, i, x, place) => { ints[at(base, i, place, own)] = x; };
const stepElement = (base, i, by, place) => { const k = at(base, i, place, own); ints[k] += by; return ints[k] - by; };
const steppedElement = (base, i, by, place) => (ints[at(base, i, place, own)] += by);
const fillReal = (base, i, x, first, end, place) => { for (let k = first; k < end; k++) writeReal(base, i + k, x, place); };
const fillInt = (base, i, x, first, end, place) => { for (let k = first; k < end; k++) writeInt(base, i + k, x, place); };`;

/** Functions that `support` implements, or that need pointers. */
const given = /^(read|write|fill)(Real|Int)$|^step(ped)?Element$|^(post|pre)Step$/;

class Reader implements Names {
  readonly #words: Words;
  #scopes: Map<string, Type>[] = [outside];
  /** Labels of the enclosing loops; undefined if JavaScript's `continue` works. */
  readonly #loops: (string | undefined)[] = [];
  #labels = 0;
  #function = '';

  constructor(text: string) {
    this.#words = new Words(text);
  }

  type(name: string): Type {
    for (let k = this.#scopes.length - 1; k >= 0; k--) {
      const found = this.#scopes[k].get(name);
      if (found) return found;
    }
    throw new SyntaxError(`unknown name ${name} in ${this.#function}`);
  }

  result(name: string): Type {
    const found = results.get(name);
    if (!found) throw new SyntaxError(`unknown function ${name} in ${this.#function}`);
    return found;
  }

  addAccess(text: string): number {
    return accesses.push(`${this.#function}: ${text}`) - 1;
  }

  /** All declarations. */
  module(): string {
    const words = this.#words;
    const parts: string[] = [];
    while (!words.done) {
      this.#scopes = [outside];
      while (words.take('@')) this.#attribute();
      const word = words.next();
      if (word === 'struct') this.#skip('{', '}');
      else if (word === 'var') parts.push(this.#variable());
      else if (word === 'const') parts.push(this.#local('const'));
      else if (word === 'fn') parts.push(this.#declaration());
      else throw new SyntaxError(`unsupported declaration: ${word}`);
    }
    return parts.join('\n');
  }

  #attribute(): void {
    this.#words.next();
    if (this.#words.peek() === '(') this.#skip('(', ')');
  }

  /** Skips to the end of a bracket. */
  #skip(open: string, close: string): void {
    const words = this.#words;
    while (words.peek() !== open) words.next();
    let depth = 0;
    do {
      const word = words.next();
      if (word === open) depth++;
      else if (word === close) depth--;
    } while (depth > 0);
  }

  /** A buffer, which is bound, or a variable of each invocation. */
  #variable(): string {
    const words = this.#words;
    words.expect('<');
    const isPrivate = words.peek() === 'private';
    while (!words.take('>')) words.next();
    if (isPrivate) return this.#local('let');
    const name = words.next();
    outside.set(name, 'u32');
    while (!words.take(';')) words.next();
    return '';
  }

  #declaration(): string {
    const words = this.#words;
    const name = words.next();
    this.#function = name;
    if (given.test(name)) {
      this.#skip('{', '}');
      return '';
    }
    this.#scopes = [outside, new Map()];
    words.expect('(');
    const parameters: string[] = [];
    while (!words.take(')')) parameters.push(this.#parameter());
    if (words.take('->')) words.next();
    return `function ${name}(${parameters.join(', ')}) ${this.#block()}`;
  }

  #parameter(): string {
    const words = this.#words;
    while (words.take('@')) this.#attribute();
    const name = words.next();
    words.expect(':');
    const type = words.next();
    if (words.take('<')) while (!words.take('>')) words.next();
    words.take(',');
    this.#scopes.at(-1)!.set(name, type === 'vec3' ? 'id' : (type as Type));
    return type === 'vec3' ? 'world' : name;
  }

  #block(): string {
    this.#words.expect('{');
    this.#scopes.push(new Map());
    const lines: string[] = [];
    while (!this.#words.take('}')) lines.push(this.#statement());
    this.#scopes.pop();
    return `{\n${lines.join('\n')}\n}`;
  }

  #statement(): string {
    const words = this.#words;
    if (words.peek() === '{') return this.#block();
    const word = words.next();
    const own = this.#byWord[word];
    if (own) return own();
    words.at--;
    const code = this.#simple();
    words.expect(';');
    return `${code};`;
  }

  readonly #byWord: Readonly<Record<string, () => string>> = {
    __proto__: null as never,
    ';': () => '',
    var: () => this.#local('let'),
    let: () => this.#local('const'),
    if: () => this.#if(),
    while: () => `while (${this.#value()}) ${this.#looped(undefined)}`,
    for: () => this.#for(),
    loop: () => this.#loop(),
    switch: () => this.#switch(),
    return: () => {
      if (this.#words.take(';')) return 'return;';
      return `return ${this.#ended()};`;
    },
    break: () => {
      if (this.#words.take('if')) return `if (${this.#ended()}) break;`;
      this.#words.expect(';');
      return 'break;';
    },
    continue: () => {
      this.#words.expect(';');
      const label = this.#loops.at(-1);
      return label ? `break ${label};` : 'continue;';
    },
  };

  #value = () => expression(this.#words, this).code;

  #ended(): string {
    const code = this.#value();
    this.#words.expect(';');
    return code;
  }

  #local(kind: 'let' | 'const'): string {
    const words = this.#words;
    const name = words.next();
    let type = words.take(':') ? (words.next() as Type) : undefined;
    let code = type === 'bool' ? 'false' : '0';
    if (words.take('=')) {
      const value = expression(words, this);
      code = value.code;
      type ??= value.type === 'int' ? 'i32' : value.type === 'real' ? 'f32' : value.type;
    }
    words.expect(';');
    this.#scopes.at(-1)!.set(name, type!);
    return `${kind} ${name} = ${code};`;
  }

  /** An assignment, a step or a call, without its semicolon. */
  #simple(): string {
    const words = this.#words;
    const name = words.next();
    if (words.peek() === '(') return call(name, words, this).code;
    let target = name;
    if (words.take('[')) {
      target = `${name}[${this.#value()}]`;
      words.expect(']');
    }
    if (words.take('++')) return `${target} = (${target} + 1) | 0`;
    words.expect('=');
    return `${name === '_' ? 'void ' : `${target} = `}${this.#value()}`;
  }

  #if(): string {
    const test = this.#value();
    const then = this.#block();
    if (!this.#words.take('else')) return `if (${test}) ${then}`;
    const other = this.#words.take('if') ? this.#if() : this.#block();
    return `if (${test}) ${then} else ${other}`;
  }

  #looped(label: string | undefined): string {
    this.#loops.push(label);
    const code = this.#block();
    this.#loops.pop();
    return code;
  }

  #for(): string {
    const words = this.#words;
    this.#scopes.push(new Map());
    words.expect('(');
    const first = this.#statement();
    const test = this.#ended();
    const next = this.#simple();
    words.expect(')');
    const code = `for (${first} ${test}; ${next}) ${this.#looped(undefined)}`;
    this.#scopes.pop();
    return code;
  }

  /** The body is a separate block, because `continue` proceeds to the code after it. */
  #loop(): string {
    const words = this.#words;
    const label = `body${this.#labels++}`;
    words.expect('{');
    this.#scopes.push(new Map());
    this.#loops.push(label);
    const lines: string[] = [];
    let last = '';
    while (!words.take('}')) {
      if (words.take('continuing')) last = this.#block();
      else lines.push(this.#statement());
    }
    this.#loops.pop();
    this.#scopes.pop();
    return `for (;;) {\n${label}: {\n${lines.join('\n')}\n}\n${last}\n}`;
  }

  #switch(): string {
    const words = this.#words;
    const value = this.#value();
    const lines: string[] = [];
    words.expect('{');
    while (!words.take('}')) {
      const labels: string[] = [];
      if (words.peek() === 'case') words.next();
      while (words.peek() !== ':' && words.peek() !== '{') {
        labels.push(words.take('default') ? 'default:' : `case ${this.#value()}:`);
        words.take(',');
      }
      words.take(':');
      lines.push(`${labels.join(' ')} ${this.#block()} break;`);
    }
    return `switch (${value}) {\n${lines.join('\n')}\n}`;
  }
}
