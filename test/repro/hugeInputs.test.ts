/** Small files that request much memory: rejected with a location, before allocation. */
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MjcfError } from '../../src/formats/xml/error.ts';
import { type LoadOptions, loadModelFromFiles } from '../support/compileMjcf.ts';
import { pngOf } from '../support/pngEncode.ts';

const encoder = new TextEncoder();
const world = (inside: string, before = '', after = '') =>
  `<mujoco>\n${before}\n<worldbody>${inside}</worldbody>\n${after}</mujoco>`;

function load(xml: string, files: Record<string, Uint8Array | string> = {}, options: LoadOptions = {}) {
  const all: Record<string, Uint8Array> = { 'm.xml': encoder.encode(xml) };
  for (const [name, file] of Object.entries(files)) all[name] = typeof file === 'string' ? encoder.encode(file) : file;
  return loadModelFromFiles('m.xml', all, options);
}

function refusal(xml: string, files = {}, options: LoadOptions = {}): string {
  const before = process.memoryUsage().rss;
  let caught: unknown;
  try {
    load(xml, files, options);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(MjcfError);
  expect((caught as MjcfError).diagnostics[0].line).toBeGreaterThan(0);
  expect(process.memoryUsage().rss - before).toBeLessThan(600 << 20);
  return (caught as MjcfError).message;
}

const dark = (side: number) => pngOf(side, side, deflateSync(new Uint8Array(side * (1 + side / 8))));
const texture = '<asset><texture name="t" type="2d" file="t.png"/></asset>';
const field = '<asset><hfield name="h" size="1 1 1 1" file="t.png"/></asset>';
const robots = '<replicate count="20000"><body><joint/><geom size="1"/></body></replicate>';

test('a picture of 900 million pixels in half a megabyte', () => {
  expect(refusal(world('', texture), { 't.png': dark(24000) })).toContain('raise limits.assetBytes');
});

test('a height field from such a picture', () => {
  expect(refusal(world('', field), { 't.png': dark(16000) })).toContain('raise limits.assetBytes');
});

test('many pictures, each just below the limit', () => {
  const textures = Array.from({ length: 9 }, (_, i) => `<texture name="t${i}" type="2d" file="t.png"/>`).join('');
  const limits = { modelBytes: 20 << 20 };
  expect(refusal(world('', `<asset>${textures}</asset>`), { 't.png': dark(1600) }, { limits })).toContain(
    'raise limits.modelBytes',
  );
});

test('height fields, built-in textures and meshes defined only by their sizes', () => {
  const hfield = '<asset><hfield name="h" size="1 1 1 1" nrow="20000" ncol="20000"/></asset>';
  const checker = '<asset><texture name="t" type="2d" builtin="checker" width="20000" height="20000"/></asset>';
  const sphere = '<asset><mesh name="m" builtin="supersphere" params="3000 1 1"/></asset>';
  for (const asset of [hfield, checker, sphere]) expect(refusal(world('', asset))).toContain('raise limits.assetBytes');
});

test('user data times replicate', () => {
  const user = Array(10_000).fill('1').join(' ');
  const many = world(`<replicate count="15000"><geom size="1" user="${user}"/></replicate>`);
  expect(refusal(many)).toContain('raise limits.modelBytes');
  const few = world('<replicate count="2000"><geom size="1"/></replicate>', '<size nuser_geom="1000000"/>');
  expect(refusal(few)).toContain('raise limits.modelBytes');
});

test('keyframes times replicate', () => {
  expect(refusal(world(robots, '', '<keyframe><key qpos="0"/></keyframe>'))).toContain('raise limits.keyframeNumbers');
});

test('sizes of a Data', () => {
  expect(refusal('<mujoco>\n<size nuserdata="2000000000"/></mujoco>')).toContain('raise limits.modelBytes');
  const body = '<body><joint name="j"/><geom size="1"/></body>';
  const motors = '<motor joint="j" nsample="16000000" delay="1"/>'.repeat(30);
  expect(refusal(world(body, '', `<actuator>${motors}</actuator>`))).toContain('raise limits.modelBytes');
});

const circle = (n: number) => {
  const corners = Array.from({ length: n }, (_, i) => (2 * Math.PI * i) / n);
  const lines = corners.map((a) => `v ${Math.cos(a)} ${Math.sin(a)} 0`);
  return `${lines.join('\n')}\nv 0 0 1\nf ${corners.map((_, i) => i + 1).join(' ')}\nf 1 2 ${n + 1}\n`;
};
const mesh = '<asset><mesh name="m" file="m.obj"/></asset>';

test('a polygon of 20,000 corners is triangulated, one of 40,000 is rejected', () => {
  expect(load(world('', mesh), { 'm.obj': circle(20_000) }).nmeshface).toBe(19_999);
  expect(refusal(world('', mesh), { 'm.obj': circle(40_000) })).toContain('raise limits.polygonCorners');
});

test('a limit can be raised, and an unknown limit is an error', () => {
  const many = world('<replicate count="300"><geom size="1"/></replicate>');
  expect(refusal(many, {}, { limits: { copies: 100 } })).toContain('raise limits.copies');
  expect(load(many, {}, { limits: { copies: 1000 } }).ngeom).toBe(300);
  expect(() => load(many, {}, { limits: { copeis: 1 } as object })).toThrow(/limits: expected one of fileBytes/);
  expect(() => load(many, {}, { limits: { copies: Number.NaN } })).toThrow(/limits.copies: expected a number/);
});
