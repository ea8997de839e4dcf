/** Types of the handles in user code: the attributes of each element, and the children that can be added. */

import type { ActuatorElements, ActuatorGeneralAttributes } from './attributes/actuator.ts';
import type { AssetElements, AssetMaterialElements } from './attributes/asset.ts';
import type { WorldbodyElements } from './attributes/body.ts';
import type { CustomElements, CustomTupleElements, KeyframeElements } from './attributes/custom.ts';
import type { DeformableElements, DeformableFlexElements, DeformableSkinElements } from './attributes/deformable.ts';
import type {
  ContactElements,
  EqualityBase,
  EqualityElements,
  TendonElements,
  TendonFixedElements,
  TendonSpatialAttributes,
  TendonSpatialElements,
} from './attributes/relation.ts';
import type { SensorBase, SensorElements } from './attributes/sensor.ts';
import type { AttachOptions, Element } from './element.ts';
import type { Defaults } from './section.ts';
import type { Spec } from './spec.ts';
import type { Properties } from './types.ts';

/** A row of a table of elements: attributes, and the ones that cannot be read back. */
type Row = readonly [object, PropertyKey];
type Attributes<R> = R extends readonly [infer A, PropertyKey] ? A : never;
type Given<R> = R extends readonly [object, infer G extends PropertyKey] ? G : never;

/** Members of every element. */
interface Base<A> extends Omit<Element, 'add' | 'attach' | 'set'> {
  /** Change attributes; the others keep their values. */
  set(attributes: Partial<A>): this;
}

/** An element with its attributes as properties. */
type Handle<R> = Base<Attributes<R>> & Properties<Omit<Attributes<R>, 'name'>, Given<R>>;

/** Adds the contents of a body or frame. */
export interface Container {
  add<T extends keyof WorldbodyElements>(tag: T, ...attributes: Optional<WorldbodyElements[T]>): InBody<T>;
  /** Attach a copy of a body, of a frame or of the world of a spec. */
  attach(part: Spec | Body | Frame, options?: AttachOptions): Body | Frame;
}

/** The attributes argument is optional if no attribute is required. */
type Optional<R extends Row> =
  object extends Attributes<R> ? [attributes?: Attributes<R>] : [attributes: Attributes<R>];

type InBody<T extends keyof WorldbodyElements> = T extends 'body'
  ? Body
  : T extends 'frame'
    ? Frame
    : T extends 'site'
      ? Site
      : T extends 'flexcomp'
        ? InSection<DeformableElements, 'flex'>
        : Handle<WorldbodyElements[T]>;

export type Body = Handle<WorldbodyElements['body']> & Container;
export type Frame = Handle<WorldbodyElements['frame']> & Container;
export type Site = Handle<WorldbodyElements['site']> & Pick<Container, 'attach'>;

/** Adds the parts of an element. */
interface Parts<Table> {
  add<T extends keyof Table>(tag: T, attributes: Attributes<Table[T]>): this;
}

interface PartsOf {
  spatial: Parts<TendonSpatialElements>;
  fixed: Parts<TendonFixedElements>;
  material: Parts<AssetMaterialElements>;
  tuple: Parts<CustomTupleElements>;
  flex: Parts<DeformableFlexElements>;
  skin: Parts<DeformableSkinElements>;
}

type InSection<Table, T extends keyof Table> = Handle<Table[T]> & (T extends keyof PartsOf ? PartsOf[T] : unknown);

/** A section with a list of elements. */
export interface SectionOf<Table> {
  add<T extends keyof Table & string>(
    tag: T,
    ...attributes: Table[T] extends Row ? Optional<Table[T]> : never
  ): InSection<Table, T>;
}

/** Pixels from an array, in addition to the MJCF attributes. */
type WithPixels<R extends Row> = [
  Attributes<R> & { /** pixels, height x width x nchannel */ data?: Uint8Array },
  Given<R>,
];
type Assets = Omit<AssetElements, 'texture'> & { texture: WithPixels<AssetElements['texture']> };

export interface Sections {
  asset: SectionOf<Assets>;
  deformable: SectionOf<DeformableElements>;
  contact: SectionOf<ContactElements>;
  equality: SectionOf<EqualityElements>;
  tendon: SectionOf<TendonElements>;
  actuator: SectionOf<ActuatorElements>;
  sensor: SectionOf<SensorElements>;
  custom: SectionOf<CustomElements>;
  keyframe: SectionOf<KeyframeElements>;
}

/** Default attributes of a class, by tag. */
type DefaultTable = Pick<WorldbodyElements, 'joint' | 'geom' | 'site' | 'camera' | 'light'> &
  Pick<AssetElements, 'mesh' | 'material'> &
  Pick<ContactElements, 'pair'> &
  ActuatorElements & { equality: [EqualityBase, never]; tendon: [TendonSpatialAttributes, never] };

/** A default class: the initial attributes of its elements. Changes affect only elements that are added later. */
export interface DefaultsOf extends Omit<Defaults, 'add' | 'children'> {
  readonly children: DefaultsOf[];
  /** Add a class that starts as a copy of this one. */
  add(tag: 'default', attributes: { /** its name */ class: string }): DefaultsOf;
  /** Set the defaults of elements with a tag. */
  add<T extends keyof DefaultTable>(tag: T, attributes: Partial<Attributes<DefaultTable[T]>>): this;
}

/** Elements by object kind. */
export interface Kinds {
  body: Body;
  frame: Frame;
  joint: Handle<WorldbodyElements['joint']>;
  geom: Handle<WorldbodyElements['geom']>;
  site: Site;
  camera: Handle<WorldbodyElements['camera']>;
  light: Handle<WorldbodyElements['light']>;
  mesh: Handle<Assets['mesh']>;
  hfield: Handle<Assets['hfield']>;
  texture: Handle<Assets['texture']>;
  material: InSection<Assets, 'material'>;
  flex: InSection<DeformableElements, 'flex'>;
  skin: InSection<DeformableElements, 'skin'>;
  pair: Handle<ContactElements['pair']>;
  exclude: Handle<ContactElements['exclude']>;
  equality: Handle<[EqualityBase, never]>;
  tendon: Handle<TendonElements['spatial']>;
  actuator: Handle<[ActuatorGeneralAttributes, keyof ActuatorGeneralAttributes]>;
  sensor: Handle<[SensorBase, never]>;
  numeric: Handle<CustomElements['numeric']>;
  text: Handle<CustomElements['text']>;
  tuple: InSection<CustomElements, 'tuple'>;
  key: Handle<KeyframeElements['key']>;
}
