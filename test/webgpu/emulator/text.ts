/** Tokens of the text of a shader. */

const words =
  /\/\/[^\n]*|\s+|(0x[0-9a-fA-F]+u?|\d+(?:\.\d*)?(?:e[-+]?\d+)?u?|[A-Za-z_]\w*|->|\+\+|--|&&|\|\||<<|>>|[<>=!]=|[-+*/%&|^~!<>=(){}[\],;:.@])/y;

export class Words {
  readonly #list: string[] = [];
  at = 0;

  constructor(text: string) {
    words.lastIndex = 0;
    while (words.lastIndex < text.length) {
      const from = words.lastIndex;
      const found = words.exec(text);
      if (!found) throw new SyntaxError(`unknown WGSL token: ${text.slice(from, from + 40)}`);
      if (found[1]) this.#list.push(found[1]);
    }
  }

  get done(): boolean {
    return this.at >= this.#list.length;
  }

  /** The next token, or a later one. */
  peek(ahead = 0): string {
    return this.#list[this.at + ahead] ?? '';
  }

  next(): string {
    return this.#list[this.at++] ?? '';
  }

  /** Skips the next token if it is this one. */
  take(word: string): boolean {
    if (this.peek() !== word) return false;
    this.at++;
    return true;
  }

  expect(word: string): void {
    if (!this.take(word))
      throw new SyntaxError(`expected ${word}, found ${this.#list.slice(this.at, this.at + 8).join(' ')}`);
  }

  /** The source text of a range of tokens. */
  since(first: number): string {
    return this.#list.slice(first, this.at).join(' ');
  }
}
