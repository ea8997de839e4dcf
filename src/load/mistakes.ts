/** Collects every mistake of a model. Loading stops at the first stage that finds mistakes, because later stages build on it. This module
 *  blanks out the wrong attributes and elements, which preserves lines and columns, and loads the rest again. Mistakes that only follow
 *  from the blanks are dropped: they are about a reported element, or refer to a name that was blanked out. */
import { type Diagnostic, MjcfError } from '../formats/xml/error.ts';

/** More rounds than there are stages that find mistakes. */
const MAX_ROUNDS = 24;
/** Maximum size, in characters, of a model that is loaded again; for larger models, the first stage with mistakes is reported. */
const MAX_CHARACTERS = 1_000_000;

type Files = ReadonlyMap<string, string>;

/** Loads with some files replaced; returns the mistakes found. */
type Attempt<T> = (files: Files) => T;

/** Collects all mistakes of a model whose loading failed with `first`.
 *  @param textOf returns the text of a file; undefined if there is none */
export function collectMistakes(
  first: MjcfError,
  textOf: (file: string) => string | undefined,
  attempt: Attempt<readonly Diagnostic[]>,
): MjcfError {
  const texts = new Map<string, string>();
  const rounds = mistakeRounds(first, texts);
  const addTexts = (found: readonly Diagnostic[]) => {
    for (const file of missingFiles(found, texts)) texts.set(file, textOf(file) ?? '');
  };
  addTexts(first.diagnostics);
  for (let round = rounds.next(); ; ) {
    if (round.done) return withMistakes(first, round.value);
    const found = attempt(round.value);
    addTexts(found);
    round = rounds.next(found);
  }
}

/** Like `collectMistakes`, for fetched files. */
export async function collectMistakesAsync(
  first: MjcfError,
  textOf: (file: string) => Promise<string | undefined>,
  attempt: Attempt<Promise<readonly Diagnostic[]>>,
): Promise<MjcfError> {
  const texts = new Map<string, string>();
  const rounds = mistakeRounds(first, texts);
  const addTexts = async (found: readonly Diagnostic[]) => {
    for (const file of missingFiles(found, texts)) texts.set(file, (await textOf(file)) ?? '');
  };
  await addTexts(first.diagnostics);
  for (let round = rounds.next(); ; ) {
    if (round.done) return withMistakes(first, round.value);
    const found = await attempt(round.value);
    await addTexts(found);
    round = rounds.next(found);
  }
}

/** Files with a mistake at a line, whose text is not loaded yet. */
function missingFiles(found: readonly Diagnostic[], texts: Files): Set<string> {
  return new Set(found.filter(({ file, line }) => line > 0 && !texts.has(file)).map(({ file }) => file));
}

function withMistakes(first: MjcfError, all: readonly Diagnostic[]): MjcfError {
  return all.length > first.diagnostics.length ? new MjcfError(all) : first;
}

/** Yields the files to load next, and receives the mistakes found in them. The caller adds these files first. */
function* mistakeRounds(first: MjcfError, texts: Files): Generator<Files, Diagnostic[], readonly Diagnostic[]> {
  const blanks = new Blanks(texts);
  const found: Diagnostic[] = [];
  let next: readonly Diagnostic[] = first.diagnostics;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    found.push(...next.filter((mistake) => !blanks.explains(mistake)));
    // a mistake without a line cannot be blanked out
    const blanked = next.filter((mistake) => blanks.blank(mistake)).length;
    const characters = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
    if (blanked === 0 || characters > MAX_CHARACTERS) break;
    next = yield blanks.files();
    if (next.length === 0) break;
  }
  return found;
}

/** The mistakes that an attempt throws.
 *  @throws errors that are not about the model */
export function mistakesIn(error: unknown): readonly Diagnostic[] {
  if (error instanceof MjcfError) return error.diagnostics;
  throw error;
}

/** The files of a model, with mistakes blanked out. */
class Blanks {
  readonly #texts = new Map<string, string>();
  readonly #originals: ReadonlyMap<string, string>;
  /** Start offsets of the reported elements. */
  readonly #reported = new Set<string>();
  /** Names defined by blanked-out elements. */
  readonly #names = new Set<string>();

