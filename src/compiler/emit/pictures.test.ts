// needs: the compiled engine
import { beforeAll, expect, test } from 'vitest';
import { BLOCK } from '../../core/model/block/block.ts';
import { copyModel } from '../../core/model/copy.ts';
import type { Model } from '../../core/model/model.ts';
import { contentsOf, modelFromSnapshot, snapshotModel } from '../../core/worker/modelSnapshot.ts';
import { readMjcf } from '../../formats/mjcf/readMjcf.ts';
import { compileForEngine } from '../../load/compileForEngine.ts';
import { prepareEngine } from '../../load/engine.ts';
import { builtinTexture } from '../texture/builtinTexture.ts';

const xml = `<mujoco><asset>
  <texture name="sky" type="skybox" builtin="gradient" rgb1="1 0 0" rgb2="0 0 1" width="8"/>
  <texture name="grid" type="2d" builtin="checker" rgb1="0.2 0.3 0.4" rgb2="1 1 1" width="6" height="4" mark="edge"/>
</asset><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;

const spec = () => readMjcf(xml);
const drawn = () => Buffer.concat(spec().textures.map((texture) => builtinTexture(texture).data));
const isDrawn = (m: Model) => m[BLOCK].paint === undefined;

beforeAll(() => prepareEngine({}));

test('built-in textures are drawn on first access', () => {
  const m = compileForEngine(spec(), {});
  expect(m.tex_adr[1]).toBe(3 * 6 * 8 * 8);
  expect(isDrawn(m)).toBe(false);
  expect(Buffer.from(m.tex_data)).toEqual(drawn());
  expect(isDrawn(m)).toBe(true);
});

test('values written to a texture are kept', () => {
  const m = compileForEngine(spec(), {});
  m.tex_data.fill(7);
  expect(m.tex_data.every((byte) => byte === 7)).toBe(true);
});

test('changing a spec after compiling does not change the pictures of its Model', () => {
  const changing = spec();
  const m = compileForEngine(changing, {});
  changing.textures[0].rgb1[0] = 0;
  changing.textures[1].mark = 0;
  expect(Buffer.from(m.tex_data)).toEqual(drawn());
});

test('a copy draws its own pictures, or copies the current ones of its original', () => {
  const m = compileForEngine(spec(), {});
  const early = copyModel(m);
  m.tex_data[0] = 9;
  const late = copyModel(m);
  expect(isDrawn(early)).toBe(false);
  expect(Buffer.from(early.tex_data)).toEqual(drawn());
  expect(isDrawn(late)).toBe(true);
  expect(late.tex_data[0]).toBe(9);
  expect(Buffer.from(late.tex_data.subarray(1))).toEqual(drawn().subarray(1));
});

test('other threads get a Model with its pictures', () => {
  const m = compileForEngine(spec(), {});
  expect(Buffer.from(modelFromSnapshot(snapshotModel(m)).tex_data)).toEqual(drawn());
  expect(contentsOf(compileForEngine(spec(), {}))).toEqual(contentsOf(m));
});
