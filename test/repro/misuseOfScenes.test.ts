// needs: the compiled engine
/** Wrong arguments of `tenon/three` and `tenon/webgpu` caused errors of the JavaScript engine. */
import { expect, test } from 'vitest';
import * as tenon from '../../src/index.ts';
import { ModelScene } from '../../src/three.ts';
import { webgpu } from '../../src/webgpu.ts';

await tenon.prepare();
const of = (geoms: string) => tenon.modelFromXml(`<mujoco><worldbody>${geoms}</worldbody></mujoco>`);
const model = of('<geom name="g" size="1"/>');
const wrong = (x: unknown) => x as never;

test.each<[unknown, string]>([
  [null, 'ModelScene: expected a Model, found null'],
  ['m.xml', "ModelScene: expected a Model, found 'm.xml'"],
  [{}, 'ModelScene: expected a Model, found an object of Object class'],
])('a scene of %j', (value, words) => expect(() => new ModelScene(wrong(value))).toThrow(words));

test('options of a scene', () => {
  expect(() => new ModelScene(model, wrong(null))).toThrow('options: expected an object, found null');
  expect(() => new ModelScene(model, { look: wrong('modern') })).toThrow("look: expected 'classic' or 'physical'");
});

test('a state of another model is rejected', () => {
  const scene = new ModelScene(model);
  const other = new tenon.Data(of('<geom size="1"/><geom size="1"/>'));
  expect(() => scene.update(other)).toThrow('with 1 bodies and 1 geoms, found 1 and 2');
  expect(() => scene.update(wrong(null))).toThrow('data: expected an object, found null');
  expect(() => scene.update(wrong(model))).toThrow('update: expected a Data');
  const own = new tenon.Data(tenon.copyModel(model));
  tenon.forward(model, own);
  scene.update(own);
  scene.dispose();
});

test('options of a device', async () => {
  await expect(webgpu(wrong(null))).rejects.toThrow('options: expected an object, found null');
  await expect(webgpu({ contacts: 0.5 })).rejects.toThrow('contacts: expected a whole number of at least 1, found 0.5');
});
