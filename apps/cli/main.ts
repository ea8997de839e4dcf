/** The `tenon` command. Exit codes: 0 success, 1 invalid model or failed simulation, 2 invalid command line. */
import { MjcfError } from '../../src/index.ts';
import { nearest } from '../shared/fields.ts';
import { Arguments, type Command, commandHelp, UsageError } from './args.ts';
import { bench } from './commands/bench.ts';
import { check } from './commands/check.ts';
import { jobs, sweep, worker } from './commands/cluster.ts';
import { convert } from './commands/convert.ts';
import { inverse } from './commands/ik.ts';
import { info } from './commands/info.ts';
import { render } from './commands/render.ts';
import { replay } from './commands/replay.ts';
import { simulate } from './commands/simulate.ts';
import { train } from './commands/train.ts';
import { view } from './commands/view.ts';
import { version } from './version.ts';

export const commands: readonly Command[] = [
  view,
  simulate,
  replay,
  render,
  check,
  info,
  inverse,
  convert,
  bench,
  train,
  sweep,
  worker,
  jobs,
];

/** Run a command line; returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(help());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v' || name === 'version') {
    console.log(version());
    return 0;
  }
  try {
    const command = findCommand(name);
    const args = new Arguments(command, rest);
    if (args.has('help')) {
      console.log(commandHelp(command));
      return 0;
    }
    return await command.run(args);
  } catch (error) {
    return report(error, argv.includes('--json'));
  }
}

function findCommand(name: string): Command {
  const names = commands.map((c) => c.name);
  const found = commands.find((c) => c.name === name);
  if (found) return found;
  const best = nearest(name, names);
  throw new UsageError(
    `unknown command '${name}'${best ? ` (did you mean '${best}'?)` : `. Expected one of ${names.join(', ')}`}`,
  );
}

/** Print errors, one per line; for scripts, as JSON to standard output. */
function report(error: unknown, json: boolean): number {
  const exitCode = error instanceof UsageError ? error.exitCode : 1;
  const message = error instanceof Error ? error.message : String(error);
  // an unexpected error: its stack trace helps those who fix it
  if (process.env['TENON_TRACE']) throw error;
  if (json) {
    const errors = error instanceof MjcfError ? error.diagnostics : [{ message }];
    console.log(JSON.stringify({ errors }, null, 2));
  } else if (error instanceof MjcfError) console.error(message);
  else console.error(`tenon: ${message.split('\n')[0]}`);
  return exitCode;
}

function help(): string {
  const width = Math.max(...commands.map((c) => c.name.length)) + 2;
  return [
    'tenon <command> [options] <model.xml>',
    '',
    ...commands.map((c) => `  ${c.name.padEnd(width)}${c.summary}`),
    '',
    "Run 'tenon <command> --help' for details, 'tenon --version' for the version.",
    'Exit codes: 0 success, 1 invalid model or failed simulation, 2 invalid command line.',
  ].join('\n');
}
