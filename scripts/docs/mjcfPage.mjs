// The reference of MJCF as Markdown, from the grammar that reads, checks and writes models.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** The grammar of the compiler. @param {string} root */
async function readGrammar(root) {
  const bundled = await build({
    stdin: { contents: "export { mujoco } from './src/formats/mjcf/grammar/mujoco.ts';", resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  const code = Buffer.from(bundled.outputFiles[0].text).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).mujoco;
}

/** The page: a section for each part of a model, a heading for each element, a row for each attribute.
 *  @param {string} root */
export async function mjcfPage(root) {
  const grammar = await readGrammar(root);
  const { devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  return [
    '# MJCF',
    '',
    'Every element and attribute that a model may have, from the grammar that reads, checks and writes them. Their meaning is',
    `that of MuJoCo ${devDependencies['@mujoco/mujoco']}. The default is shown if it does not depend on other attributes; values inherited from`,
    'the default class take precedence. Errors are reported with their location: `arm.xml:41:7 <joint> range: expected 2 numbers, found 3`.',
    '',
    ...[...grammar.children.values()].flatMap((child) => section(child.grammar)),
  ].join('\n');
}

/** A part of the model with everything inside, each kind of element once. */
function section(grammar) {
  const seen = new Set();
  const lines = [];
  const walk = (element, path, depth) => {
    if (seen.has(element)) return;
    seen.add(element);
    lines.push(...describeElement(element, path, depth));
    for (const { grammar: child } of element.children.values())
      walk(child, depth === 2 ? element.tag : `${path}/${element.tag}`, 3);
  };
  walk(grammar, '', 2);
  return lines;
}

function describeElement(element, path, depth) {
  const inside = [...element.children.values()].map(
    ({ grammar, cardinality }) => `\`${grammar.tag}\`${cardinality === '*' ? '' : ' (once)'}`,
  );
  const defaults = element.defaults?.() ?? {};
  const rows = [...element.attributes.values()].map((attribute) => row(attribute, defaults));
  const table = ['| attribute | value | default | meaning |', '|---|---|---|---|', ...rows, ''];
  return [
    `${'#'.repeat(depth)} ${path === '' ? '' : `${path}/`}${element.tag}`,
    '',
    element.doc,
    '',
    ...(inside.length > 0 ? [`Holds ${inside.join(', ')}.`, ''] : []),
    ...(rows.length > 0 ? table : []),
    ...element.rules.flatMap(ruleText),
  ];
}

function row(attribute, defaults) {
  const notes = [
    attribute.doc,
    attribute.required ? 'required' : '',
    attribute.orCharacterData ? '`<![CDATA[...]]>` inside the element may take its place' : '',
    attribute.deprecated ? `old: ${attribute.deprecated}` : '',
  ].filter(Boolean);
  const cells = [`\`${attribute.name}\``, valueText(attribute), defaultText(attribute, defaults), notes.join('; ')];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Accepted values of an attribute. */
function valueText({ type, keywords, refersTo, min, max }) {
  if (keywords)
    return `${[...keywords.keys()].map((word) => `\`${word}\``).join(' ')}${type === 'keywords' ? ', several' : ''}`;
  if (type === 'ref') return `name of a ${refersTo}`;
  if (type === 'name' || type === 'file' || type === 'string')
    return { name: 'name', file: 'file', string: 'text' }[type];
  const kind = type === 'int' ? 'integer' : 'number';
  if (min === 1 && max === 1) return kind;
  if (max === Number.POSITIVE_INFINITY) return `${kind}s`;
  return min === max ? `${max} ${kind}s` : `${min} to ${max} ${kind}s`;
}

function defaultText({ field, keywords }, defaults) {
  const value = field === '' ? undefined : defaults[field];
  if (typeof value === 'number' && keywords) return [...keywords].find(([, number]) => number === value)?.[0] ?? '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'boolean' || typeof value === 'string') return String(value);
  const list = Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(/** @type {number[]} */ (value)) : [];
  return list.length <= 6 && list.every(Number.isFinite) ? list.join(' ') : '';
}

function ruleText({ kind, bundles }) {
  const words = bundles.map((bundle) => bundle.map((name) => `\`${name}\``).join(' with ')).join(', ');
  const says = { exclusive: 'At most one of', oneof: 'At least one of', together: 'All or none of' };
  return [`${says[kind]} ${words}.`, ''];
}
