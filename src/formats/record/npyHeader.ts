/** Strict parser of the header of a .npy file, a Python dictionary of three entries (numpy.lib.format). */

export interface NpyHeader {
  descr: string;
  fortranOrder: boolean;
  shape: number[];
}

const KEYS = ['descr', 'fortran_order', 'shape'] as const;
type Key = (typeof KEYS)[number];

/** The maximum in NumPy. */
const MAX_DIMENSIONS = 64;
const MAX_FOUND = 40;
/** Strings, words and numbers, punctuation; anything else up to the next space. */
const TOKEN = /\s*('[^'\\]*'|"[^"\\]*"|\w+|[{}()[\]:,]|\S[^\s\w]*)/y;

/** @throws Error with the expected and the found text */
export function parseNpyHeader(text: string): NpyHeader {
  const tokens = new Tokens(text);
  const found = new Map<Key, string | boolean | number[]>();
  tokens.expect('{');
  while (tokens.peek() !== '}') {
    const word = tokens.take();
    const key = KEYS.find((name) => word === `'${name}'` || word === `"${name}"`);
    if (key === undefined)
      throw new Error(`expected ${KEYS.slice(0, 2).join(', ')} or ${KEYS[2]}, found ${shown(word)}`);
    if (found.has(key)) throw new Error(`'${key}' is given twice`);
    tokens.expect(':');
    found.set(key, VALUES[key](tokens));
    if (tokens.peek() !== '}') tokens.expect(',');
  }
  tokens.expect('}');
  if (tokens.peek() !== '') throw new Error(`expected the end, found ${shown(tokens.peek())}`);
  const missing = KEYS.find((key) => !found.has(key));
  if (missing) throw new Error(`'${missing}' is missing`);
  return {
    descr: found.get('descr') as string,
    fortranOrder: found.get('fortran_order') as boolean,
    shape: found.get('shape') as number[],
  };
}

const VALUES: Readonly<Record<Key, (tokens: Tokens) => string | boolean | number[]>> = {
  descr(tokens) {
    const word = tokens.take();
    if (/^['"]./.test(word)) return word.slice(1, -1);
    throw new Error(`descr: expected a string, found ${shown(word)}`);
  },
  fortran_order(tokens) {
    const word = tokens.take();
    if (word === 'True' || word === 'False') return word === 'True';
    throw new Error(`fortran_order: expected True or False, found ${shown(word)}`);
  },
  shape: readShape,
};

/** `()`, `(3,)`, `(3, 4)`; Python 2 wrote `(3L,)`. */
function readShape(tokens: Tokens): number[] {
  const shape: number[] = [];
  const fail = (word: string) => new Error(`shape: expected a tuple of whole numbers, found ${shown(word)}`);
  const open = tokens.take();
  if (open !== '(') throw fail(open);
  let comma = false;
  while (tokens.peek() !== ')') {
    const word = tokens.take();
    if (!/^\d+L?$/.test(word) || (shape.length > 0 && !comma)) throw fail(word);
    const size = Number(word.replace('L', ''));
    if (!Number.isSafeInteger(size)) throw new Error(`shape: expected whole numbers below 2^53, found ${shown(word)}`);
    shape.push(size);
    comma = tokens.peek() === ',';
    if (comma) tokens.take();
  }
  tokens.expect(')');
  if (shape.length === 1 && !comma) throw new Error(`shape: expected a comma after a single number, found ')'`);
  if (shape.length > MAX_DIMENSIONS) {
    throw new Error(`shape: expected at most ${MAX_DIMENSIONS} numbers, found ${shape.length}`);
  }
  return shape;
}

/** Words of a header in sequence; '' at the end. */
class Tokens {
  readonly #text: string;
  #at = 0;
  #next: string | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  peek(): string {
    if (this.#next === undefined) {
      TOKEN.lastIndex = this.#at;
      this.#next = TOKEN.exec(this.#text)?.[1] ?? '';
      if (this.#next !== '') this.#at = TOKEN.lastIndex;
    }
    return this.#next;
  }

  take(): string {
    const word = this.peek();
    this.#next = undefined;
    return word;
  }

  expect(expected: string): void {
    const word = this.take();
    if (word !== expected) throw new Error(`expected '${expected}', found ${shown(word)}`);
  }
}

function shown(word: string): string {
  if (word === '') return 'the end';
  const text = word.replace(/^(['"])(.*)\1$/, '$2');
  return `'${text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND)}...` : text}'`;
}
