// Tables of whole-step results, for the terminal and for the README.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stageNames } from '../stages.mjs';
import { geometricMean } from './measure.mjs';
import { short, textTable } from './table.mjs';

const readmePath = fileURLToPath(new URL('../../README.md', import.meta.url));
const BEGIN = '<!-- bench: made by `npm run bench -- --readme` -->';
const END = '<!-- /bench -->';

/** All tables of a run as text. */
export function report({ results, rounds }) {
  const parts = [textTable(stepRows(results))];
  if (results.some((r) => r.stages)) {
    parts.push(
      `Microseconds by stage, official / ours, in the last state of the run:\n${textTable(stageRows(results))}`,
    );
  }
  parts.push(`medians of ${rounds} rounds; ${summary(results)}`);
  return parts.join('\n\n');
}

function stepRows(results) {
  const head = ['model', 'nv', 'contacts', 'official steps/s', 'wasm steps/s', 'js steps/s', 'wasm ratio', 'js ratio'];
  const rows = results.map(({ model, nv, ncon, rate, ratio, jsRatio, iterations, garbage }) => [
    model,
    nv,
    ncon,
    short(rate.official),
    short(rate.wasm),
    rate.js ? short(rate.js) : '-',
    ratio.toFixed(2),
    jsRatio ? jsRatio.toFixed(2) : '-',
    `${iterations.official.toFixed(1)} / ${iterations.wasm.toFixed(1)}`,
    garbage.toFixed(0),
  ]);
  return [[...head, 'iterations', 'garbage B/step'], ...rows];
}

function stageRows(results) {
  const cell = ({ official, wasm }) => `${short(1e6 * official)} / ${short(1e6 * wasm)}`;
  return [
    ['model', ...stageNames],
    ...results.filter((r) => r.stages).map((r) => [r.model, ...stageNames.map((name) => cell(r.stages[name]))]),
  ];
}

function summary(results) {
  const ratios = results.map((r) => r.ratio);
  const mean = `geometric mean of the ratio ${geometricMean(ratios).toFixed(2)}, lowest ${Math.min(...ratios).toFixed(2)}`;
  const js = results.map((r) => r.jsRatio).filter(Boolean);
  return js.length ? `${mean}; plain JavaScript ${geometricMean(js).toFixed(2)}` : mean;
}

/** Writes the table of a run between the markers in the README; runs with other versions of Node get a column each. */
export function writeReadme(run, others) {
  const text = readFileSync(readmePath, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`README.md has no '${BEGIN}' ... '${END}'`);
  const head = ['model', 'nv', 'official steps/s', 'Tenon steps/s', ...[run, ...others].map(columnName)];
  const rows = run.results.map(({ model, nv, rate, ratio }, k) => [
    model.split('/').slice(-2).join('/'),
    nv,
    short(rate.official),
    short(rate.wasm),
    ...[ratio, ...others.map(({ results }) => results[k].ratio)].map((value) => value.toFixed(2)),
  ]);
  const table = [
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    [run, ...others].map((each) => `${runtimeName(each)}, ${each.rounds} rounds: ${summary(each.results)}.`).join(' '),
  ];
  writeFileSync(readmePath, `${before}${BEGIN}\n${table.join('\n')}\n${END}${after}`);
}

function columnName(run, k) {
  return `${k === 0 ? 'ratio, ' : ''}Node ${run.node.slice(1).split('.')[0]}`;
}

function runtimeName({ node, v8 }) {
  return `Node ${node.slice(1)} (V8 ${v8.split('-')[0]})`;
}
