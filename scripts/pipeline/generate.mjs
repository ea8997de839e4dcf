// TypeScript of the pipeline from its table: straight-line code, which V8 and the WebAssembly compiler run as fast as
// hand-written code. A loop over step numbers took as long as all stages of a pendulum.

/** @typedef {import('../../src/core/engine/pipeline/steps.table.ts').PhaseRow} PhaseRow */
/** @typedef {import('../../src/core/engine/pipeline/steps.table.ts').StepRow} StepRow */

const FOLDER = 'src/core/engine/pipeline';
const HEADER = 'Generated from `steps.table.ts` by `node scripts/pipelineSteps.mjs`; do not edit.';
/** Longest line that the formatter does not break. */
const WIDTH = 120;

/** The contents of each generated file, by path. @param {readonly PhaseRow[]} phases @returns {Map<string, string>} */
export function pipelineFiles(phases) {
  check(phases);
  return new Map([
    [`${FOLDER}/pipelineStep.ts`, enumFile(phases)],
    [`${FOLDER}/runPhases.ts`, runFile(phases)],
    [`${FOLDER}/tableStages.ts`, stagesFile(phases)],
  ]);
}

/** @param {readonly PhaseRow[]} phases */
function check(phases) {
  const names = new Set();
  for (const { name, from, result = 'none' } of phases.flatMap(({ steps }) => steps)) {
    if (names.has(name)) throw new Error(`steps.table.ts: ${name} has two rows`);
    names.add(name);
    const isHook = result === 'userCode' || result === 'host';
    if (isHook && from !== undefined) throw new Error(`steps.table.ts: ${name}: a hook calls no stage, found ${from}`);
    if (!isHook && from === undefined) throw new Error(`steps.table.ts: ${name}: expected the module of its stage`);
  }
}

/** @param {readonly PhaseRow[]} phases */
function enumFile(phases) {
  const steps = phases.flatMap(({ steps }) => steps);
  const hooks = steps.filter(({ result = 'none' }) => result !== 'none' && result !== 'arena');
  return `/** The pipeline steps, and those with a host hook.
 *  ${HEADER} */

/** The steps of a time step, in order. Entries without a stage function are hooks where the host may run. */
export const PipelineStep = {
${steps.map(({ name }, k) => `  ${name}: ${k},\n`).join('')}} as const;
export type PipelineStep = (typeof PipelineStep)[keyof typeof PipelineStep];

/** One past the last step. */
export const PIPELINE_END = ${steps.length};

/** Steps that may stop for the host. */
export type HostStep = (typeof PipelineStep)[
${hooks.map(({ name }) => `  | '${name}'`).join('\n')}];
`;
}

/** @param {readonly PhaseRow[]} phases */
function runFile(phases) {
  const body = [...phases.map(runPhase), runAll(phases)].join('\n');
  return `/** Functions that run ranges of pipeline steps.
 *  ${HEADER} */
${imports(phases, body)}
${body}`;
}

/** Exports of the stages that rows name. Functions of this folder only adapt stages that their own folders export.
 *  @param {readonly PhaseRow[]} phases */
function stagesFile(phases) {
  const names = namesByModule(phases, ({ from = './' }) => from.startsWith('../'));
  return `/** Stages of the pipeline table: members of both engines, and entries of a profile.
 *  ${HEADER} */
${moduleLines('export', names)}`;
}

/** Stage functions by module. @param {readonly PhaseRow[]} phases @param {(row: StepRow) => boolean} isWanted */
function namesByModule(phases, isWanted) {
  /** @type {Map<string, Set<string>>} */
  const names = new Map();
  for (const row of phases.flatMap(({ steps }) => steps).filter(isWanted)) {
    const { name, from, call = name } = row;
    if (from !== undefined) names.set(from, (names.get(from) ?? new Set()).add(call));
  }
  return names;
}

/** Import lines of the names that the body uses, in the order that the linter requires.
 *  @param {readonly PhaseRow[]} phases @param {string} body */
