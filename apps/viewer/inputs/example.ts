/** Examples of the gallery as sources of models. */
import type { Source } from '../../../src/view/viewer/source/source.ts';

export type AppSource = Source | { kind: 'example'; name: string };

/** An example as listed by `scripts/viewer.mjs`; paths are relative to the page. */
export interface Example {
  name: string;
  title: string;
  about: string;
  /** Time shown in its picture. */
  at: number;
  /** Visual settings that differ from the defaults: words of a link. */
  show?: string[];
  /** The model, unless the program creates it. */
  model?: string;
  /** The program, compiled for the worker and as source. */
  program?: string;
  source?: string;
  picture?: string;
}

let examples: Promise<Example[]> | undefined;

export function listExamples(): Promise<Example[]> {
  examples ??= fetch('examples/index.json').then((response) => (response.ok ? response.json() : []));
  return examples;
}

export async function findExample(name: string): Promise<Example | undefined> {
  return (await listExamples()).find((example) => example.name === name);
}

/** The source of a model without gallery data. */
export async function plainSource(source: AppSource): Promise<Source> {
  if (source.kind !== 'example') return source;
  const { model, program } = (await findExample(source.name)) ?? { model: `examples/${source.name}.xml` };
  return { kind: 'address', url: (model ?? program)!, ...(program === undefined ? {} : { program }) };
}

/** `?no-worker` before the `#` of the URL keeps the engine in the page. */
export function threadsEnabled(): boolean {
  return !new URLSearchParams(location.search).has('no-worker');
}
