/** Examples of the gallery as sources of models. */
import type { Source } from '../../../src/viewer/load/source.ts';

export type AppSource = Source | { kind: 'example'; name: string };

/** Where the model of a source is. */
export function plainSource(source: AppSource): Source {
  return source.kind === 'example' ? { kind: 'address', url: `examples/${source.name}.xml` } : source;
}

/** `?no-worker` before the `#` of the address keeps the engine in the page. */
export function threadsWanted(): boolean {
  return !new URLSearchParams(location.search).has('no-worker');
}