function imports(phases, body) {
  const names = namesByModule(phases, () => true);
  const add = (/** @type {string} */ from, /** @type {string} */ name) =>
    names.set(from, (names.get(from) ?? new Set()).add(name));
  const uses = (/** @type {string} */ name) => new RegExp(`\\b${name}\\b`).test(body);
  for (const { when = '', args = '' } of phases.flatMap(({ steps }) => steps)) {
    for (const [, condition] of `${when} ${args}`.matchAll(/(\w+)\(/g)) add('./conditions.ts', condition);
  }
  for (const name of [...Object.values(EVENTS), 'isInRange', 'pauseAt', 'PipelineEvent'].filter(uses))
    add('./event.ts', name);
  add('./pipelineStep.ts', 'PipelineStep');
  const types = [
    ['../../math/int.ts', 'int'],
    ['../../model/data.ts', 'Data'],
    ['../../model/model.ts', 'Model'],
  ].map(([from, name]) => `import type { ${name} } from '${from}';\n`);
  return types.join('') + moduleLines('import', names);
}

const depth = (/** @type {string} */ from) => (from.startsWith('../') ? 1 : 0);
/** Letters in alphabetical order, upper case before lower case. */
const sortKey = (/** @type {string} */ name) => name.replace(/./g, (c) => c.toLowerCase() + Number(c >= 'a'));
const natural = (/** @type {string} */ a, /** @type {string} */ b) => (sortKey(a) < sortKey(b) ? -1 : 1);

/** An import or export line per module, sorted for the linter.
 *  @param {'import' | 'export'} verb @param {Map<string, Set<string>>} modules */
function moduleLines(verb, modules) {
  return [...modules]
    .sort(([a], [b]) => depth(b) - depth(a) || (a < b ? -1 : 1))
    .map(([from, used]) => {
      const names = [...used].sort(natural);
      const line = `${verb} { ${names.join(', ')} } from '${from}';\n`;
      return line.length <= WIDTH + 1
        ? line
        : `${verb} {\n${names.map((n) => `  ${n},\n`).join('')}} from '${from}';\n`;
    })
    .join('');
}

/** Name of the function that turns the result of a stage into an event, or calls a hook. */
const EVENTS = {
  arena: 'eventFromStatus',
  status: 'eventFromStatus',
  badIndex: 'eventFromBadIndex',
  count: 'eventFromCount',
  sensors: 'eventFromSensors',
  userCode: 'yieldToUserCode',
  host: 'yieldToHost',
};

const isSilent = (/** @type {StepRow} */ { result = 'none' }) => result === 'none';
const functionName = (/** @type {PhaseRow} */ { name }) => `run${name[0].toUpperCase()}${name.slice(1)}Steps`;

/** Whether the code of a phase depends on the mode. @param {PhaseRow} phase */
function usesMode({ steps }) {
  return steps.some(
    ({ result, when = '', args = '' }) => result === 'userCode' || result === 'sensors' || /\bmode\b/.test(when + args),
  );
}

/** The function of a phase. @param {PhaseRow} phase */
function runPhase(phase) {
  const { steps, about } = phase;
  const silent = steps.every(isSilent);
  const mode = usesMode(phase) ? ', mode: int' : '';
  const returns = silent ? '' : '; returns a PipelineEvent';
  return `/** ${about}
 *  Runs the steps in [from, to) of this phase${returns}. */
export function ${functionName(phase)}(m: Model, d: Data, from: int, to: int${mode}): ${silent ? 'void' : 'int'} {
${silent ? '' : '  let event: int = PipelineEvent.DONE;\n'}${steps.map(runStep).join('')}${silent ? '' : '  return PipelineEvent.DONE;\n'}}
`;
}

/** The lines of a step. @param {StepRow} row */
function runStep(row) {
  const { name, when, reset = [] } = row;
  const head = `  if (isInRange(PipelineStep.${name}, from, to)${when === undefined ? '' : ` && ${when}`})`;
  const work = [...reset.map((flag) => `d.${flag} = 0;`), workOf(row)];
  const line = `${head} ${work[0]}\n`;
  const block = `${head} {\n${work.map((w) => `    ${w}\n`).join('')}  }\n`;
  const stop = `  if (event !== PipelineEvent.DONE) return pauseAt(d, PipelineStep.${name}, event);\n`;
  return (work.length === 1 && line.length <= WIDTH + 1 ? line : block) + (isSilent(row) ? '' : stop);
}

/** The statement that runs a step. @param {StepRow} row */
function workOf({ name, call = name, args, result = 'none' }) {
  const stage = `${call}(m, d${args === undefined ? '' : `, ${args}`})`;
  switch (result) {
    case 'none':
      return `${stage};`;
    case 'userCode':
      return `event = ${EVENTS.userCode}(d, mode);`;
    case 'host':
      return `event = ${EVENTS.host}(d, 0);`;
    case 'sensors':
      return `event = ${EVENTS.sensors}(d, ${stage}, mode);`;
    default:
      return `event = ${EVENTS[result]}(d, ${stage});`;
  }
}

/** The function that runs the phases one after the other. @param {readonly PhaseRow[]} phases */
function runAll(phases) {
  const first = (/** @type {number} */ k) => `PipelineStep.${phases[k].steps[0].name}`;
  const last = phases.length - 1;
  const loud = phases.findIndex(({ steps }) => !steps.every(isSilent));
  const calls = phases.map((phase, k) => {
    const from = k === 0 ? 'from' : `Math.max(from, ${first(k)})`;
    const to = k === last ? 'to' : `Math.min(to, ${first(k + 1)})`;
    const call = `${functionName(phase)}(m, d, ${from}, ${to}${usesMode(phase) ? ', mode' : ''})`;
    if (phase.steps.every(isSilent)) return `  ${call};\n${k === last ? '  return PipelineEvent.DONE;\n' : ''}`;
    if (k === last) return `  return ${call};\n`;
    return `${statement(`${k === loud ? 'let event: int' : 'event'} = ${call};`)}  if (event !== PipelineEvent.DONE) return event;\n`;
  });
  return `/** Runs the steps in [from, to). Returns a PipelineEvent; its step is in work_pipeline.
 *  Writes what the stages write, and work_pipeline. */
export function runPipelineSteps(m: Model, d: Data, from: int, to: int, mode: int): int {
${calls.join('')}}
`;
}

/** A line, or, if it is too long, a call with one argument per line. @param {string} text */
function statement(text) {
  if (text.length + 2 <= WIDTH) return `  ${text}\n`;
  const [head, rest] = [text.slice(0, text.indexOf('(') + 1), text.slice(text.indexOf('(') + 1, -2)];
  const args = rest.split(/, (?![^(]*\))/);
  return `  ${head}\n${args.map((arg) => `    ${arg},\n`).join('')}  );\n`;
}
