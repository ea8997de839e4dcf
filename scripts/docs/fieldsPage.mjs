// The reference of the fields of Model and Data as Markdown, from the tables that define memory layout and types.
import { readTables, shape } from '../package/fields.mjs';

const kinds = { f64: 'float64', f32: 'float32', i32: 'int32', u8: 'uint8' };

/** The page: sizes, arrays of a Model, scalars and arrays of a Data.
 *  @param {string} root */
export async function fieldsPage(root) {
  const { tables, meaning } = await readTables(root);
  const { modelMeaning, dataMeaning } = meaning;
  const isPublic = ([name]) => name in dataMeaning;
  const array = (meanings) => (row) => [row[0], kinds[row[1]], shape(row[2], row[3]), meanings[row[0]]];
  const records = [
    ...tables.recordScalars,
    ...tables.ownScalars,
    ...tables.modelTable.filter(([name]) => name.includes('.')),
  ];
  return [
    '# Fields',
    '',
    'Every array and scalar of a `Model` and a `Data`, with MuJoCo’s names. Editors show the same descriptions. Arrays are row-major:',
    'the position of body `b` is `d.xpos[3 * b]` and the next two elements.',
    '',
    '## Sizes of a Model',
    '',
    ...table(
      ['field', 'number of'],
      tables.modelSizes.map((name) => [name, modelMeaning[name]]),
    ),
    '## Arrays of a Model',
    '',
    ...table(
      ['field', 'type', 'shape', 'meaning'],
      tables.modelTable.filter(([name]) => !name.includes('.')).map(array(modelMeaning)),
    ),
    '## Options, statistics and visual settings of a Model',
    '',
    ...table(
      ['field', 'type', 'shape', 'meaning'],
      records.map((row) => [
        row[0],
        kinds[row[1]] ?? 'number',
        row[2] === undefined ? '' : shape(row[2], row[3]),
        modelMeaning[row[0]],
      ]),
    ),
    '## Scalars of a Data',
    '',
    ...table(
      ['field', 'meaning'],
      tables.dataScalars.filter(isPublic).map(([name]) => [name, dataMeaning[name]]),
    ),
    '## Arrays of a Data',
    '',
    ...table(
      ['field', 'type', 'shape', 'meaning'],
      [...tables.dataTable, ...tables.arenaTable].filter(isPublic).map(array(dataMeaning)),
    ),
  ].join('\n');
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const code = ([name, ...rest]) => [`\`${name}\``, ...rest.map((text) => String(text ?? '').replaceAll('|', '\\|'))];
  return [line(head), line(head.map(() => '---')), ...rows.map((row) => line(code(row))), ''];
}
