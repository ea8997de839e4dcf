/** <actuator>: transmission, and parameters of the shortcuts. */

import { TrnType } from '../../../../core/model/enums.ts';
import type { Actuator } from '../../../spec/elements/actuation.ts';
import type { XmlElement } from '../../../xml/element.ts';
import { getNumber, parseKeywords, readAttributes } from '../../attributes.ts';
import type { ElementGrammar } from '../../grammar.ts';
import { INPUT_BIT, INPUT_CHART, INPUT_NONE } from '../../keywords.ts';
import type { MjcfReader } from '../../mjcfReader.ts';
import { SHORTCUTS } from './actuatorShortcuts.ts';

/** Transmissions by the attribute that names the target; the last one in this list takes precedence. */
const TRANSMISSIONS: readonly (readonly [string, TrnType])[] = [
  ['joint', TrnType.JOINT],
  ['jointinparent', TrnType.JOINTINPARENT],
  ['tendon', TrnType.TENDON],
  ['cranksite', TrnType.SLIDERCRANK],
  ['site', TrnType.SITE],
  ['body', TrnType.BODY],
];

export function readActuator(r: MjcfReader, element: XmlElement, actuator: Actuator, grammar: ElementGrammar): void {
  readAttributes(r, element, actuator, grammar);
  readTransmission(r, element, actuator, grammar);
  readInput(r, element, actuator);
  const shortcut = SHORTCUTS.get(element.tag);
  const problem = shortcut?.(actuator, {
    number: (name) => getNumber(r, element, grammar, name),
    numbers: (name, into) => {
      const attribute = grammar.attributes.get(name);
      if (attribute === undefined) return;
      // fewer values than the maximum: the rest keeps its default
      const target = { [name]: into } as Record<string, number[]>;
      readAttributes(r, element, target, only(grammar, name));
      const values = target[name]!;
      for (let i = 0; i < values.length; i++) into[i] = values[i]!;
    },
  });
  if (problem) r.error(element, undefined, problem);
}

/** The grammar with a single attribute, stored under its own name. */
function only(grammar: ElementGrammar, name: string): ElementGrammar {
  const attribute = grammar.attributes.get(name);
  return {
    ...grammar,
    rules: grammar.rules,
    attributes: new Map(attribute ? [[name, { ...attribute, field: name }]] : []),
  };
}

function readTransmission(r: MjcfReader, element: XmlElement, actuator: Actuator, grammar: ElementGrammar): void {
  for (const [name, trntype] of TRANSMISSIONS) {
    const target = grammar.attributes.has(name) ? element.get(name) : undefined;
    if (target === undefined) continue;
    actuator.target = target;
    actuator.trntype = trntype;
  }
  const { trntype } = actuator;
  const cranklength = getNumber(r, element, grammar, 'cranklength');
  if (cranklength !== undefined) actuator.cranklength = cranklength;
  const slidersite = element.get('slidersite');
  if (slidersite !== undefined) actuator.slidersite = slidersite;
  if (trntype !== TrnType.SLIDERCRANK && trntype !== TrnType.UNDEFINED) {
    const name = cranklength !== undefined ? 'cranklength' : 'slidersite';
    if (cranklength !== undefined || slidersite !== undefined) {
      r.error(element, name, 'only allowed with a slider-crank transmission (cranksite)');
    }
  }
  const refsite = element.get('refsite');
  if (refsite !== undefined) {
    actuator.refsite = refsite;
    if (trntype !== TrnType.SITE && trntype !== TrnType.UNDEFINED) {
      r.error(element, 'refsite', 'only allowed with a site transmission');
    }
  }
}

/** Inputs of an actuator: a chart of rotations, none, or some of pos vel ff voltage in this order. */
function readInput(r: MjcfReader, element: XmlElement, actuator: Actuator): void {
  const text = element.get('input');
  if (text === undefined) return;
  const single = INPUT_CHART.get(text) ?? INPUT_NONE.get(text);
  if (single !== undefined) {
    actuator.ctrlspec = single;
    return;
  }
  const bits = parseKeywords(r, element, 'input', text, INPUT_BIT);
  if (bits === undefined) return;
  if (bits.some((bit, i) => i > 0 && bit <= bits[i - 1]!)) {
    r.error(element, 'input', `expected the order pos vel ff voltage, found '${text.slice(0, 60)}'`);
  }
  actuator.ctrlspec = bits.reduce((sum, bit) => sum | bit, 0);
}
