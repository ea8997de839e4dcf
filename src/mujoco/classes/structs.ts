/** Small classes of the drop-in API, except those of the visualizer. Defaults are MuJoCo's. */
import { arenaFields } from '../../core/model/fields/arena.ts';
import { recordArrays, recordScalars } from '../../core/model/fields/options.ts';
import { LengthRangeSettings, OptionSettings } from '../../formats/spec/elements/settings.ts';
import { VisualSettings } from '../../formats/spec/elements/visual.ts';
import { createHandle, Handle, hide, INNER } from '../base/handle.ts';
import { assignRecord, expectRecord, type Member, type RecordOf, type StructOf, struct } from './struct.ts';

type Scalar = (typeof recordScalars)[number];
type ArrayRow = (typeof recordArrays)[number];
type Under<N extends string, P extends string> = N extends `${P}.${infer Rest}` ? Rest : never;
/** The members of a record of a Model, from the field tables. */
type RecordMembers<P extends string> = readonly (
  | { [K in Scalar as K[0]]: readonly [Under<K[0], P>, K[1]] }[Extract<Scalar[0], `${P}.${string}`>]
  | { [K in ArrayRow as K[0]]: readonly [Under<K[0], P>, K[1], K[3]] }[Extract<ArrayRow[0], `${P}.${string}`>]
)[];

function recordMembers<P extends string>(path: P): RecordMembers<P> {
  const rest = (name: string) => name.slice(path.length + 1);
  const scalars = recordScalars.filter(([name]) => name.startsWith(`${path}.`));
  const lists = recordArrays.filter(([name]) => name.startsWith(`${path}.`));
  const members: Member[] = [
    ...scalars.map(([name, kind]): Member => [rest(name), kind]),
    ...lists.map(([name, kind, , length]): Member => [rest(name), kind, length]),
  ];
  return members as unknown as RecordMembers<P>;
}

const authored = <T extends object>({ authored: _, ...rest }: T & { authored?: unknown }) => rest;

export const MjOption = struct('MjOption', recordMembers('opt'), () => authored(new OptionSettings()));
export type MjOption = InstanceType<typeof MjOption>;
export const MjStatistic = struct('MjStatistic', recordMembers('stat'));
export type MjStatistic = InstanceType<typeof MjStatistic>;

export const MjVisualGlobal = struct('MjVisualGlobal', recordMembers('vis.global'));
export type MjVisualGlobal = InstanceType<typeof MjVisualGlobal>;
export const MjVisualQuality = struct('MjVisualQuality', recordMembers('vis.quality'));
export type MjVisualQuality = InstanceType<typeof MjVisualQuality>;
export const MjVisualHeadlight = struct('MjVisualHeadlight', recordMembers('vis.headlight'));
export type MjVisualHeadlight = InstanceType<typeof MjVisualHeadlight>;
export const MjVisualMap = struct('MjVisualMap', recordMembers('vis.map'));
export type MjVisualMap = InstanceType<typeof MjVisualMap>;
export const MjVisualScale = struct('MjVisualScale', recordMembers('vis.scale'));
export type MjVisualScale = InstanceType<typeof MjVisualScale>;
export const MjVisualRgba = struct('MjVisualRgba', recordMembers('vis.rgba'));
export type MjVisualRgba = InstanceType<typeof MjVisualRgba>;

const visualParts = {
  global: MjVisualGlobal,
  quality: MjVisualQuality,
  headlight: MjVisualHeadlight,
  map: MjVisualMap,
  scale: MjVisualScale,
  rgba: MjVisualRgba,
} as const;
type VisualParts = typeof visualParts;
export type VisualRecord = { [K in keyof VisualParts]: InstanceType<VisualParts[K]>[typeof INNER] };

export interface MjVisual {
  global: MjVisualGlobal;
  quality: MjVisualQuality;
  headlight: MjVisualHeadlight;
  map: MjVisualMap;
  scale: MjVisualScale;
  rgba: MjVisualRgba;
}

/** Visual settings: six records. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the members are created from the table above
export class MjVisual extends Handle {
  static override readonly name = 'MjVisual';
  /** @internal */
  declare readonly [INNER]: VisualRecord;

  constructor() {
    super();
    hide(this, INNER, defaultVisual());
  }

  copy(): MjVisual {
    const copy = new MjVisual();
    assignVisual(copy[INNER], this[INNER]);
    return copy;
  }

  /** An object that reads and writes this record. @internal */
  static on(record: VisualRecord): MjVisual {
    return createHandle(MjVisual.prototype, record);
  }
}

for (const [name, Part] of Object.entries(visualParts) as [keyof VisualParts, VisualParts['map']][]) {
  Object.defineProperty(MjVisual.prototype, name, {
    enumerable: true,
    get(this: MjVisual) {
      return Part.on(this[INNER][name] as VisualRecord['map']);
    },
    set(this: MjVisual, value: InstanceType<VisualParts['map']>) {
      assignRecord(this[INNER][name], expectRecord(Part.name, value));
    },
  });
}

