/** Build and edit models in code.
 *
 *  ```ts
 *  import { prepare } from 'tenon';
 *  import { Spec } from 'tenon/spec';
 *  await prepare();
 *  const spec = new Spec();
 *  const arm = spec.worldbody.add('body', { name: 'arm', pos: [0, 0, 1] });
 *  arm.add('joint', { name: 'shoulder', axis: [0, 1, 0] });
 *  arm.add('geom', { type: 'capsule', fromto: [0, 0, 0, 0, 0, -0.5], size: [0.05] });
 *  spec.actuator.add('motor', { joint: 'shoulder' });
 *  const model = spec.compile();
 *  ```
 *
 *  @module */

export { AttachError } from './formats/spec/attachError.ts';
export type { AttachOptions } from './load/builder/element.ts';
export { Element } from './load/builder/element.ts';
export type { Body, Container, DefaultsOf, Frame, Kinds, SectionOf, Sections, Site } from './load/builder/handles.ts';
export type { AllSettings, SettingsOf } from './load/builder/settings.ts';
export type { SpecOptions } from './load/builder/spec.ts';
export { Spec } from './load/builder/spec.ts';
export type { Named, Properties, Ref, Vector } from './load/builder/types.ts';
