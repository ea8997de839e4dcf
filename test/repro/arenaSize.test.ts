// needs: the compiled engine
/** The memory that a model requests: MuJoCo takes it from our binary models, where it was zero or the same for all. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modelFromXml } from '../../src/index.ts';
import { oracleModel } from '../support/oracle/oracle.ts';

const model = (size: string) =>
  `<mujoco>${size}<worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>`;
const example = (name: string) => readFileSync(new URL(`../../examples/${name}.xml`, import.meta.url), 'utf8');

test.each([
  ['by default', model('')],
  ['as given', model('<size memory="900M"/>')],
  ['by rows', model('<size njmax="3000"/>')],
  ['by contacts', model('<size nconmax="70000"/>')],
  ['by a stack', model('<size nstack="3000000"/>')],
  ['of the humanoid', example('humanoid')],
  ['of the arm with a gripper', example('arm_gripper')],
])('narena %s', (_, xml) => {
  const theirs = oracleModel(xml);
  expect(modelFromXml(xml, { engine: 'js' }).narena).toBe(Number(theirs.narena));
  theirs.delete();
});