/** Copy every part of one record to another. */
export function assignVisual(target: VisualRecord, source: VisualRecord): void {
  for (const name of Object.keys(visualParts) as (keyof VisualParts)[]) assignRecord(target[name], source[name]);
}

/** The default visual settings. */
export function defaultVisual(): VisualRecord {
  const settings = new VisualSettings() as unknown as Record<string, Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(visualParts).map(([name, Part]) => {
      const record = Part.make();
      assignRecord(record, authored(settings[name]));
      return [name, record];
    }),
  ) as VisualRecord;
}

const sideMembers = ['contact_geom', 'contact_flex', 'contact_elem', 'contact_vert'];
const contactMembers = [
  ...arenaFields
    .filter(([name]) => name.startsWith('contact_') && !sideMembers.includes(name))
    .map(([name, kind, , n]): Member => {
      const short = name.slice('contact_'.length);
      return n === 1 ? [short, kind] : [short, kind, n];
    }),
] as const;
type ContactRow = Extract<(typeof arenaFields)[number], readonly [`contact_${string}`, ...unknown[]]>;
type ContactMember<R> = R extends readonly [`contact_${infer N}`, infer K, unknown, infer C]
  ? C extends 1
    ? readonly [N, K]
    : readonly [N, K, C]
  : never;
type ContactMembers = readonly [
  ...Extract<ContactMember<ContactRow>, Member>[],
  readonly ['geom1', 'i32'],
  readonly ['geom2', 'i32'],
  readonly ['geom', 'i32', 2],
  readonly ['flex', 'i32', 2],
  readonly ['elem', 'i32', 2],
  readonly ['vert', 'i32', 2],
];

/** One contact, as a copy. */
export const MjContact = struct('MjContact', [
  ...contactMembers,
  ['geom1', 'i32'],
  ['geom2', 'i32'],
  ['geom', 'i32', 2],
  ['flex', 'i32', 2],
  ['elem', 'i32', 2],
  ['vert', 'i32', 2],
] as unknown as ContactMembers);
export type MjContact = StructOf<ContactMembers>;
export type ContactRecord = RecordOf<ContactMembers>;

export const MjPreContact = struct('MjPreContact', [
  ['dist', 'f64'],
  ['pos', 'f64', 3],
  ['normal', 'f64', 3],
  ['tangent', 'f64', 3],
]);
export type MjPreContact = InstanceType<typeof MjPreContact>;

export const MjSolverStat = struct('MjSolverStat', [
  ['improvement', 'f64'],
  ['gradient', 'f64'],
  ['lineslope', 'f64'],
  ['nactive', 'i32'],
  ['nchange', 'i32'],
  ['neval', 'i32'],
  ['nupdate', 'i32'],
]);
export type MjSolverStat = InstanceType<typeof MjSolverStat>;

export const MjWarningStat = struct('MjWarningStat', [
  ['lastinfo', 'i32'],
  ['number', 'i32'],
]);
export type MjWarningStat = InstanceType<typeof MjWarningStat>;

export const MjTimerStat = struct('MjTimerStat', [
  ['duration', 'f64'],
  ['number', 'i32'],
]);
export type MjTimerStat = InstanceType<typeof MjTimerStat>;

const lengthRangeMembers = [
  ['mode', 'i32'],
  ['useexisting', 'i32'],
  ['uselimit', 'i32'],
  ['accel', 'f64'],
  ['maxforce', 'f64'],
  ['timeconst', 'f64'],
  ['timestep', 'f64'],
  ['inttotal', 'f64'],
  ['interval', 'f64'],
  ['tolrange', 'f64'],
] as const;

export const MjLROpt = struct('MjLROpt', lengthRangeMembers, () => {
  const settings = new LengthRangeSettings();
  return { ...settings, useexisting: Number(settings.useexisting), uselimit: Number(settings.uselimit) };
});
export type MjLROpt = InstanceType<typeof MjLROpt>;

export const MjLogConfig = struct('MjLogConfig', [
  ['logfile', 'i8', 1024],
  ['logto_console', 'bool'],
  ['logto_file', 'bool'],
  ['topics', 'i32'],
]);
export type MjLogConfig = InstanceType<typeof MjLogConfig>;

export const MjLogMessage = struct('MjLogMessage', [
  ['level', 'i32'],
  ['topic', 'i32'],
  ['timestamp', 'bool'],
  ['file', 'text'],
  ['func', 'text'],
  ['line', 'i32'],
  ['subject', 'i8', 1024],
  ['body', 'text'],
]);
export type MjLogMessage = InstanceType<typeof MjLogMessage>;
