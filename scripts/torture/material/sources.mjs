// The models that campaigns start from: the examples, and the models of the tests.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { compositeModels } from './softModels.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** `bad`: must be rejected without damage. @typedef {{ name: string, xml: string, bad?: true }} SourceModel */

/** @type {Promise<SourceModel[]> | undefined} */
let read;

/** All of them, in a fixed order. */
export function sourceModels() {
  read ??= readAll();
  return read;
}

async function readAll() {
  const { compileModels } = await testModels('compile');
  const { badModels } = await testModels('bad');
  return [
    ...exampleModels(),
    ...compileModels.map(([name, xml]) => ({ name, xml })),
    ...badModels.map(({ rule, xml }) => ({ name: rule, xml, bad: true })),
  ];
}

/** Flexes, skins and composites. @returns {Promise<SourceModel[]>} */
export async function softModels() {
  const { flexModels, flexContacts, skinModel } = await testModels('flex');
  const { badModels } = await testModels('bad');
  const deformable = badModels.filter((/** @type {{ xml: string }} */ { xml }) => /<(flex|skin|composite)/.test(xml));
  return [
    ...[...flexModels, ...flexContacts].map(([name, xml]) => ({ name, xml })),
    { name: 'a skin', xml: skinModel },
    ...compositeModels,
    ...deformable.map(({ rule, xml }) => ({ name: rule, xml, bad: true })),
  ];
}

/** Robots in URDF without other files. @returns {Promise<SourceModel[]>} */
export async function robotModels() {
  const { robots } = await testModels('urdf');
  const alone = robots.filter((/** @type {{ files?: object }} */ { files }) => files === undefined);
  return alone.map((/** @type {{ claim: string, urdf: string }} */ { claim, urdf }) => ({ name: claim, xml: urdf }));
}

/** The examples alone. @returns {SourceModel[]} */
export function exampleModels() {
  const names = readdirSync(`${root}/examples`).filter((name) => name.endsWith('.xml'));
  return names.sort().map((name) => ({ name, xml: readFileSync(`${root}/examples/${name}`, 'utf8') }));
}

/** A file of models, which is TypeScript. @param {string} name */
async function testModels(name) {
  const { code } = await transform(readFileSync(`${root}/test/models/${name}.ts`, 'utf8'), { loader: 'ts' });
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}
