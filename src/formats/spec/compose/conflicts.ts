/** Conflicting settings of a model and an attached one. By default the parent's are kept, with a warning;
 * `conflict="merge"` takes the stricter of two values, or the child's if the parent has none; `conflict="error"` is an
 * error. */

import { ConflictMode } from '../../../core/model/enums/spec.ts';
import { Disable, Enable } from '../../../core/model/enums.ts';
import { OptionSettings, SizeSettings } from '../elements/settings.ts';
import { VisualSettings } from '../elements/visual.ts';
import type { SpecTree } from '../specTree.ts';

type Merge = 'min' | 'max' | 'none';

/** How each option is merged. */
const OPTIONS: readonly (readonly [keyof OptionSettings & string, Merge])[] = [
  ['timestep', 'min'],
  ['tolerance', 'min'],
  ['ls_tolerance', 'min'],
  ['noslip_tolerance', 'min'],
  ['ccd_tolerance', 'min'],
  ['sleep_tolerance', 'min'],
  ['iterations', 'max'],
  ['ls_iterations', 'max'],
  ['noslip_iterations', 'max'],
  ['ccd_iterations', 'max'],
  ['sdf_iterations', 'max'],
  ['sdf_initpoints', 'max'],
  ['impratio', 'none'],
  ['density', 'none'],
  ['viscosity', 'none'],
  ['o_margin', 'none'],
  ['integrator', 'none'],
  ['cone', 'none'],
  ['jacobian', 'none'],
  ['solver', 'none'],
  ['gravity', 'none'],
  ['wind', 'none'],
  ['magnetic', 'none'],
  ['o_solref', 'none'],
  ['o_solimp', 'none'],
  ['o_friction', 'none'],
];

const SIZES: readonly (keyof SizeSettings & string)[] = [
  'memory',
  'njmax',
  'nconmax',
  'nuserdata',
  'nkey',
  'nuser_body',
  'nuser_jnt',
  'nuser_geom',
  'nuser_site',
  'nuser_cam',
  'nuser_tendon',
  'nuser_actuator',
  'nuser_sensor',
];

/** Warnings and errors. Nothing changes if there are errors. */
export interface ConflictReport {
  warnings: string[];
  errors: string[];
}

type Value = number | number[];
type Fields = Record<string, Value>;

class Resolver {
  readonly report: ConflictReport = { warnings: [], errors: [] };
  readonly changes: (() => void)[] = [];
  readonly mode: ConflictMode;

  constructor(mode: ConflictMode) {
    this.mode = mode;
  }

  /** One field; `authored` is whether parent and child set it (default: whether it differs from the default). */
  field(
    name: string,
    parent: Fields,
    child: Fields,
    defaults: Fields,
    key: string,
    merge: Merge,
    authored?: boolean[],
  ): void {
    const p = parent[key]!;
    const c = child[key]!;
    if (same(p, c)) return;
    let [byParent = false, byChild = false] = authored ?? [];
    if (!byParent && !byChild) {
      byParent = !same(p, defaults[key]!);
      byChild = !same(c, defaults[key]!);
    }
    if (!byChild) return;
    const words = `${name}: the parent has ${show(p)}${byParent ? '' : ' (default)'}, the child ${show(c)}`;
    if (this.mode === ConflictMode.MERGE && !byParent) {
      this.change(parent, key, c, `${words}; using the child's`);
    } else if (this.mode === ConflictMode.MERGE && merge !== 'none') {
      const merged = merge === 'min' ? Math.min(p as number, c as number) : Math.max(p as number, c as number);
      this.change(parent, key, merged, `${words}; using ${merged}`);
    } else if (this.mode === ConflictMode.WARNING || !byParent) {
      this.report.warnings.push(`${words}; keeping the parent's`);
    } else {
      this.report.errors.push(words);
    }
  }

  change(target: Fields, key: string, value: Value, words: string): void {
    this.report.warnings.push(words);
    this.changes.push(() => {
      target[key] = typeof value === 'number' ? value : value.slice();
    });
  }

  /** Flag bits; `byParent` and `byChild` are the explicitly set ones. */
  bits(name: string, parent: Fields, child: Fields, key: string, byParent: number, byChild: number): void {
    const p = parent[key] as number;
    const c = child[key] as number;
    const written = c & byChild;
    if (written === 0) return;
    if (this.mode === ConflictMode.MERGE) {
      if ((written & ~p) !== 0) this.change(parent, key, p | written, `${name}: adding those of the child`);
    } else if (((p ^ c) & byParent & byChild) !== 0) {
      const words = `${name}: parent and child differ`;
      if (this.mode === ConflictMode.ERROR) this.report.errors.push(words);
      else this.report.warnings.push(`${words}; keeping the parent's`);
    }
  }
}

/** Resolve the differences between a model and an attached one. */
export function resolveConflicts(parent: SpecTree, child: SpecTree): ConflictReport {
  const resolver = new Resolver(parent.compiler.conflict);
  const fields = (settings: object) => settings as unknown as Fields;
  const po = parent.option;
  const co = child.option;
  for (const [key, merge] of OPTIONS) {
    const authored = [po.authored.has(key), co.authored.has(key)];
    resolver.field(key, fields(po), fields(co), fields(new OptionSettings()), key, merge, authored);
  }
  resolver.bits('flags', fields(po), fields(co), 'disableflags', ...flagBits(po, co, Disable));
  resolver.bits('flags', fields(po), fields(co), 'enableflags', ...flagBits(po, co, Enable));
  resolver.bits('disabled groups', fields(po), fields(co), 'disableactuator', po.disableactuator, co.disableactuator);

  const visual = new VisualSettings();
  const seen = (key: string) => [parent.visual.authored.has(key), child.visual.authored.has(key)];
  const view = (part: 'map' | 'global', key: string, merge: Merge) =>
    resolver.field(
      key,
      fields(parent.visual[part]),
      fields(child.visual[part]),
      fields(visual[part]),
      key,
      merge,
      seen(`${part}.${key}`),
    );
  view('map', 'znear', 'min');
  view('global', 'realtime', 'min');
  view('map', 'zfar', 'max');
  for (const key of SIZES) {
    resolver.field(key, fields(parent.size), fields(child.size), fields(new SizeSettings()), key, 'max');
  }
  if (resolver.report.errors.length === 0) for (const change of resolver.changes) change();
  return resolver.report;
}

/** Bits of the flags set by parent or child; all if neither set any. Flags have the names of their bits. */
function flagBits(
  parent: OptionSettings,
  child: OptionSettings,
  flags: Readonly<Record<string, number>>,
): [number, number] {
  const bits = (settings: OptionSettings) =>
    Object.entries(flags).reduce(
      (sum, [name, bit]) => (settings.authored.has(`flag.${name.toLowerCase()}`) ? sum | bit : sum),
      0,
    );
  const result: [number, number] = [bits(parent), bits(child)];
  return result[0] === 0 && result[1] === 0 ? [-1, -1] : result;
}

function same(a: Value, b: Value): boolean {
  if (typeof a === 'number' || typeof b === 'number') return a === b;
  return a.every((x, i) => x === b[i]);
}

function show(value: Value): string {
  return typeof value === 'number' ? String(value) : value.join(' ');
}
