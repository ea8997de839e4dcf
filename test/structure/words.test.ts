/** Plain words: banned forms do not occur in code, messages and pages, and names with several meanings are not exported. */
import ts from 'typescript';
import { expect, test } from 'vitest';
import { files, isExported, parse, read, sources } from './sources.ts';

/** Banned forms, and what to write. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\b[Uu]nless given\b/, 'default: x'],
  [/\b[Ss]o many\b/, 'n, or the name of the parameter'],
  [/\b[Hh]ears?\b/, 'receives, is called with'],
  [/\b[Bb]ut for\b/, 'except'],
  [/\bin words\b/, 'as text, with a message'],
  [/\b[Ii]nside of\b/, 'inside'],
  [/\b[Oo]utside of\b/, 'outside'],
  [/\bup to but without\b/, '[from, to)'],
  [/\bMOST_/, 'MAX_'],
  [/\bLEAST_/, 'MIN_'],
];

/** docs/api.md is made from the comments of src. */
const checked = [
  ...['src', 'apps', 'scripts', 'bench', 'examples', 'test', 'docs'].flatMap(files),
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
].filter(
  (path) =>
    /\.(ts|mts|mjs|md|html|css)$/.test(path) &&
    !/\.gen\.|^docs\/api\.md$|^test\/structure\/words\.test\.ts$/.test(path),
);

function bannedForms(path: string, text: string, forms = banned): string[] {
  return text.split('\n').flatMap((line, k) =>
    forms.flatMap(([form, better]) => {
      const found = form.exec(line)?.[0];
      return found === undefined ? [] : [`${path}:${k + 1} '${found}': write '${better}'`];
    }),
  );
}

test('banned forms do not occur', () => {
  const found = checked.flatMap((path) => bannedForms(path, read(path)));
  expect(found).toEqual([]);
  expect(checked.length).toBeGreaterThan(1500);
});

/** Forms banned in comments and strings of code and in pages, by rule of style. */
const bannedProse: readonly (readonly [RegExp, string])[] = [
  // only people and processes act; a robot stands up
  [/\b(heard|told|tells|wants?|wanted|stood|knows|whoever|nobody)\b/i, 'are, returns, needs, contains, no caller'],
  [/(?<!")\bstands?\b(?!-| (?:up|on one leg)\b)/i, 'is, are'],
  [/\b(kept|left|put) (apart|beside)\b/i, 'separate, next to'],
  // one word, one meaning
  [/(?<!\bthere )\bno more\b(?! than)/i, 'no longer'],
  [/\bany more\b/i, 'any longer'],
  [/\bat once\b/i, 'immediately, in one call, together'],
  [/\b(a text|texts)\b/i, 'a string'],
  [/\bDatas\b/, 'several `Data` objects'],
  [/(?<!\b(?:there|it|so|if|this|that) )\bis no (?!longer|more|less|worse|greater|larger|better)/i, 'is not a'],
  [/\bper cent\b/i, '%'],
  // American spelling
  [/(?:colou|neighbou|behaviou|favou|honou|labou|harbou)r/i, '-or'],
  [/\b(?:centre|metre|litre|millimetre|kilometre|centimetre|fibre)(?:s|d)?\b/i, '-er'],
  [
    /(?:normal|minim|maxim|initial|optim|linear|organ|recogn|serial|factor|discret|parallel|quant|penal|general|symmetr|summar|visual|util|equal|vector|synchron|memor|polar|regular|random|diagonal|special|token|categor|emphas|priorit|character|parametr)is(?:e|es|ed|er|ers|ing|ation|ations)\b/i,
    '-ize',
  ],
  [
    /\b(?:analyse[sd]?|analysing|travell\w+|modell(?:ed|ing)|labell(?:ed|ing)|cancell(?:ed|ing)|signall(?:ed|ing))\b/i,
    'American',
  ],
  [/\b(?:grey|artefacts?|whilst|licence|catalogue|programme|afterwards|judgement)\b/i, 'American spelling'],
];

/** Comments and strings of two words or more, by line; other characters are dropped. */
function proseOf(text: string): string {
  const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;
  let prose = '';
  let line = 0;
  let end = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    line += text.slice(end, index).split('\n').length - 1;
    end = index + token.length;
    prose += '\n'.repeat(line);
    line = 0;
    if (/[a-z]\s+\S/i.test(token)) prose += `${token} `;
    else line = token.split('\n').length - 1;
  }
  return prose;
}

function bannedProseOf(path: string, text: string): string[] {
  // pages without code spans and targets of links, which are names
  const prose = path.endsWith('.md') ? text.replace(/`[^`\n]*`|\]\([^)\n]*\)/g, '') : proseOf(text);
  return bannedForms(path, prose, bannedProse);
}

test('forms banned in prose do not occur', () => {
  const paths = checked.filter((path) => /\.(ts|mts|mjs|md)$/.test(path));
  expect(paths.flatMap((path) => bannedProseOf(path, read(path)))).toEqual([]);
});

test('a form banned in prose is found in comments and strings, not in names', () => {
  const text = "const told = 1; // who is told\nfail(`the colour\n of it`);\nconst x = 'grey';\n";
  const found = bannedProseOf('a.ts', text).map((line) => line.slice(0, 12));
  expect(found).toEqual(["a.ts:1 'told", "a.ts:2 'colo"]);
});

test('a banned form is found', () => {
  expect(bannedForms('a.md', 'one\nOutside of it, 2 unless given.')).toHaveLength(2);
  expect(bannedForms('a.md', 'The outside offers keywords; ALMOST_EQUAL.')).toEqual([]);
});

/** Names that had several meanings: the files that may export them. One meaning each. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  // the worlds of one model
  Batch: ['src/worlds/batch/batch.ts'],
  // a coordinate frame: the element, its handle in tenon/spec, and mjtFrame, the frames that are drawn
  Frame: ['src/formats/spec/elements/body.ts', 'src/load/builder/handles.ts', 'src/mujoco/visual/enums.ts'],
  Moment: [],
  // a step of the pipeline
  Place: ['src/core/engine/runtime/places.ts'],
  // an ONNX session
  Policy: ['src/policy/onnxPolicy.ts'],
  // the public builder
  Spec: ['src/load/builder/spec.ts'],
  // MuJoCo's mjtStage
  Stage: ['src/core/model/enums/sensor.ts'],
  // the default export of the drop-in API
  load: ['src/mujoco/load.ts'],
  look: [],
  pull: [],
  run: [],
  runPart: [],
};

test('names with several meanings are exported with one', () => {
  const found = sources('src').flatMap((path) =>
    exportedNames(parse(path))
      .filter((name) => Object.hasOwn(meanings, name) && !meanings[name].includes(path))
      .map((name) => `${path} exports ${name}`),
  );
  expect(found).toEqual([]);
});

function exportedNames(file: ts.SourceFile): string[] {
  return file.statements.filter(isExported).flatMap((node) => {
    if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText());
    const { name } = node as ts.Node & { name?: ts.Node };
    return name ? [name.getText()] : [];
  });
}
