/** Plugins: instances that are declared, and how elements use them. */

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

/** <instance>, or what an element makes for itself. */
export class PluginSpec extends SpecElement {
  plugin = '';
  /** replaced as a whole, so copies share it */
  config: readonly PluginSetting[] = [];
}

/** <plugin> of an element: a declared instance, or a plugin with settings of its own. Never changed, only replaced. */
export interface PluginUse {
  readonly plugin: string;
  /** '' for one of its own */
  readonly instance: string;
  readonly config: readonly PluginSetting[];
  readonly location: SourceLocation;
}
