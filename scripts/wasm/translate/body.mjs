/** State of the translation of one function body: its scopes, the names of its locals, and the errors. */
export class Body {
  /** @param {any} fn the function symbol @param {import('../layout.mjs').Layout} layout */
  constructor(fn, layout) {
    this.fn = fn;
    this.module = fn.module;
    this.layout = layout;
    /** source locations of bounds checks, in a build that has them */
    this.checked = fn.module.program.checked;
    /** @type {Map<string, { type: string, code: string, constant: boolean }>[]} */ this.scopes = [];
    this.used = new Set();
    this.temporaries = 0;
    /** @type {Set<object>} functions that the body calls */ this.calls = new Set();
  }

  /** Runs work in an inner scope. */
  scope(work) {
    this.scopes.push(new Map());
    try {
      return work();
    } finally {
      this.scopes.pop();
    }
  }

  /** Declares a local; returns the name it has in AssemblyScript, which is unique in the function. */
  declare(name, type, constant) {
    let code = `${name}_`;
    for (let k = 2; this.used.has(code); k++) code = `${name}_${k}`;
    this.used.add(code);
    this.scopes.at(-1).set(name, { type, code, constant });
    return code;
  }

  /** A fresh name for a value that must be computed once. */
  temporary() {
    return `t$${this.temporaries++}`;
  }

  /** The local of a name, or undefined. */
  local(name) {
    for (let k = this.scopes.length - 1; k >= 0; k--) {
      const local = this.scopes[k].get(name);
      if (local) return local;
    }
    return undefined;
  }

  /** Runs the translation of one statement; records an error and continues with the next.
   *  @returns {string} */
  guard(work) {
    return this.module.program.guard(work) ?? '';
  }
}

/** Name of a function or of scratch in the generated AssemblyScript file. */
export function globalName(path, name) {
  const slug = path
    .replace(/^src\/(core\/|worlds\/)?/, '')
    .replace(/\.ts$/, '')
    .replace(/[^A-Za-z0-9]/g, '_');
  return `${slug}__${name}`;
}
