/** A link that reproduces the current view: the model and changed settings. */

import type { Data, Model } from '../../../src/index.ts';
import { allFlags, ViewSettings } from '../../../src/view/scene/settings.ts';
import { nearest, parseField } from '../../shared/fields.ts';

export interface Link {
  example?: string;
  /** URL of a model on the server. */
  model?: string;
  speed?: number;
  key?: number;
  paused?: boolean;
  /** Free camera: azimuth, elevation, distance, point looked at. */
  view?: number[];
  /** Camera of the model. */
  camera?: number;
  /** Body that the camera follows. */
  track?: number;
  /** Words of the view settings. */
  show?: string[];
  /** Plotted fields. */
  plot?: string[];
  /** Changed physics options, such as `timestep`. */
  opt?: Record<string, number>;
  /** `0` shows only the picture, for embedding. */
  ui?: string;
}

/** Parameters of a link; options have the prefix `opt.`. */
const words = ['example', 'model', 'speed', 'key', 'paused', 'view', 'camera', 'track', 'show', 'plot', 'ui'];

/** Error messages for words of `show` that mean nothing. */
export function showProblems(words: readonly string[]): string[] {
  const known = allFlags.flatMap(({ id }) => [id, `no-${id}`]);
  return new ViewSettings().fromWords(words).map((word) => {
    const best = nearest(word, known);
    return `show: unknown word '${word}'${best ? `; did you mean '${best}'?` : `. Expected ${allFlags.map(({ id }) => id).join(', ')}`}`;
  });
}

/** Error messages for options of a link that do not exist or have invalid values. */
export function linkProblems(hash: string): string[] {
  const q = new URLSearchParams(hash.replace(/^#/, ''));
  const link = readLink(hash);
  const problems: string[] = [];
  for (const [name, value] of q) {
    const report = (expected: string) => problems.push(`${name}=${value}: expected ${expected}`);
    if (name.startsWith('opt.')) {
      if (!Number.isFinite(Number(value)) || value === '') report('a number');
    } else if (!words.includes(name)) {
      const best = nearest(name, words);
      problems.push(`unknown parameter '${name}'${best ? ` (did you mean '${best}'?)` : ''}`);
    } else if (['speed', 'key', 'camera', 'track'].includes(name)) {
      if (link[name as 'speed'] === undefined || value === '') report('a number');
      else if (name === 'speed' && !(link.speed! > 0)) report('a number above 0');
    } else if (name === 'view' && link.view === undefined) report('six numbers: azimuth, elevation, distance, x, y, z');
    else if (name === 'show') problems.push(...showProblems(link.show ?? []));
    else if (name === 'example' && link.example === undefined) report('the name of an example');
  }
  return problems;
}

/** Error messages for what a link names and its model does not have.
 *  @param options names of the options that links may set */
export function modelProblems(link: Link, m: Model, d: Data, options: readonly string[]): string[] {
  const problems: string[] = [];
  const check = (name: 'camera' | 'key' | 'track', first: number, count: number, what: string) => {
    const id = link[name];
    if (id === undefined || (Number.isInteger(id) && id >= first && id < count)) return;
    const expected =
      count > 0 ? `expected a ${what} from ${Math.max(0, first)} to ${count - 1}` : `the model has no ${what}s`;
    problems.push(`${name}=${id}: ${expected}`);
  };
  check('camera', 0, m.ncam, 'camera');
  check('key', -1, m.nkey, 'keyframe');
  check('track', 1, m.nbody, 'body');
  for (const name of Object.keys(link.opt ?? {})) {
    if (options.includes(name)) continue;
    const best = nearest(name, [...options]);
    problems.push(`opt.${name}: unknown option${best ? `; did you mean '${best}'?` : ''}`);
  }
  for (const field of link.plot ?? []) {
    const found = parseField(d, field);
    if (typeof found === 'string') problems.push(`plot=${field}: ${found}`);
  }
  return problems;
}

/** The error message for an example that does not exist. */
export function exampleProblem(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0 || names.includes(name)) return undefined;
  const best = nearest(name, [...names]);
  return `example=${name}: unknown example${best ? `; did you mean '${best}'?` : ''}`;
}

export function readLink(hash: string): Link {
  const q = new URLSearchParams(hash.replace(/^#/, ''));
  const link: Link = {};
  const text = (name: string) => q.get(name) ?? undefined;
  const number = (name: string) => {
    const value = Number(q.get(name));
    return q.has(name) && Number.isFinite(value) ? value : undefined;
  };
  const list = (name: string) => text(name)?.split(',').filter(Boolean);
  const example = text('example');
  // a name with an optional folder, never another path
  if (example && /^[\w-]+(\/[\w-]+)?$/.test(example)) link.example = example;
  if (text('model')) link.model = text('model');
  link.speed = number('speed');
  link.key = number('key');
  link.paused = q.has('paused') || undefined;
  link.camera = number('camera');
  link.track = number('track');
  link.ui = text('ui');
  link.show = list('show');
  link.plot = q.getAll('plot');
  const view = list('view')?.map(Number);
  if (view?.length === 6 && view.every(Number.isFinite)) link.view = view;
  const options = [...q].filter(([name, value]) => name.startsWith('opt.') && Number.isFinite(Number(value)));
  if (options.length > 0) link.opt = Object.fromEntries(options.map(([name, value]) => [name.slice(4), Number(value)]));
  return link;
}

export function writeLink(link: Link): string {
  const q = new URLSearchParams();
  if (link.example) q.set('example', link.example);
  if (link.model) q.set('model', link.model);
  if (link.speed !== undefined && link.speed !== 1) q.set('speed', String(link.speed));
  if (link.key !== undefined && link.key >= 0) q.set('key', String(link.key));
  if (link.paused) q.set('paused', '');
  if (link.camera !== undefined) q.set('camera', String(link.camera));
  if (link.track !== undefined) q.set('track', String(link.track));
  if (link.view) q.set('view', link.view.map((x) => Number(x.toFixed(3))).join(','));
  if (link.show?.length) q.set('show', link.show.join(','));
  for (const field of link.plot ?? []) q.append('plot', field);
  for (const [name, value] of Object.entries(link.opt ?? {})) q.set(`opt.${name}`, String(value));
  if (link.ui) q.set('ui', link.ui);
  return `#${q
    .toString()
    .replaceAll('%2C', ',')
    .replace(/=(?=&|$)/g, '')}`;
}
