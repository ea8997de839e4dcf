/** Settings of a spec: compiler, option, size, statistic, visual. */

import { childGrammar } from '../../formats/mjcf/childGrammar.ts';
import { compiler, size, statistic } from '../../formats/mjcf/grammar/compiler.ts';
import { option } from '../../formats/mjcf/grammar/option.ts';
import { visual } from '../../formats/mjcf/grammar/visual.ts';
import type { MjcfReader } from '../../formats/mjcf/mjcfReader.ts';
import { readCompiler, readOption, readSize, readStatistic, readVisual } from '../../formats/mjcf/read/settings.ts';
import type {
  CompilerAttributes,
  CompilerLengthrangeAttributes,
  OptionAttributes,
  OptionFlagAttributes,
  SizeAttributes,
  StatisticAttributes,
} from './attributes/settings.ts';
import type {
  VisualGlobalAttributes,
  VisualHeadlightAttributes,
  VisualMapAttributes,
  VisualQualityAttributes,
  VisualRgbaAttributes,
  VisualScaleAttributes,
} from './attributes/visual.ts';
import { CodeElement } from './reading/codeElement.ts';
import { Settings } from './section.ts';
import type { Spec } from './spec.ts';
import { TREE } from './tree.ts';
import type { Properties } from './types.ts';

/** Settings with their attributes as properties. */
export type SettingsOf<A, Given extends PropertyKey = never> = Properties<A, Given> & {
  /** Change attributes; the others keep their values. */
  set(attributes: A): void;
};

export interface AllSettings {
  compiler: SettingsOf<CompilerAttributes, 'assetdir' | 'coordinate'> & {
    readonly lengthrange: SettingsOf<CompilerLengthrangeAttributes>;
  };
  option: SettingsOf<OptionAttributes, 'actuatorgroupdisable'> & { readonly flag: SettingsOf<OptionFlagAttributes> };
  size: SettingsOf<SizeAttributes>;
  statistic: SettingsOf<StatisticAttributes>;
  visual: {
    readonly global: SettingsOf<VisualGlobalAttributes>;
    readonly quality: SettingsOf<VisualQualityAttributes>;
    readonly headlight: SettingsOf<VisualHeadlightAttributes>;
    readonly map: SettingsOf<VisualMapAttributes>;
    readonly scale: SettingsOf<VisualScaleAttributes>;
    readonly rgba: SettingsOf<VisualRgbaAttributes>;
  };
}

type Store = (r: MjcfReader, element: CodeElement) => void;

/** Read a part through its parent section. */
function inside(section: string, store: Store): Store {
  return (r, element) => store(r, new CodeElement(section, section).wrap(element));
}

export function createSettings(spec: Spec): AllSettings {
  const tree = spec[TREE];
  const part = (tag: keyof AllSettings['visual']) =>
    new Settings(spec, childGrammar(visual, tag), tree.visual[tag], inside('visual', readVisual));
  const flag = new Settings(spec, childGrammar(option, 'flag'), tree.option, inside('option', readOption));
  const range = childGrammar(compiler, 'lengthrange');
  const lengthrange = new Settings(spec, range, tree.compiler.LRopt, inside('compiler', readCompiler));
  const parts = ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'] as const;
  const all = {
    compiler: Object.assign(new Settings(spec, compiler, tree.compiler, readCompiler), { lengthrange }),
    option: Object.assign(new Settings(spec, option, tree.option, readOption), { flag }),
    size: new Settings(spec, size, tree.size, readSize),
    statistic: new Settings(spec, statistic, tree.stat, readStatistic),
    visual: Object.fromEntries(parts.map((tag) => [tag, part(tag)])),
  };
  // properties and their types are both generated from the grammar
  return all as unknown as AllSettings;
}
