// needs: the compiled engine
import { expect, test } from 'vitest';
import { oracleModel } from '../../../test/support/oracle/oracle.ts';
import { twoEngines } from '../../../test/support/oracle/twoEngines.ts';

test.each([1, 2, 7, 32, 96])(
  'a sky of width %i has the same bytes in both engines, and the oracle paints the same',
  async (width) => {
    const colors = 'rgb1="0.62 0.7 0.78" rgb2="0.2 0.24 0.29"';
    const texture = `<texture type="skybox" builtin="gradient" ${colors} width="${width}" height="1"/>`;
    const theirs = oracleModel(`<mujoco><asset>${texture}</asset></mujoco>`);
    const expected = Uint8Array.from(theirs.tex_data);
    const { js, compared } = await twoEngines(theirs);
    theirs.delete();
    const side = 3 * width * width;
    js.m.tex_data.fill(0);
    compared.drawCubeGradient(js.m, 0, width, 0.62, 0.7, 0.78, 0.2, 0.24, 0.29);
    // the first side, and of those above and below the half that the other one is the mirror image of
    const half = 3 * width * ((width + 1) >> 1);
    for (const [k, bytes] of [
      [0, side],
      [2, half],
      [3, half],
    ]) {
      const part = (data: Uint8Array) => data.slice(k * side, k * side + bytes);
      expect(part(js.m.tex_data)).toEqual(part(expected));
    }
  },
);
