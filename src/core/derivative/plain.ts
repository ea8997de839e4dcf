/** Plain JavaScript functions of derivatives, used only by the plain engine. Together with the stages that they share
 *  they are a third of the code, so they are loaded together. */
import type { plainDerivatives } from './plainTable.ts';

export type PlainDerivatives = typeof plainDerivatives;

let plain: PlainDerivatives | undefined;

export function setPlainDerivatives(table: PlainDerivatives): void {
  plain = table;
}

/** The functions under the name of a folder, for Models whose engine has no compiled ones. */
export function plainFunctions<K extends keyof PlainDerivatives>(kind: K): PlainDerivatives[K] {
  if (plain === undefined)
    throw new Error("the plain JavaScript engine is not prepared: `await prepare({ engine: 'js' })`");
  return plain[kind];
}
