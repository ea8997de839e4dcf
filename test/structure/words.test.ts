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
  ...['src', 'apps', 'scripts', 'docs'].flatMap(files),
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
].filter((path) => /\.(ts|mts|mjs|md|html|css)$/.test(path) && !/\.gen\.|^docs\/api\.md$/.test(path));

function bannedForms(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, k) =>
    banned.flatMap(([form, better]) => {
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
