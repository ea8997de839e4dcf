// needs: the compiled engine
/** A Data can be copied to a Data of another Model of the same sizes. Lists of bodies and the caches of the solver were then those of the
 *  first Model. */
import { expect, test } from 'vitest';
import { copyData, Data, modelFromXml, prepare, step } from '../../src/index.ts';

await prepare();

const link = (inner: string) =>
  `<joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".05" mass="1"/>${inner}`;
const body = (pos: string, inner: string) => `<body pos="${pos}">${link(inner)}</body>`;

/** Two arms that fall on a floor, with three links in different distributions. */
const arms = (first: string, second: string) =>
  modelFromXml(`<mujoco><option jacobian="sparse"/><worldbody><geom type="plane" size="2 2 .1"/>
    ${body('0 0 .2', first)}${body('0 1 .2', second)}</worldbody></mujoco>`);

test('a Data copied from one of another Model continues like a new one in that state', () => {
  const [a, b] = [arms(body('.3 0 0', ''), ''), arms('', body('.3 0 0', ''))];
  const [from, to, fresh] = [new Data(a), new Data(b), new Data(b)];
  step(a, from, 300);
  copyData(to, from);
  fresh.qpos.set(from.qpos);
  fresh.qvel.set(from.qvel);
  fresh.qacc_warmstart.set(from.qacc_warmstart);
  for (let k = 0; k < 5; k++) {
    step(b, to);
    step(b, fresh);
    expect(Array.from(to.qvel)).toEqual(Array.from(fresh.qvel));
  }
  expect(to.ncon).toBeGreaterThan(0);
});
