/** <compiler>, <option>, <size>, <statistic>, <visual>. */

import type { XmlElement } from '../../xml/element.ts';
import { getKeyword, getNumbers, readAttributes } from '../attributes.ts';
import { childGrammar } from '../childGrammar.ts';
import { compiler, size, statistic } from '../grammar/compiler.ts';
import { option } from '../grammar/option.ts';
import { visual } from '../grammar/visual.ts';
import { COORDINATE, DISABLE_FLAGS, ENABLE_FLAGS } from '../keywords.ts';
import type { MjcfReader } from '../mjcfReader.ts';

export function readCompiler(r: MjcfReader, section: XmlElement): void {
  const settings = r.spec.compiler;
  if (getKeyword(r, section, compiler, 'coordinate') === COORDINATE.get('global')) {
    r.error(section, 'coordinate', 'global coordinates are no longer supported');
  }
  const assetdir = section.get('assetdir');
  if (assetdir !== undefined) {
    settings.meshdir = assetdir;
    settings.texturedir = assetdir;
  }
  readAttributes(r, section, settings, compiler, settings.authored);
  for (const child of section.children) {
    readAttributes(r, child, settings.LRopt, childGrammar(compiler, child.tag), settings.authored, 'LRopt.');
  }
}

export function readOption(r: MjcfReader, section: XmlElement): void {
  const settings = r.spec.option;
  readAttributes(r, section, settings, option, settings.authored);
  if (!Number.isFinite(settings.timestep)) {
    r.error(section, 'timestep', `expected a finite number, found ${settings.timestep}`);
  }
  for (const group of getNumbers(r, section, option, 'actuatorgroupdisable') ?? []) {
    if (group < 0 || group > 30) {
      r.error(section, 'actuatorgroupdisable', `expected groups from 0 to 30, found ${group}`);
    } else {
      settings.disableactuator |= 1 << group;
      settings.authored.add(`disableactuator.${group}`);
    }
  }
  for (const child of section.children) readFlags(r, child);
}

function readFlags(r: MjcfReader, element: XmlElement): void {
  const settings = r.spec.option;
  const grammar = childGrammar(option, 'flag');
  for (const name of element.attributeNames) {
    const enabled = getKeyword(r, element, grammar, name);
    if (enabled === undefined) continue;
    const names = name === 'passive' ? ['spring', 'damper'] : [name];
    for (const flag of names) {
      const disableBit = DISABLE_FLAGS.get(flag) ?? 0;
      const enableBit = ENABLE_FLAGS.get(flag) ?? 0;
      settings.disableflags = enabled ? settings.disableflags & ~disableBit : settings.disableflags | disableBit;
      settings.enableflags = enabled ? settings.enableflags | enableBit : settings.enableflags & ~enableBit;
      settings.authored.add(`flag.${flag}`);
    }
  }
}

/** Minimum values, unless -1. A negative nkey counts as none. */
const MIN_SIZES: ReadonlyMap<string, number> = new Map([
  ['nuserdata', 0],
  ['nkey', Number.NEGATIVE_INFINITY],
]);

export function readSize(r: MjcfReader, section: XmlElement): void {
  const settings = r.spec.size;
  readAttributes(r, section, settings, size);
  for (const name of section.attributeNames) {
    const min = MIN_SIZES.get(name) ?? -1;
    const value = (settings as unknown as Record<string, number>)[name];
    if (name !== 'memory' && value !== undefined && value < min) {
      r.error(section, name, `expected at least ${min}, found ${value}`);
    }
  }
  const memory = section.get('memory');
  if (memory !== undefined) {
    const bytes = parseMemory(memory);
    if (bytes === undefined) {
      r.error(
        section,
        'memory',
        `expected a whole number with an optional K, M, G, T, P or E, found '${memory.slice(0, 60)}'`,
      );
    } else {
      settings.memory = bytes;
    }
  }
}

/** Bytes of a size such as 100K; -1 is the default; undefined if it is invalid or too large. */
function parseMemory(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '-1') return -1;
  const parts = /^\+?(\d+)([KMGTPE]?)$/i.exec(trimmed);
  if (!parts) return undefined;
  const power = 'KMGTPE'.indexOf((parts[2] ?? '').toUpperCase() || '?') + 1;
  const bytes = Number(parts[1]) * 1024 ** power;
  return bytes < 2 ** 63 ? bytes : undefined;
}

export function readStatistic(r: MjcfReader, section: XmlElement): void {
  const { stat } = r.spec;
  readAttributes(r, section, stat, statistic);
  if (stat.extent <= 0) r.error(section, 'extent', `expected a positive number, found ${stat.extent}`);
}

export function readVisual(r: MjcfReader, section: XmlElement): void {
  const settings = r.spec.visual;
  for (const child of section.children) {
    const part = child.tag as 'global' | 'quality' | 'headlight' | 'map' | 'scale' | 'rgba';
    readAttributes(r, child, settings[part], childGrammar(visual, part), settings.authored, `${part}.`);
    if (part === 'global' && settings.global.realtime <= 0) {
      r.error(child, 'realtime', `expected a positive number, found ${settings.global.realtime}`);
    }
    if (part === 'map' && settings.map.znear <= 0) {
      r.error(child, 'znear', `expected a positive number, found ${settings.map.znear}`);
    }
  }
}
