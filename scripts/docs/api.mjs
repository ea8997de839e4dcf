// The API reference as Markdown, from the comments and signatures of everything that an entry point of the package exports. Reads
// syntax only: exported functions carry their types, so no type checker has to run.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Every export of a module: name, kind, comment, signature and members; those it passes on from others included. */
function readExports(file) {
  const found = new Map();
  collect(file, undefined, found, new Set());
  return found;
}

/** Entry points besides `tenon`, and their sections of the page. */
const further = [
  ['Many worlds', 'batch'],
  ['Environments', 'env'],
  ['Policies', 'policy'],
  ['Recordings', 'record'],
];

/** The reference page of the entry points. */
export function apiPage(root) {
  const groups = new Map();
  const exported = readExports(join(root, 'src/index.ts'));
  for (const item of exported.values()) {
    const group = groupOf(relative(root, item.file));
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  const imports = further.map(([group, entry]) => {
    const items = [...readExports(join(root, `src/${entry}.ts`)).values()];
    groups.set(group, items);
    const callable = items.filter(({ kind }) => /function|class/.test(kind)).map(({ name }) => name);
    return `import { ${callable.join(', ')} } from 'tenon/${entry}';`;
  });
  const parts = order.filter((group) => groups.has(group)).map((group) => section(group, groups.get(group)));
  const values = [...exported.values()].filter(({ kind }) => /function|class|const/.test(kind)).map(({ name }) => name);
  // examples may use everything, except two functions that the setup replaces so that they find a file
  const names = values.filter((name) => name !== 'loadModel' && name !== 'flattenMjcf').join(', ');
  return `${head.replace('NAMES', names).replace('IMPORTS', imports.join('\n'))}\n${parts.join('\n')}`;
}

const head = `# API reference

<!-- made by npm run docs from the comments in src: change them there -->
<!-- setup
import * as tenon from 'tenon';
IMPORTS
const { NAMES } = tenon;
const loadModel = () => tenon.loadModel('examples/humanoid.xml');
const flattenMjcf = () => tenon.flattenMjcf('examples/box_stack.xml');
await prepare();
const m = modelFromXml(\`<mujoco model="one arm">
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="arm" pos="0 0 1"><joint name="j" axis="0 1 0"/><geom name="hand" size="0.1" pos="0.5 0 0" mass="2"/><site name="tip" pos="0.6 0 0"/></body>
  </worldbody>
  <actuator><motor joint="j" delay="0.004" nsample="4"/></actuator>
  <sensor><jointpos joint="j" delay="0.004" nsample="4"/><accelerometer site="tip"/></sensor>
  <keyframe><key qpos="1"/></keyframe>
</mujoco>\`);
const d = new Data(m), model = m, data = d;
-->

Everything that \`import { ... } from 'tenon'\` gives. Fields of \`Model\` and \`Data\` have MuJoCo's names, shapes and meaning;
[MuJoCo's reference](https://mujoco.readthedocs.io/en/stable/APIreference/APItypes.html) describes each. The entry
points \`tenon/spec\`, \`tenon/batch\`, \`tenon/env\` and \`tenon/policy\` have [models in code](spec.md), [many worlds](many-worlds.md),
[environments](learning.md) and [policies](policies.md), and \`tenon/mujoco\` has the names of the package \`@mujoco/mujoco\` ([coming from MuJoCo](coming-from-mujoco.md)).
`;

const order = [
  'Loading',
  'Model and Data',
  'Simulation',
  'State',
  'Questions and tools',
  'Many worlds',
  'Environments',
  'Policies',
  'Recordings',
  'Errors and warnings',
  'Enumerations',
];

function groupOf(file) {
  if (/\/enums\/|\/sensors\.ts/.test(file)) return 'Enumerations';
  if (/load(\/options)?\.ts$/.test(file)) return 'Loading';
  if (/state\.ts|reset\.ts|copy\.ts/.test(file)) return 'State';
  if (/xml\/|warning\.ts/.test(file)) return 'Errors and warnings';
  if (/src\/core\/model\//.test(file)) return 'Model and Data';
  if (/query\/|support\.ts|profile\.ts/.test(file)) return 'Questions and tools';
  return 'Simulation';
}

function section(group, entries) {
  if (group === 'Enumerations') return enumSection(entries);
  const entry = further.find(([name]) => name === group)?.[1];
  const from = entry ? `Everything that \`import { ... } from 'tenon/${entry}'\` gives.\n\n` : '';
  return `## ${group}\n\n${from}${entries.map(entryText).join('\n')}`;
}

/** An enumeration is a line: its name and its members. */
function enumSection(entries) {
  const rows = entries
    .filter((e) => e.values)
    .map((e) => `| \`${e.name}\` | ${e.values.map((v) => `\`${v}\``).join(' ')} |`);
  return `## Enumerations\n\nConstants with MuJoCo's values, such as \`Enable.SLEEP\`.\n\n| name | members |\n|---|---|\n${rows.join('\n')}\n`;
}

function entryText({ name, signature, comment }) {
  const { text, tags } = comment;
  const parts = [`### ${name}`, `\`\`\`typescript\n${signature}\n\`\`\``];
  if (text) parts.push(text);
  const throws = tags.find(({ tag }) => tag === 'throws');
  if (throws) parts.push(`Throws ${throws.text}.`);
  const example = tags.find(({ tag }) => tag === 'example');
  if (example) parts.push(`\`\`\`ts\n${example.text}\n\`\`\``);
  return `${parts.join('\n\n')}\n`;
}

/** Adds the exports of a file; only some of them if `wanted` names them. */
function collect(file, wanted, found, seen) {
  const key = `${file} ${wanted ? [...wanted.keys()] : '*'}`;
  if (seen.has(key)) return;
  seen.add(key);
  const source = parse(file);
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) passOn(file, statement, wanted, found, seen);
    else if (isExported(statement)) for (const entry of declarations(source, statement)) add(found, entry, wanted);
  }
}

