// needs: the compiled engine
import { expect, test } from 'vitest';
import { modelFromXml } from '../../load/load.ts';
import { Renderer } from './renderer.ts';

test('in Node, a Renderer names the command that draws', () => {
  const model = modelFromXml('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>', { engine: 'js' });
  expect(() => new Renderer(model)).toThrow('in Node, use the command `npx tenon render model.xml');
});
