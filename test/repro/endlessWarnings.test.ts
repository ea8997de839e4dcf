// needs: the compiled engine
/** A model that becomes unstable in every step, and is reset each time, printed a line per step: 75,000 per minute. */
import { beforeAll, expect, test, vi } from 'vitest';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { modelFromXml, prepare } from '../../src/load/load.ts';

const singular = '<mujoco><worldbody><body><joint/><joint/><geom size="1"/></body></worldbody></mujoco>';

beforeAll(() => prepare());

test('the console prints twenty warnings of a model, then says that more are suppressed', () => {
  const spy = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const m = modelFromXml(singular);
  step(m, new Data(m), 200);
  const said = spy.mock.calls.flat();
  spy.mockRestore();
  expect(said).toHaveLength(21);
  expect(said[19]).toMatch(/unstable/);
  expect(said[20]).toMatch(/warnings of this model are suppressed.*callbacks\.warning/);
});

test('a callback receives all of them', () => {
  const m = modelFromXml(singular);
  let count = 0;
  m.callbacks = { warning: () => count++ };
  step(m, new Data(m), 200);
  expect(count).toBeGreaterThan(100);
});
