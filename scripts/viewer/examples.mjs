// The examples of the gallery: models and programs of examples/, including examples/gallery/.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';

const isModel = (file) => /^(gallery\/)?([\w-]+\/)?[\w-]+\.xml$/.test(file);
const isProgram = (file) => /^(gallery\/)?([\w-]+\/)?[\w-]+\.ts$/.test(file);
/** Examples in examples/gallery are named by their file, those in other folders by folder and file. */
const exampleName = (path) => path.replace(/^gallery\/(\w+\/)?/, '');

/** All examples, in the order of apps/viewer/examples.json; unlisted ones are last. Paths are relative to the viewer's folder and equal
 *  those of the repository, except programs, whose types are removed.
 *  @param {string} root */
export function listExamples(root) {
  const files = new Set(listFiles(root));
  const words = JSON.parse(readFileSync(`${root}/apps/viewer/examples.json`, 'utf8'));
  const order = Object.keys(words);
  const rank = ({ name }) => (order.includes(name) ? order.indexOf(name) : order.length);
  const found = new Set([...files].filter((file) => isModel(file) || isProgram(file)).map(withoutEnding));
  return [...found]
    .map((path) => ({ ...describe(root, path, files), ...words[exampleName(path)] }))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** Copies them and writes their list, examples/index.json.
 *  @param {string} root @param {string} folder of the viewer */
export async function copyExamples(root, folder) {
  for (const name of listFiles(root)) {
    const [from, to] = [join(root, 'examples', name), join(folder, 'examples', name)];
    if (statSync(from).isDirectory()) mkdirSync(to, { recursive: true });
    else if (!/\.test\.\w+$/.test(name)) copyFileSync(from, to);
    if (isProgram(name)) writeFileSync(to.replace(/ts$/, 'js'), await withoutTypes(readFileSync(from, 'utf8')));
  }
  writeFileSync(`${folder}/examples/index.json`, `${JSON.stringify(listExamples(root), null, 2)}\n`);
}

/** A program as JavaScript for browsers. @param {string} text */
async function withoutTypes(text) {
  return (await transform(text, { loader: 'ts', target: 'es2022' })).code;
}

function listFiles(root) {
  return readdirSync(`${root}/examples`, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
}

function withoutEnding(file) {
  return file.replace(/\.\w+$/, '');
}

function describe(root, path, files) {
  const name = exampleName(path);
  const has = (ending) => (files.has(`${path}.${ending}`) ? `examples/${path}.${ending}` : undefined);
  const [model, source] = [has('xml'), has('ts')];
  const text = readFileSync(join(root, model ?? source), 'utf8');
  const title = /<mujoco[^>]*\smodel="([^"]*)"/.exec(text)?.[1] ?? name.replaceAll(/[_/]/g, ' ');
  const drawn = `pictures/${name.replaceAll('/', '_')}.webp`;
  const picture = existsSync(`${root}/apps/viewer/${drawn}`) ? drawn : undefined;
  return { name, title, about: '', at: 0, model, source, program: source?.replace(/ts$/, 'js'), picture };
}
