import type { ElementGrammar } from '../../src/mjcf/grammar.ts';

export function readGrammar(root: string): Promise<ElementGrammar>;
export function mjcfPage(root: string): Promise<string>;
