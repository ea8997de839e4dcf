// needs: the compiled engine
/** Models that are short, or within their limits, and took minutes, threw exceptions without a message, or crashed the process. */
import { expect, test } from 'vitest';
import type { Limits } from '../../src/core/model/limits.ts';
import { MjcfError } from '../../src/formats/xml/error.ts';
import { MAX_NUMBERS, NumberProblem, parseNumbers } from '../../src/formats/xml/numbers.ts';
import { MAX_ATTRIBUTES } from '../../src/formats/xml/parse.ts';
import { modelFromXml, prepare } from '../../src/index.ts';
import { loadModelFromFiles } from '../support/compileMjcf.ts';

const encoder = new TextEncoder();

function load(files: Record<string, string>, limits: Partial<Limits> = {}) {
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)]));
  return loadModelFromFiles('m.xml', bytes, { limits });
}

function refusal(files: Record<string, string>, limits: Partial<Limits> = {}): string {
  try {
    load(files, limits);
  } catch (error) {
    expect(error).toBeInstanceOf(MjcfError);
    expect((error as MjcfError).diagnostics[0].line).toBeGreaterThan(0);
    return (error as Error).message;
  }
  throw new Error('expected an error, found a model');
}

const world = (inside: string) => `<mujoco><worldbody>${inside}</worldbody></mujoco>`;

test.each(['1', '0', '.1', '1.', '-1'])('parsing many digits %j and a letter takes linear time', (digits) => {
  const text = `${digits.repeat(1)}${'1'.repeat(300_000)}x`;
  expect(refusal({ 'm.xml': world(`<geom size="${text}"/>`) })).toContain('size: expected a number, found');
});

test('an attribute with more numbers than fit an array is rejected', () => {
  const found = parseNumbers('1 '.repeat(MAX_NUMBERS + 1), 'double');
  expect(found).toBeInstanceOf(NumberProblem);
  expect((found as NumberProblem).message).toContain(`expected at most ${MAX_NUMBERS} numbers`);
}, 180_000);

test('a model with more elements than the limit is rejected, wherever they are', () => {
  const limits = { elements: 20 };
  const geoms = '<geom size="1"/>'.repeat(18);
  expect(load({ 'm.xml': world(geoms) }, limits).ngeom).toBe(18);
  expect(refusal({ 'm.xml': world(`${geoms}<geom size="1"/>`) }, limits)).toContain('raise limits.elements');
  const files = { 'm.xml': world('<include file="a.xml"/>'), 'a.xml': `<mujocoinclude>${geoms}</mujocoinclude>` };
  expect(refusal(files, limits)).toContain('a.xml:1:');
  expect(refusal({ 'm.xml': `${world('')}${'<a/>'.repeat(20)}` }, limits)).toContain('raise limits.elements');
});

test('models that contain each other twice are rejected instead of read endlessly', () => {
  const files: Record<string, string> = {};
  for (let k = 0; k < 40; k++) {
    const models = [1, 2].map((name) => `<model name="n${name}" file="m${k + 1}.xml"/>`).join('');
    files[k === 0 ? 'm.xml' : `m${k}.xml`] = `<mujoco><asset>${models}</asset></mujoco>`;
  }
  files['m40.xml'] = world('');
  expect(refusal(files, { elements: 10_000 })).toContain('raise limits.elements');
});

test('an element with more attributes than any element has is rejected', () => {
  const attributes = Array.from({ length: MAX_ATTRIBUTES + 1 }, (_, k) => `a${k}="1"`).join(' ');
  expect(refusal({ 'm.xml': `<mujoco ${attributes}/>` })).toContain(`more than ${MAX_ATTRIBUTES} attributes`);
});

test.each([0, 2, 5, 7, 6_000_000])('a flex has contacts of 1, 3, 4 or 6 dimensions, not of %d', (condim) => {
  const flex = `<flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" radius=".01" mass="1"><contact condim="${condim}"/></flexcomp>`;
  expect(refusal({ 'm.xml': world(flex) })).toContain(`condim: expected 1, 3, 4 or 6, found ${condim}`);
});

test('text in UTF-16 is identified in the error', () => {
  const text = String.fromCharCode(...Buffer.from('\ufeff<mujoco/>', 'utf16le'));
  expect(refusal({ 'm.xml': text })).toContain('Expected UTF-8, found text that looks like UTF-16');
});

test('a body with very many geoms is fused with its parent', () => {
  const geoms = '<geom size="1" contype="0" conaffinity="0"/>'.repeat(150_000);
  const xml = `<mujoco><compiler fusestatic="true"/><worldbody><body>${geoms}</body></worldbody></mujoco>`;
  const model = load({ 'm.xml': xml });
  expect([model.nbody, model.ngeom]).toEqual([1, 150_000]);
}, 60_000);

test('a flex may have very many pins', () => {
  const ids = '0 '.repeat(200_000);
  const flex = `<flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" radius=".01" mass="1"><pin id="${ids}"/></flexcomp>`;
  expect(load({ 'm.xml': world(flex) }).nflex).toBe(1);
}, 120_000);

test('many links of a robot that are fixed to one link are fused in linear time', async () => {
  await prepare({ engine: 'js' });
  const count = 6000;
  const links = Array.from({ length: count }, (_, k) => `<link name="l${k}"/>`).join('');
  const joints = Array.from(
    { length: count },
    (_, k) => `<joint name="j${k}" type="fixed"><parent link="base"/><child link="l${k}"/></joint>`,
  ).join('');
  const xml = `<robot name="r"><link name="base"/>${links}${joints}</robot>`;
  expect(modelFromXml(xml, { engine: 'js' }).nbody).toBe(1);
}, 120_000);
