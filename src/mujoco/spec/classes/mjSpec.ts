/** `MjSpec` of the drop-in API: settings of a spec, and access to its elements. */

import { directoryOf } from '../../../formats/mjcf/paths.ts';
import { copySpec } from '../../../formats/spec/edit/copy.ts';
import { type CompilerSettings, SizeSettings } from '../../../formats/spec/elements/settings.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import type { AsList } from '../../base/buffers.ts';
import { Handle, hide, INNER } from '../../base/handle.ts';
import { expectText, type Text } from '../../base/text.ts';
import { assignRecord, expectRecord } from '../../classes/struct.ts';
import { assignVisual, MjOption, MjStatistic, MjVisual } from '../../classes/structs.ts';
import type { MjsCompiler } from '../../types/spec.ts';
import { settle } from '../settle.ts';
import { expectHandle, specClasses } from './classes.ts';
import { SpecContext } from './context.ts';
import { MjsElement, OWNER } from './handles.ts';

const AUTHORED = {
  disableactuator: 0,
  disableflags: 0,
  enableflags: 0,
  option: 0n,
  visual_global: 0n,
  visual_headlight: 0n,
  visual_map: 0n,
  visual_quality: 0n,
  visual_rgba: 0n,
  visual_scale: 0n,
};
export interface MjsAuthored extends Authored {}

type Authored = { readonly [K in keyof typeof AUTHORED]: (typeof AUTHORED)[K] };

/** Flags of explicitly set settings; not stored in this form here. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the members are created from the table above
export class MjsAuthored extends Handle {}

for (const [name, value] of Object.entries(AUTHORED)) {
  Object.defineProperty(MjsAuthored.prototype, name, { enumerable: true, configurable: true, get: () => value });
}

type Sizes = { -readonly [K in keyof SizeSettings]: number };

export interface MjSpec extends Sizes {}

/** An editable model. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: sizes are created from those of the tree
export class MjSpec extends Handle {
  static override readonly name = 'MjSpec';
  /** @internal */
  declare readonly [INNER]: Tree;
  /** @internal */
  declare readonly [OWNER]: SpecContext;

  /** A copy of another spec. */
  constructor(source: MjSpec | SpecContext) {
    super();
    const context = source instanceof SpecContext ? source : copyContext(expectSpec('MjSpec', source).tree);
    hide(this, OWNER, context);
    hide(this, INNER, context.tree);
  }

  get element(): MjsElement {
    return new MjsElement(this[OWNER], this[INNER]);
  }

  get modelname(): string {
    return this[INNER].modelname;
  }

  set modelname(name: Text) {
    this[INNER].modelname = expectText('MjSpec.modelname', name);
  }

  get comment(): string {
    return this[INNER].comment;
  }

  set comment(text: Text) {
    this[INNER].comment = expectText('MjSpec.comment', text);
  }

  get modelfiledir(): string {
    return directoryOf(this[INNER].file);
  }

  set modelfiledir(path: Text) {
    const folder = expectText('MjSpec.modelfiledir', path);
    this[INNER].file = folder === '' ? '' : `${folder.replace(/\/$/, '')}/model.xml`;
  }

  get strippath(): boolean {
    return this[INNER].compiler.strippath;
  }

  set strippath(value: boolean) {
    this[INNER].compiler.strippath = Boolean(value);
  }

  /** Not used; what a script sets is stored. */
  get hasImplicitPluginElem(): boolean {
    return this[OWNER].unused.hasImplicitPluginElem;
  }

  set hasImplicitPluginElem(value: boolean) {
    this[OWNER].unused.hasImplicitPluginElem = Boolean(value);
  }

  /** Not used; what a script sets is stored. */
  get nemax(): number {
    return this[OWNER].unused.nemax;
  }

  set nemax(value: number) {
    this[OWNER].unused.nemax = Math.trunc(Number(value));
  }

  /** Compiler timings, which are not measured. */
  get timer(): AsList<Float64Array> {
    return new Float64Array(9) as AsList<Float64Array>;
  }

  get authored(): MjsAuthored {
    return new MjsAuthored();
  }

  get compiler(): MjsCompiler {
    return new specClasses.MjsCompiler(this[OWNER], this[INNER].compiler);
  }

  set compiler(value: MjsCompiler) {
    const { raw } = expectHandle<CompilerSettings>('MjSpec.compiler', value, 'MjsCompiler');
    const { LRopt, ...settings } = raw;
    Object.assign(this[INNER].compiler, settings);
    Object.assign(this[INNER].compiler.LRopt, LRopt);
  }

  get option(): MjOption {
    return MjOption.on(withArrays(this[INNER].option) as never);
  }

  set option(value: MjOption) {
    assignRecord(this.option[INNER], expectRecord('MjOption', value));
  }

  get stat(): MjStatistic {
    return MjStatistic.on(withArrays(this[INNER].stat) as never);
  }

  set stat(value: MjStatistic) {
    assignRecord(this.stat[INNER], expectRecord('MjStatistic', value));
  }

  set visual(value: MjVisual) {
    assignVisual(this.visual[INNER], expectRecord('MjVisual', value));
  }

  get visual(): MjVisual {
    const { visual } = this[INNER];
    for (const part of ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'] as const) {
      const fields = withArrays(visual[part], Float32Array) as Record<string, unknown>;
      for (const [name, value] of Object.entries(fields))
        if (typeof value === 'number') fields[name] = Math.fround(value);
    }
    return MjVisual.on(visual as never);
  }
}

for (const name of Object.keys(new SizeSettings()) as (keyof SizeSettings)[]) {
  Object.defineProperty(MjSpec.prototype, name, {
    enumerable: true,
    configurable: true,
    get(this: MjSpec) {
      return this[INNER].size[name];
    },
    set(this: MjSpec, value: number) {
      this[INNER].size[name] = Number(value);
    },
  });
}

function copyContext(tree: Tree): SpecContext {
  settle(tree);
  return new SpecContext(copySpec(tree));
}

/** Settings whose lists are exposed as typed arrays. */
function withArrays(settings: object, Kind: typeof Float64Array | typeof Float32Array = Float64Array): object {
  const fields = settings as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) fields[name] = Kind.from(value);
  }
  return settings;
}

/** Return the spec of a parameter.
 *  @throws BindingError */
export function expectSpec(name: string, value: unknown): SpecContext {
  if (value instanceof MjSpec) return value[OWNER];
  return expectHandle(name, value, 'MjSpec').owner;
}
