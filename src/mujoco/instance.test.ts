// needs: the compiled engine
/** Scripts use `instanceof`, and print class names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mujoco as official } from '../../test/support/oracle/oracle.ts';
import load from '../mujoco.ts';

const xml =
  '<mujoco><worldbody><geom size="1"/><body pos="0 0 1.5"><freejoint/><geom size="1"/></body></worldbody></mujoco>';
const ours = await load({ engine: 'js' });
const folder = mkdtempSync(join(tmpdir(), 'tenon-'));
const file = join(folder, 'two.xml');
writeFileSync(file, xml);
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['from_xml_string', 'from_xml_path', 'mj_loadXML'] as const)('MjModel.%s returns an MjModel', (way) => {
  const model = ours.MjModel[way](way === 'from_xml_string' ? xml : file);
  expect(model).toBeInstanceOf(ours.MjModel);
  expect([model.constructor, ours.MjModel.name, model.nbody]).toEqual([ours.MjModel, 'MjModel', 2]);
});

test('copies, MjData objects and contacts are instances of their classes, as in the official package', () => {
  for (const { MjModel, MjData, MjContact, mj_forward } of [ours, official as unknown as typeof ours]) {
    const model = MjModel.from_xml_string(xml);
    const data = new MjData(model);
    mj_forward(model, data);
    const objects = [model, new MjModel(model), data, new MjData(model, data), data.contact.get(0)];
    const classes = [MjModel, MjModel, MjData, MjData, MjContact];
    objects.forEach((object, k) => {
      expect(object).toBeInstanceOf(classes[k]);
      expect(object).not.toBeInstanceOf(classes[(k + 2) % 5]);
    });
    expect(data.contact.size()).toBe(1);
  }
});

test('the shorthand for loading a model returns an MjModel too', () => {
  expect(ours.from_xml_string(xml)).toBeInstanceOf(ours.MjModel);
});
