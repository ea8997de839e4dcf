/** MuJoCo's own plugins. */
import { addPlugin } from '../plugin/registry.ts';
import { cable } from './cable.ts';
import { pid } from './pid.ts';
import { bolt } from './sdf/bolt.ts';
import { bowl } from './sdf/bowl.ts';
import { gear } from './sdf/gear.ts';
import { nut } from './sdf/nut.ts';
import { torus } from './sdf/torus.ts';
import { touchGrid } from './touchGrid.ts';

/** Registers the plugins; calling it again has no effect. */
export function addMujocoPlugins(): void {
  addPlugin(pid);
  addPlugin(cable);
  addPlugin(touchGrid);
  for (const shape of [bolt, bowl, gear, nut, torus]) addPlugin(shape);
}
