/** Models built and edited in code.
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

export type { AttachOptions } from './editor/element.ts';
export { Element } from './editor/element.ts';
export type { Body, Container, DefaultsOf, Frame, Kinds, SectionOf, Sections, Site } from './editor/handles.ts';
export type { AllSettings, SettingsOf } from './editor/settings.ts';
export type { SpecOptions } from './editor/spec.ts';
export { Spec } from './editor/spec.ts';
export type { Named, Properties, Ref, Vector } from './editor/types.ts';
export { AttachError } from './spec/attachError.ts';
