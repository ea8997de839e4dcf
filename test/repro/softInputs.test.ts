// needs: the compiled engine
/** Values in flexcomps and composites that caused exceptions of the JavaScript engine, or endless loops. */
import { expect, test } from 'vitest';
import { modelFromXml } from '../../src/load/load.ts';
import '../support/plainEngine.ts';

const cells = (more: string, inside = '') => `<mujoco><worldbody><body name="b">
  <flexcomp name="f" count="3 3 3" dim="3" dof="trilinear" ${more}><contact selfcollide="none"/>${inside}</flexcomp></body></worldbody></mujoco>`;
const cable = (count: string) => `<mujoco><worldbody><composite type="cable" curve="s" count="${count}" size="1">
  <joint kind="main"/><geom type="capsule" size=".01"/></composite></worldbody></mujoco>`;

test.each([
  ['a negative number of cells', cells('spacing=".1 .1 .1" cellcount="2 -3 1"'), /:2:\d+ <flexcomp> cellcount: /],
  [
    'millions of cells',
    cells('spacing=".1 .1 .1" cellcount="2000000 3 1"'),
    /:2:\d+ <flexcomp> cellcount: expected at most/,
  ],
  ['a cable of millions of bodies', cable('5000000 1 1'), /:1:\d+ <composite> count: expected at most/],
])('%s is rejected with its location', (_, xml, words) => {
  expect(() => modelFromXml(xml)).toThrow(words);
});

test('cells so large that their stiffness overflows have no modes', () => {
  const m = modelFromXml(cells('spacing=".05 1e308 .07"', '<edge equality="strain"/>'));
  expect(m.nflexnode).toBe(8);
});
