/** Every mistake of a model in one round. Loading stops at the first stage that finds some, since later ones build on it.
 *  Here what is wrong is blanked out of the text, so that lines and columns stay as they are, and the rest is loaded again.
 *  What follows only from the blanks is not told: it is about an element that has been told about, or names one that is
 *  gone. */
import { readFileSync } from 'node:fs';
import { type Diagnostic, type LoadOptions, loadModelWithWarnings, MjcfError } from '../../src/index.ts';

/** More rounds than a model has stages in which mistakes show up. */
const MAX_ROUNDS = 24;

/** All that is wrong with a model, once loading has failed with `first`. */
export async function allMistakes(file: string, first: MjcfError): Promise<Diagnostic[]> {
  const texts = new Blanks();
  const found: Diagnostic[] = [];
  let next: readonly Diagnostic[] = first.diagnostics;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fresh = next.filter((mistake) => !texts.explains(mistake));
    found.push(...fresh);
    // a mistake without a place in a text cannot be left out
    if (next.filter((mistake) => texts.blank(mistake)).length === 0) break;
    const rest = await mistakesOf(file, { files: texts.files() });
    if (rest.length === 0) break;
    next = rest;
  }
  return found;
}

async function mistakesOf(file: string, options: LoadOptions): Promise<readonly Diagnostic[]> {
  try {
    await loadModelWithWarnings(file, options);
    return [];
  } catch (error) {
    if (!(error instanceof MjcfError)) throw error;
    return error.diagnostics;
  }
}

/** The texts of a model, with mistakes blanked out. */
class Blanks {
  readonly #texts = new Map<string, string>();
  readonly #originals = new Map<string, string>();
  /** Where the elements begin that have been told about. */
  readonly #reported = new Set<string>();
  /** Names that were given by what is gone. */
  readonly #names = new Set<string>();

  /** Whether a mistake follows from the blanks. */
  explains(mistake: Diagnostic): boolean {
    const at = this.#elementOf(mistake);
    if (at !== undefined && this.#reported.has(`${mistake.file}:${at}`)) return true;
    return [...mistake.message.matchAll(/'([^']*)'/g)].some(([, name]) => this.#names.has(name!));
  }

  /** Take out the attribute that is wrong, or the element. False if there is nothing to take out. */
  blank(mistake: Diagnostic): boolean {
    const at = this.#elementOf(mistake);
    const text = this.#texts.get(mistake.file);
    if (at === undefined || text === undefined) return false;
    const key = `${mistake.file}:${at}`;
    const again = this.#reported.has(key);
    this.#reported.add(key);
    const attribute = mistake.attribute !== '' && !again ? attributeAt(text, at, mistake.attribute) : undefined;
    // the root stays, whatever is wrong with it
    const [from, to] = attribute ?? (at === text.indexOf('<mujoco') ? [at, at] : elementAt(text, at));
    const part = text.slice(from, to);
    if (part.trim() === '') return false;
    for (const [, name] of part.matchAll(/\b(?:name|class)\s*=\s*["']([^"']*)["']/g)) this.#names.add(name!);
    this.#texts.set(mistake.file, text.slice(0, from) + part.replace(/[^\n]/g, ' ') + text.slice(to));
    return true;
  }

  files(): Record<string, string> {
    return Object.fromEntries(this.#texts);
  }

  /** Offset of the `<` of the element that a mistake is about, in the text as it was. */
  #elementOf({ file, line, column }: Diagnostic): number | undefined {
    if (line === 0) return undefined;
    const text = this.#originalOf(file);
    if (text === undefined) return undefined;
    const start = text.split('\n', line - 1).reduce((sum, row) => sum + row.length + 1, 0);
    const at = text.lastIndexOf('<', start + column - 1);
    return at < 0 ? undefined : at;
  }

  #originalOf(file: string): string | undefined {
    if (!this.#originals.has(file)) {
      try {
        const text = readFileSync(file, 'utf8');
        this.#originals.set(file, text);
        this.#texts.set(file, text);
      } catch {
        return undefined;
      }
    }
    return this.#originals.get(file);
  }
}

/** From where to where an attribute stands in the tag that begins at an offset. */
function attributeAt(text: string, at: number, name: string): [number, number] | undefined {
  const tag = text.slice(at, endOfTag(text, at));
  const found = new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`).exec(tag);
  return found ? [at + found.index, at + found.index + found[0].length] : undefined;
}

/** From where to where an element stands, with everything inside. */
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

/** Behind the `>` of a tag; those in quotes do not count. */
function endOfTag(text: string, at: number): number {
  const rest = /^<(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(text.slice(at));
  return rest ? at + rest[0].length : text.length;
}
