// TypeScript interfaces of the attributes of every element, with their documentation, from the grammar of MJCF.
import { build } from 'esbuild';

/** Sections of the grammar, by the file of their interfaces. */
const FILES = {
  settings: ['compiler', 'option', 'size', 'statistic'],
  visual: ['visual'],
  asset: ['asset'],
  body: ['worldbody'],
  deformable: ['deformable'],
  relation: ['contact', 'equality', 'tendon'],
  actuator: ['actuator'],
  sensor: ['sensor'],
  custom: ['custom', 'keyframe'],
};

/** Elements created without attributes (parts of other models, copies), and unsupported ones. */
const LEFT_OUT = new Set(['attach', 'replicate', 'model', 'plugin', 'composite']);

/** The contents of each file, by path.
 *  @param {string} root @returns {Promise<Map<string, string>>} */
export async function attributeFiles(root) {
  const mujoco = await grammar(root);
  const files = new Map();
  for (const [name, sections] of Object.entries(FILES)) {
    const made = new Interfaces();
    for (const tag of sections) made.section(tag, mujoco.children.get(tag).grammar);
    files.set(`src/load/builder/attributes/${name}.ts`, made.text(name));
  }
  return files;
}

/** The grammar, bundled so that Node can import it.
 *  @param {string} root */
async function grammar(root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['src/formats/mjcf/grammar/mujoco.ts'],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  const text = Buffer.from(outputFiles[0].contents).toString('base64');
  return (await import(`data:text/javascript;base64,${text}`)).mujoco;
}

class Interfaces {
  /** body of an interface by its name @type {Map<string, string>} */
  #bodies = new Map();
  /** name of an interface by its body @type {Map<string, string>} */
  #names = new Map();
  #maps = [];
  /** attribute lines common to most elements of the section, for a base interface @type {string[]} */
  #shared = [];
  #base = '';

  /** The elements of a section, and the elements inside each of them. */
  section(tag, element) {
    if (element.attributes.size > 0) this.#interface(tag, element);
    this.#children(`${capital(tag)}Elements`, element, tag === 'worldbody' ? '' : tag);
  }

  #children(name, element, prefix) {
    const rows = [];
    this.#shared = sharedLines([...element.children.values()].map((child) => child.grammar));
    if (this.#shared.length > 0) {
      this.#base = `${name.replace('Elements', '')}Base`;
      const doc = `Attributes of most elements in <${element.tag}>.`;
      this.#bodies.set(this.#base, `/** ${doc} */\nexport interface ${this.#base} {\n${this.#shared.join('\n')}\n}`);
    }
    for (const [tag, { grammar: child }] of element.children) {
      if (LEFT_OUT.has(tag)) continue;
      const own = this.#interface(prefix === '' ? tag : `${prefix} ${tag}`, child);
      rows.push(`  /** ${child.doc} */\n  ${tag}: [${own}, ${unreadable(child)}];`);
      if (prefix !== '' && child.children.size > 0)
        this.#children(`${own.replace('Attributes', '')}Elements`, child, `${prefix} ${tag}`);
    }
    if (rows.length > 0 && !this.#maps.some((text) => text.includes(`interface ${name} `))) {
      this.#maps.push(`export interface ${name} {\n${rows.join('\n')}\n}`);
    }
  }

  /** The interface of an element; elements with the same attributes share one. */
  #interface(words, element) {
    const lines = [...element.attributes.values()].map(attributeLine);
    const shares = this.#shared.length > 0 && this.#shared.every((line) => lines.includes(line));
    const head = shares ? ` extends ${this.#base}` : '';
    const body = `${head} {\n${lines.filter((line) => !shares || !this.#shared.includes(line)).join('\n')}\n}`;
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = `${words.split(' ').map(capital).join('')}Attributes`;
    this.#bodies.set(name, `/** ${element.doc} */\nexport interface ${name}${body}`);
    this.#names.set(body, name);
    return name;
  }

  text(file) {
    const parts = [...this.#bodies.values(), ...this.#maps];
    const used = ['Ref', 'Vector'].filter((type) => new RegExp(`: ${type}\\b`).test(parts.join('\n')));
    const head = `/** Attributes in \`${FILES[file].join('`, `')}\`. Generated from the grammar by scripts/specTypes.mjs. */\n`;
    const imports = used.length > 0 ? `\nimport type { ${used.join(', ')} } from '../types.ts';\n` : '';
    return `${head}${imports}\n${parts.join('\n\n')}\n`;
  }
}

/** Attribute lines common to most of many elements; none for few elements. */
function sharedLines(elements) {
  const lists = elements
    .filter((element) => !LEFT_OUT.has(element.tag))
    .map((element) => [...element.attributes.values()].map(attributeLine));
  if (lists.length < 5) return [];
  const isCommon = (line) => lists.filter((list) => list.includes(line)).length > 0.7 * lists.length;
  const common = lists[0].filter(isCommon);
  return common.length > 2 ? common : [];
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

function attributeLine(a) {
  const optional = a.required ? '' : '?';
  return `  /** ${[a.doc, describeCount(a)].filter(Boolean).join('; ')} */\n  ${a.name}${optional}: ${typeText(a)};`;
}

function describeCount(a) {
  if (!['double', 'float', 'int'].includes(a.type) || a.max === 1) return '';
  if (a.max === Number.POSITIVE_INFINITY) return 'any count of numbers';
  return a.min === a.max ? `${a.max} numbers` : `${a.min} to ${a.max} numbers`;
}

function typeText(a) {
  const words = a.keywords && [...a.keywords.keys()].map((word) => `'${word}'`);
  switch (a.type) {
    case 'double':
    case 'float':
    case 'int':
      return a.max === 1 ? 'number' : 'Vector';
    case 'bool':
      return 'boolean';
    case 'keyword':
      return words.includes("'true'") ? ['boolean', ...words].join(' | ') : words.join(' | ');
    case 'ref':
      return 'Ref';
    default:
      // names of objects whose kind is in another attribute
      return a.name === 'objname' || a.name === 'refname' ? 'Ref' : 'string';
  }
}

/** Attributes that are converted when they are read, and cannot be read back. */
function unreadable(element) {
  const readable = new Set(['quat', 'class']);
  const names = [...element.attributes.values()].filter((a) => a.field === '' && !readable.has(a.name));
  return names.map((a) => `'${a.name}'`).join(' | ') || 'never';
}
