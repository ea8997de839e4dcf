/** Command-line arguments: each command lists its options in a table that drives parsing and help. */
import { parseArgs } from 'node:util';
import { nearest } from '../shared/fields.ts';
import { pathOf } from './files.ts';

/** An error in the command line or in a file that it names; printed as one line, without a stack trace. */
export class UsageError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

export interface Option {
  /** Placeholder of the value, such as `<n>`; a switch has none. */
  value?: string;
  short?: string;
  help: string;
}

export interface Command {
  name: string;
  summary: string;
  /** Placeholder of the operands, such as `<model.xml>`. */
  operand: string;
  options: Readonly<Record<string, Option>>;
  /** Additional notes, printed below the options. */
  notes?: readonly string[];
  examples: readonly string[];
  run(args: Arguments): Promise<number> | number;
}

/** Parsed arguments of a command. */
export class Arguments {
  readonly operands: readonly string[];
  readonly #values: Readonly<Record<string, string | boolean | undefined>>;

  constructor(command: Command, argv: readonly string[]) {
    const options = Object.fromEntries(
      Object.entries({ ...command.options, ...common }).map(([name, { value, short }]) => [
        name,
        { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) },
      ]),
    );
    try {
      const args = joinNegatives(argv, options);
      const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
      this.operands = positionals;
      this.#values = values as Record<string, string | boolean | undefined>;
    } catch (error) {
      throw new UsageError(
        `${describeParseError(error as Error, Object.keys(options))}. See 'tenon ${command.name} --help'`,
      );
    }
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** A number of at least `min`. */
  number(name: string, min: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < min) {
      throw new UsageError(`--${name}: expected a number of at least ${min}, found '${text}'`);
    }
    return value;
  }

  /** A whole number of at least `min`. */
  whole(name: string, min: number): number | undefined {
    const value = this.number(name, min);
    if (value === undefined || Number.isSafeInteger(value)) return value;
    throw new UsageError(`--${name}: expected a whole number, found '${this.text(name)}'`);
  }

  /** The single file of the command. */
  file(): string {
    if (this.operands.length === 1) return pathOf(this.operands[0]!);
    throw new UsageError(
      this.operands.length === 0
        ? 'no model given. Pass the path of an MJCF file'
        : `expected one model, found ${this.operands.length}`,
    );
  }
}

type ParsedOptions = Readonly<Record<string, { type: 'string' | 'boolean'; short?: string }>>;

/** `--seconds -1` passes a value, which the parser would treat as an option: `--seconds=-1`. */
function joinNegatives(argv: readonly string[], options: ParsedOptions): string[] {
  const wantsValue = (word: string) =>
    Object.entries(options).find(
      ([name, { type, short }]) => type === 'string' && (word === `--${name}` || word === `-${short}`),
    )?.[0];
  const joined: string[] = [];
  for (const word of argv) {
    const name = /^-[\d.]/.test(word) ? wantsValue(joined.at(-1) ?? '') : undefined;
    if (name === undefined) joined.push(word);
    else joined[joined.length - 1] = `--${name}=${word}`;
  }
  return joined;
}

/** The first sentence of the parser's message, and a suggestion. */
function describeParseError(error: Error, names: readonly string[]): string {
  const unknown = /^Unknown option '--?([^']+)'/.exec(error.message)?.[1];
  if (unknown === undefined) return error.message.split(/\. |\.?\n/)[0]!;
  const best = nearest(unknown, names);
  return `unknown option '--${unknown}'${best ? ` (did you mean '--${best}'?)` : ''}`;
}

const common: Readonly<Record<string, Option>> = { help: { short: 'h', help: 'this text' } };

/** Help of one command. */
export function commandHelp(command: Command): string {
  const rows = Object.entries({ ...command.options, ...common }).map(([name, { value, short, help }]) => [
    `  ${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`,
    help,
  ]);
  const width = Math.max(...rows.map(([left]) => left!.length)) + 2;
  return [
    `tenon ${command.name} ${command.operand}`,
    '',
    command.summary,
    '',
    ...rows.map(([left, right]) => left!.padEnd(width) + right),
    '',
    ...(command.notes ? [...command.notes, ''] : []),
    ...command.examples.map((example) => `  ${example}`),
  ].join('\n');
}
