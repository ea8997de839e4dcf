/** The script that prints differences between two versions of the official package. */
import { expect, test } from 'vitest';
import { compareModelVersions, compareVersions } from '../../scripts/conformance/versions.mjs';
import { mujoco, oracleModel } from '../support/oracle/oracle.ts';

class Before {
  kept = 1;
  gone() {}
}
Object.defineProperty(Before.prototype, 'time', { value: 0 });
class After {
  come() {}
}
Object.defineProperty(After.prototype, 'time', { value: 0 });

test('names, members, values and signatures that differ are listed', () => {
  const kind = (value: number) => Object.assign(() => {}, { mjA: { value: 1 }, mjN: { value } });
  const before = { MjData: Before, mjtKind: kind(2), mjMAX: 3, mj_step() {}, mj_old() {}, print() {} };
  const after = { MjData: After, mjtKind: kind(5), mjMAX: 4, mj_step() {}, mj_new() {} };
  const types: [string, string] = ['  mj_step(_0: MjModel): void;\n', '  mj_step(_0: MjModel, _1: number): void;\n'];
  const { added, removed, changed } = compareVersions(before, after, types);
  expect(added).toEqual(['MjData.come', 'mj_new']);
  expect(removed).toEqual(['MjData.gone', 'mj_old']);
  expect(changed).toEqual([
    'mjtKind.mjN: 2 -> 5',
    'mjMAX: 3 -> 4',
    'mj_step: (_0: MjModel): void -> (_0: MjModel, _1: number): void',
  ]);
});

test('fields of a model that differ are listed, and a model agrees with itself', () => {
  const side = (size: number) => {
    const m = oracleModel(
      `<mujoco><worldbody><body><freejoint/><geom size="${size}" density="1"/></body></worldbody></mujoco>`,
    );
    return { mj: mujoco, m, d: new mujoco.MjData(m) };
  };
  expect(compareModelVersions([side(1), side(1)])).toEqual({ compile: [], steps: [] });
  const { compile, steps } = compareModelVersions([side(1), side(2)]);
  expect(compile.map(({ field }) => field)).toEqual(expect.arrayContaining(['geom_size', 'body_mass']));
  expect(compile.map(({ field }) => field)).not.toContain('body_pos');
  expect(steps.map(({ field }) => field)).toContain('qfrc_bias');
});
