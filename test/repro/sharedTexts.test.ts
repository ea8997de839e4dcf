// needs: the compiled engine
/** zalo/mujoco_wasm decodes `model.names` with a TextDecoder. In browsers a decoder rejects views on shared memory, where our arrays are;
 *  Node accepts them, so only pages failed. */
import { expect, test } from 'vitest';
import load from '../../src/mujoco.ts';

const mujoco = await load({ engine: 'js' });

test.each(['names', 'paths', 'text_data'] as const)(
  '%s of a model can be passed to a decoder in a browser',
  (field) => {
    const model = mujoco.MjModel.from_xml_string(
      '<mujoco model="robot"><custom><text name="author" data="somebody"/></custom></mujoco>',
    );
    expect(Object.prototype.toString.call(model[field].buffer)).toBe('[object ArrayBuffer]');
    expect(model[field]).toBe(model[field]);
  },
);

test('strings of a deleted model are not accessible', () => {
  const model = mujoco.MjModel.from_xml_string('<mujoco/>');
  expect(model.names.length).toBeGreaterThan(0);
  model.delete();
  expect(() => model.names).toThrow('deleted');
});
