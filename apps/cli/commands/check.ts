import { readFileSync } from 'node:fs';
import { Data, type Diagnostic, formatDiagnostic, loadModelWithWarnings, MjcfError } from '../../../src/index.ts';
import { type Advice, advise } from '../advice.ts';
import type { Command } from '../args.ts';
import { requireModel, whileLoading } from '../open.ts';

export const check: Command = {
  name: 'check',
  summary: 'List all errors and warnings of a model with their locations, and advice on stability.',
  operand: '<model.xml>',
  options: { json: { help: 'print the findings as JSON' } },
  examples: ['tenon check robot.xml'],
  async run(args) {
    const file = args.file();
    requireModel(file);
    const { errors, warnings, advice } = await examine(file);
    if (args.has('json')) console.log(JSON.stringify({ file, errors, warnings, advice }, null, 2));
    else print(file, errors, warnings, advice);
    return errors.length > 0 ? 1 : 0;
  },
};

interface Findings {
  errors: readonly Diagnostic[];
  warnings: readonly Diagnostic[];
  advice: readonly Advice[];
}

async function examine(file: string): Promise<Findings> {
  try {
    const { model, warnings } = await whileLoading((options) => loadModelWithWarnings(file, options));
    return { errors: [], warnings, advice: advise(model, new Data(model)) };
  } catch (error) {
    if (!(error instanceof MjcfError)) throw error;
    return { errors: error.diagnostics, warnings: [], advice: [] };
  }
}

function print(
  file: string,
  errors: readonly Diagnostic[],
  warnings: readonly Diagnostic[],
  advice: readonly Advice[],
): void {
  for (const error of errors) console.log(`error    ${formatDiagnostic(error)}${excerpt(error)}`);
  for (const warning of warnings) console.log(`warning  ${formatDiagnostic(warning)}`);
  for (const { about, text } of advice) console.log(`advice   ${about}: ${text}`);
  const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  console.log(
    `${file}: ${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}, ${advice.length === 1 ? '1 piece' : `${advice.length} pieces`} of advice`,
  );
}

/** The source line of a diagnostic, with a caret under the column. */
function excerpt({ file, line, column }: Diagnostic): string {
  try {
    const text = readFileSync(file, 'utf8').split('\n')[line - 1];
    if (text === undefined || text.trim() === '') return '';
    return `\n         ${text.trimEnd()}\n         ${' '.repeat(Math.max(0, column - 1))}^\n`;
  } catch {
    return '';
  }
}
