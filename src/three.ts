/** A model as three.js objects that follow a `Data`, for your own scenes. Requires the peer dependency `three`.
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