function passOn(file, statement, wanted, found, seen) {
  const target = join(dirname(file), statement.moduleSpecifier.text);
  if (!existsSync(target)) return;
  const clause = statement.exportClause;
  if (!clause) return collect(target, wanted, found, seen);
  const names = new Map();
  for (const { name, propertyName } of clause.elements) {
    if (!wanted || wanted.has(name.text)) names.set((propertyName ?? name).text, name.text);
  }
  collect(target, names, found, seen);
}

function add(found, entry, wanted) {
  if (wanted && !wanted.has(entry.name)) return;
  const name = wanted?.get(entry.name) ?? entry.name;
  const before = found.get(name);
  // an enumeration is a constant and a type, a class may have an interface beside it: the one that says more stays
  if (before && (before.values || before.kind === 'class')) return;
  found.set(name, { ...entry, name });
}

const parsed = new Map();

function parse(file) {
  let source = parsed.get(file);
  if (!source) {
    source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
    parsed.set(file, source);
  }
  return source;
}

function isExported(statement) {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** What a statement declares. */
function declarations(source, statement) {
  const file = source.fileName;
  const comment = commentOf(source, statement);
  const one = (kind, signature, more = {}) => [{ name: statement.name.text, kind, signature, comment, file, ...more }];
  if (ts.isFunctionDeclaration(statement)) return one('function', functionText(source, statement));
  if (ts.isInterfaceDeclaration(statement)) return one('interface', plain(statement.getText(source)));
  if (ts.isTypeAliasDeclaration(statement)) return one('type', plain(statement.getText(source)));
  if (ts.isClassDeclaration(statement)) return one('class', classText(source, statement));
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map((d) => ({
    name: d.name.getText(source),
    kind: 'const',
    signature: `const ${d.name.getText(source)}`,
    values: members(d.initializer),
    comment,
    file,
  }));
}

function functionText(source, f) {
  const end = f.body ? f.body.getStart(source) : f.end;
  return plain(source.text.slice(f.getStart(source), end).trim());
}

/** A class without the bodies of its methods. */
function classText(source, c) {
  const own = c.members
    .filter((member) => !member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword))
    .map((member) => {
      const body = member.body ?? member.initializer;
      const end = body ? body.getStart(source) : member.end;
      return `  ${source.text
        .slice(member.getStart(source), end)
        .trim()
        .replace(/;$|\s*=$/, '')};`.replace('declare ', '');
    });
  const base = c.heritageClauses?.map((h) => ` ${h.getText(source)}`).join('') ?? '';
  return `class ${c.name.text}${base} {\n${own.join('\n')}\n}`;
}

function plain(text) {
  return text.replace(/^export (default )?/, '');
}

/** Names of the members of `{ A: 0, B: 1 } as const`. */
function members(initializer) {
  const value = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
  if (!value || !ts.isObjectLiteralExpression(value)) return undefined;
  return value.properties.map((p) => p.name?.getText() ?? '').filter(Boolean);
}

/** The documentation comment: its text, and its tags. */
function commentOf(source, node) {
  const docs = node.jsDoc ?? [];
  const last = docs.at(-1);
  if (!last) return { text: '', tags: [] };
  const raw = last
    .getText(source)
    .replace(/^\/\*\*\s?|\s*\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* {0,2}/, ''))
    .join('\n');
  const [text, ...rest] = raw.split(/^@(?=\w)/m);
  const tags = rest.map((part) => {
    const [, tag, words] = /^(\w+)\s*([\s\S]*)$/.exec(part) ?? ['', '', ''];
    return { tag, text: words.trim() };
  });
  return { text: text.trim(), tags };
}
