/** `MjSpec` of the drop-in API: settings of a spec, and access to its elements. */

import { directoryOf } from '../../../formats/mjcf/paths.ts';
import { copySpec } from '../../../formats/spec/edit/copy.ts';
import { SizeSettings } from '../../../formats/spec/elements/settings.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { Handle, hide, INNER } from '../../base/handle.ts';
import { MjOption, MjStatistic, MjVisual } from '../../classes/structs.ts';
import { settle } from '../settle.ts';
import { expectHandle, specClasses } from './classes.ts';
import { SpecContext } from './context.ts';
import { MjsElement, OWNER } from './handles.ts';

/** Flags of explicitly set settings; not stored in this form here. */
export class MjsAuthored extends Handle {}

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

  set modelname(name: string) {
    this[INNER].modelname = String(name);
  }

  get comment(): string {
    return this[INNER].comment;
  }

  set comment(text: string) {
    this[INNER].comment = String(text);
  }

  get modelfiledir(): string {
    return directoryOf(this[INNER].file);
  }

  set modelfiledir(folder: string) {
    this[INNER].file = folder === '' ? '' : `${folder.replace(/\/$/, '')}/model.xml`;
  }

  get strippath(): boolean {
    return this[INNER].compiler.strippath;
  }

  set strippath(value: boolean) {
    this[INNER].compiler.strippath = Boolean(value);
  }

  get hasImplicitPluginElem(): boolean {
    return false;
  }

  get nemax(): number {
    return 0;
  }

  /** Compiler timings, which are not measured. */
  get timer(): Float64Array {
    return new Float64Array(9);
  }

  get authored(): MjsAuthored {
    return new MjsAuthored();
  }

  get compiler(): object {
    return new specClasses.MjsCompiler(this[OWNER], this[INNER].compiler);
  }

  get option(): MjOption {
    return MjOption.on(withArrays(this[INNER].option) as never);
  }

  get stat(): MjStatistic {
    return MjStatistic.on(withArrays(this[INNER].stat) as never);
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
