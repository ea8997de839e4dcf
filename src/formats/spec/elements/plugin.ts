/** Plugins: declared instances, and their use by elements. */

import type { SourceLocation } from '../../xml/sourceLocation.ts';
import { SpecElement } from './element.ts';

/** One <config>. */
export interface PluginSetting {
  readonly key: string;
  readonly value: string;
  readonly location: SourceLocation;
}

/** A plugin that <extension> makes available. */
export interface RequiredPlugin {
  readonly plugin: string;
  readonly location: SourceLocation;
}

/** <instance>, or the private instance of an element. */
export class PluginSpec extends SpecElement {
  plugin = '';
  /** replaced as a whole, so copies share it */
  config: readonly PluginSetting[] = [];
}

/** <plugin> of an element: a declared instance, or a plugin with its own settings. Immutable; replaced as a whole. */
export interface PluginUse {
  readonly plugin: string;
  /** '' for a private instance */
  readonly instance: string;
  readonly config: readonly PluginSetting[];
  readonly location: SourceLocation;
}