  constructor(originals: ReadonlyMap<string, string>) {
    this.#originals = originals;
  }

  /** Whether a mistake follows from the blanks. */
  explains(mistake: Diagnostic): boolean {
    const at = this.#elementOf(mistake);
    if (at !== undefined && (this.#reported.has(`${mistake.file}:${at}`) || this.#hasReported(mistake, at)))
      return true;
    return [...mistake.message.matchAll(/'([^']*)'/g)].some(([, name]) => this.#names.has(name));
  }

  /** Whether a mistake is about an element as a whole that contains reported ones, such as a body whose geoms were blanked out. */
  #hasReported({ file, attribute }: Diagnostic, at: number): boolean {
    const text = this.#originalOf(file);
    if (text === undefined || attribute !== '' || this.#reported.size === 0) return false;
    const [from, to] = elementAt(text, at);
    return [...this.#reported].some((key) => {
      const inner = Number(key.slice(key.lastIndexOf(':') + 1));
      return key.startsWith(`${file}:`) && inner > from && inner < to;
    });
  }

  /** Blanks out the wrong attribute, or the element. Returns false if there is nothing to blank out. */
  blank(mistake: Diagnostic): boolean {
    const at = this.#elementOf(mistake);
    const text = this.#texts.get(mistake.file);
    if (at === undefined || text === undefined) return false;
    const key = `${mistake.file}:${at}`;
    const again = this.#reported.has(key);
    this.#reported.add(key);
    const attribute = mistake.attribute !== '' && !again ? attributeAt(text, at, mistake.attribute) : undefined;
    // the root element is never blanked out
    const [from, to] = attribute ?? (at === text.indexOf('<mujoco') ? [at, at] : elementAt(text, at));
    const part = text.slice(from, to);
    if (part.trim() === '') return false;
    for (const [, name] of part.matchAll(/\b(?:name|class)\s*=\s*["']([^"']*)["']/g)) this.#names.add(name);
    this.#texts.set(mistake.file, text.slice(0, from) + part.replace(/[^\n]/g, ' ') + text.slice(to));
    return true;
  }

  files(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  /** Offset of the `<` of the element that a mistake is about, in the original text. */
  #elementOf({ file, line, column }: Diagnostic): number | undefined {
    if (line === 0) return undefined;
    const text = this.#originalOf(file);
    if (text === undefined) return undefined;
    const start = text.split('\n', line - 1).reduce((sum, row) => sum + row.length + 1, 0);
    const at = text.lastIndexOf('<', start + column - 1);
    return at < 0 ? undefined : at;
  }

  #originalOf(file: string): string | undefined {
    const text = this.#originals.get(file);
    if (text !== undefined && !this.#texts.has(file)) this.#texts.set(file, text);
    return text;
  }
}

/** Offsets [from, to) of an attribute of the tag at an offset. */
function attributeAt(text: string, at: number, name: string): [number, number] | undefined {
  const tag = text.slice(at, endOfTag(text, at));
  const found = new RegExp(`\\s${name.replace(/\W/g, '\\$&')}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag);
  return found ? [at + found.index, at + found.index + found[0].length] : undefined;
}

/** Offsets [from, to) of an element with its content. */
function elementAt(text: string, at: number): [number, number] {
  let depth = 0;
  let k = at;
  while (k >= 0 && k < text.length) {
    const end = text.startsWith('<!--', k) ? text.indexOf('-->', k) + 3 : endOfTag(text, k);
    if (text.startsWith('</', k)) depth--;
    else if (!text.startsWith('<!', k) && text[end - 2] !== '/') depth++;
    if (depth <= 0) return [at, end];
    k = text.indexOf('<', end);
  }
  return [at, text.length];
}

/** Offset after the `>` of a tag; a `>` in quotes does not count. */
function endOfTag(text: string, at: number): number {
  const rest = /^<(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(text.slice(at));
  return rest ? at + rest[0].length : text.length;
}
