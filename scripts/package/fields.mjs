// The declarations of the fields of Model and Data: the types that the sources compute from the tables, written out so that editors show
// the shape and meaning of each field; internal fields are omitted.
import { build } from 'esbuild';

/** Text of `core/model/fields/index.d.ts`, which replaces the compiler's.
 *  @param {string} root */
export async function fieldDeclarations(root) {
  const { tables, meaning } = await readTables(root);
  // fields without a meaning are scratch; those of the public tables all have one, or the sources do not compile
  const isPublic = ([name]) => name in meaning.dataMeaning;
  const model = tables.modelTable.filter(([name]) => !name.includes('.'));
  const data = [...tables.dataTable, ...tables.arenaTable];
  const records = [
    ...tables.recordScalars,
    ...tables.ownScalars,
    ...tables.modelTable.filter(([name]) => name.includes('.')),
  ];
  return [
    '/** Names of the sizes of a Model. */',
    `export type ModelSize = ${tables.modelSizes.map((name) => `'${name}'`).join(' | ')};`,
    `export type Capacity = ${tables.capacities.map((name) => `'${name}'`).join(' | ')};`,
    ...type('ModelFields', 'The arrays and sizes of a Model.', [
      ...tables.modelSizes.map((name) => property(name, `number of ${meaning.modelMeaning[name]}`, 'number', true)),
      ...model.map((row) => array(row, meaning.modelMeaning[row[0]])),
    ]),
    ...type('DataFields', 'The arrays and scalars of a Data.', [
      ...tables.dataScalars.filter(isPublic).map(([name]) => property(name, meaning.dataMeaning[name], 'number')),
      ...data.filter(isPublic).map((row) => array(row, meaning.dataMeaning[row[0]])),
    ]),
    ...record('Options', '`m.opt`: physics options, live in the memory of the model.', 'opt', records, meaning),
    ...record('Statistics', '`m.stat`: statistics of the model.', 'stat', records, meaning),
    ...visual(records, meaning),
    // inputs of the types of elements by name
    table('modelTable', model),
    table('dataTable', tables.dataTable.filter(isPublic)),
    '',
  ].join('\n');
}

const arrays = { f64: 'Float64Array', f32: 'Float32Array', i32: 'Int32Array', u8: 'Uint8Array' };

function table(name, rows) {
  const types = rows.map((row) => `readonly ${JSON.stringify(row.slice(0, 4))}`);
  return `export declare const ${name}: readonly [${types.join(', ')}];`;
}

/** `m.vis`: one record for each group. */
function visual(records, meaning) {
  const groups = [...new Set(records.map(([name]) => /^vis\.(\w+)/.exec(name)?.[1]).filter(Boolean))];
  const title = (group) => `Visual${group[0].toUpperCase()}${group.slice(1)}`;
  return [
    ...groups.flatMap((group) => record(title(group), `\`m.vis.${group}\``, `vis.${group}`, records, meaning)),
    ...type(
      'Visual',
      '`m.vis`: settings for viewers.',
      groups.map((group) => [`  readonly ${group}: ${title(group)};`]),
    ),
  ];
}

function record(name, comment, prefix, records, { modelMeaning }) {
  const own = records.filter(([field]) => field.startsWith(`${prefix}.`));
  const members = own.map(([field, kind, rows, columns]) => {
    const short = field.slice(prefix.length + 1);
    const described = describe(modelMeaning, field);
    return rows === undefined
      ? property(short, described, 'number')
      : array([short, kind, rows, columns], described, true);
  });
  return type(name, comment, members);
}

function describe(meaning, field) {
  if (meaning[field] === undefined) throw new Error(`${field} has no meaning: src/core/model/fields/meaning`);
  return meaning[field];
}

function type(name, comment, members) {
  return [`/** ${comment} */`, `export interface ${name} {`, ...members.flat(), '}'];
}

function property(name, meaning, kind, readonly = false) {
  return [`  /** ${sentence(meaning)} */`, `  ${readonly ? 'readonly ' : ''}${name}: ${kind};`];
}

/** An array: its shape, then its meaning. Assigning copies the values. */
function array([name, kind, rows, columns], meaning, readonly = false) {
  const comment = `  /** \`${shape(rows, columns)}\` ${sentence(meaning)} */`;
  if (readonly) return [comment, `  readonly ${name}: ${arrays[kind]};`];
  return [comment, `  get ${name}(): ${arrays[kind]};`, `  set ${name}(values: ArrayLike<number>);`];
}

const capacities = { con_cap: 'ncon', efc_cap: 'nefc', J_cap: 'nJ', Y_cap: 'nY', A_cap: 'nA' };

/** `nbody x 3`; for an array of the arena the number of elements in use, not its capacity. */
export function shape(rows, columns) {
  const named = (dim) => String(capacities[dim] ?? dim).replace('*', ' * ');
  if (rows === 1) return named(columns);
  return columns === 1 ? named(rows) : `${named(rows)} x ${named(columns)}`;
}

function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/** The field tables and the meaning of each field.
 *  @param {string} root */
export async function readTables(root) {
  const code = `export * as tables from './src/core/model/fields/index.ts';
    export * as meaning from './src/core/model/fields/meaning/index.ts';`;
  const bundled = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  return import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString('base64')}`);
}
