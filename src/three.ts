/** A model as objects of three.js, in step with a Data, for scenes of your own. It needs `three`, which is yours to install.
 *
 *  ```ts
 *  import { ModelScene } from 'tenon/three';
 *  const robot = new ModelScene(model);
 *  scene.add(robot.object);
 *  // in each frame
 *  step(model, data);
 *  robot.update(data);
 *  ```
 *
 *  @module */

export type { SceneOptions, SceneUpdate } from './view/scene/modelScene.ts';
export { ModelScene } from './view/scene/modelScene.ts';
export type { FlagId, GroupKind } from './view/scene/settings.ts';
export { ViewSettings } from './view/scene/settings.ts';
