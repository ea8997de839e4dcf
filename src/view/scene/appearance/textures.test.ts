// needs: the compiled engine
import type { DataTexture } from 'three';
import { beforeAll, expect, test } from 'vitest';
import { modelFromXml, prepare } from '../../../index.ts';
import { Textures } from './textures.ts';

beforeAll(() => prepare());

test.each([1, 2, 3, 4])('the pixels of a texture with %i channels become red, green, blue and opacity', (channels) => {
  const m = modelFromXml(
    `<mujoco><asset><texture name="t" type="2d" builtin="gradient" rgb1="1 0 .5" rgb2="0 1 .2" width="4" height="2"
    nchannel="${channels}"/></asset></mujoco>`,
  );
  m.tex_data.set(Array.from({ length: 8 * channels }, (_, i) => (37 * i + 200) % 256));
  const { image } = new Textures(m, 'display').get(0)!.map as DataTexture;
  const expected = Array.from({ length: 8 }, (_, i) => {
    const pixel = [...m.tex_data.subarray(channels * i, channels * (i + 1))];
    const color = channels < 3 ? [pixel[0], pixel[0], pixel[0]] : pixel.slice(0, 3);
    return [...color, channels % 2 === 0 ? pixel.at(-1) : 255];
  });
  expect([...(image.data as Uint8Array)]).toEqual(expected.flat());
});
