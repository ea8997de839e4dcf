// needs: the compiled engine
// The stack of boxes that flexes need was part of every Data: that of a robot with meshes became five times as large.
import { expect, test } from 'vitest';
import { Data, modelFromXml } from '../../src/index.ts';

test('a Data without flexes has no memory for flexes', () => {
  const d = new Data(
    modelFromXml('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'),
  );
  const names: string[] = [];
  for (const name in d) if (/^work_flex/.test(name)) names.push(name);
  expect(names).toContain('work_flex_stack');
  const filled = names.filter((name) => (d as unknown as Record<string, Float64Array>)[name].length > 0);
  expect(filled).toEqual([]);
});
