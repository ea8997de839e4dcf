/** The `tenon` command. Exit codes: 0 fine, 1 the model is wrong or the simulation failed, 2 the command line is wrong. */
import { MjcfError } from '../../src/index.ts';
import { Arguments, type Command, commandHelp, UsageError } from './args.ts';
import { bench } from './commands/bench.ts';
import { check } from './commands/check.ts';
import { convert } from './commands/convert.ts';
import { info } from './commands/info.ts';
import { simulate } from './commands/simulate.ts';
import { view } from './commands/view.ts';

const commands: readonly Command[] = [view, simulate, check, info, convert, bench];

/** Run one command line; returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(help());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((c) => c.name === name);
  try {
    if (!command)
      throw new UsageError(`no command is called '${name}'; there are ${commands.map((c) => c.name).join(', ')}`);
    const args = new Arguments(command, rest);
    if (args.has('help')) {
      console.log(commandHelp(command));
      return 0;
    }
    return await command.run(args);
  } catch (error) {
    return report(error);
  }
}

/** Print what went wrong in as few lines as there are mistakes. */
function report(error: unknown): number {
  if (error instanceof UsageError) {
    console.error(`tenon: ${error.message}`);
    return error.exitCode;
  }
  if (error instanceof MjcfError || error instanceof RangeError) {
    console.error(error.message);
    return 1;
  }
  throw error;
}

function help(): string {
  const width = Math.max(...commands.map((c) => c.name.length)) + 2;
  return [
    'tenon <command> [options] <model.xml>',
    '',
    ...commands.map((c) => `  ${c.name.padEnd(width)}${c.summary}`),
    '',
    "'tenon <command> --help' says more.",
  ].join('\n');
}
