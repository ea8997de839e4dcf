/** The shader that copies rows between arrays over worlds and the words of worlds, on the device. */
import type { Column } from '../../batch/fields.ts';
import { WORKGROUP } from '../shader/assemble.ts';
import { prelude } from '../shaders.gen.js';
import type { Plan } from './layout.ts';

/** A shader with three entry points: `load` copies input rows to the worlds, `save` copies all rows from them, and
 * `restart` restores the initial words of the worlds that are marked in `rows`. */
export function exchangeText(plan: Plan, columns: readonly Column[]): string {
  let first = 0;
  const load: string[] = [];
  const save: string[] = [];
  for (const { name, width, input } of columns) {
    const at = plan.data.slots.get(`D_${name}`)!.at;
    const row = `${first}u * batch.worlds + i * ${width}u + k`;
    const loop = (body: string) => `for (var k = 0u; k < ${width}u; k++) { ${body} }`;
    if (width > 0) save.push(loop(`rows[${row}] = memory[own + ${at}u + k];`));
    if (width > 0 && input) load.push(loop(`memory[own + ${at}u + k] = rows[${row}];`));
    first += width;
  }
  const image = 'batch.dataFirst - batch.dataEach';
  const restart = `if (rows[i] != 0u) { for (var k = 0u; k < batch.dataEach; k++) { memory[own + k] = memory[${image} + k]; } }`;
  return [
    prelude,
    '@group(0) @binding(2) var<storage, read_write> rows: array<u32>;',
    entry('load', load),
    entry('save', save),
    entry('restart', [restart]),
  ].join('\n');
}

function entry(name: string, lines: readonly string[]): string {
  return [
    `@compute @workgroup_size(${WORKGROUP}) fn ${name}(@builtin(global_invocation_id) id: vec3<u32>) {`,
    '  let i = id.x;',
    '  if (i >= batch.worlds) { return; }',
    '  own = batch.dataFirst + i * batch.dataEach;',
    ...lines,
    '}',
  ].join('\n');
}
