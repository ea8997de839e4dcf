/** Initial states, controls and parameters of the worlds of a task. */
import { Data, getState, integratePos, type Model, resetDataKeyframe, StateBit, stateSize } from '../../index.ts';
import type { Prepared } from './job.ts';
import { type JobSpec, sweptFields, sweptValues } from './jobSpec.ts';
import { expectAtMost, MAX_TASK_BYTES } from './limits.ts';
import { worldRandom } from './random.ts';

export function initialStates({ spec, model: m }: Prepared, first: number, count: number): Float64Array {
  const { noise = {}, seed = 0, key } = spec;
  using data = new Data(m);
  if (key !== undefined) resetDataKeyframe(m, data, key);
  const [qpos, qvel] = [data.qpos.slice(), data.qvel.slice()];
  const size = stateSize(m, StateBit.FULLPHYSICS);
  const states = new Float64Array(count * size);
  for (let i = 0; i < count; i++) {
    const random = worldRandom(seed, first + i);
    const change = qvel.map(() => (noise.qpos ?? 0) * random());
    data.qpos.set(qpos);
    if (noise.qpos) integratePos(m, data.qpos, change, 1);
    data.qvel.set(qvel.map((v) => v + (noise.qvel ?? 0) * random()));
    getState(m, data, StateBit.FULLPHYSICS, states.subarray(i * size, (i + 1) * size));
  }
  return states;
}

/** Controls of each world of a task.
 *  @throws RangeError if the controls of the job have the wrong shape */
export function controlSizes({ control, noise, nstep }: JobSpec, m: Model, worlds: number, count: number): number {
  if (!control) return noise?.ctrl ? nstep * m.nu : 0;
  const [rows, steps, width] = paddedShape(control);
  if ((rows === 1 || rows === worlds) && (steps === 1 || steps === nstep) && width === m.nu)
    return (rows === 1 ? 1 / count : 1) * steps * width;
  throw new RangeError(
    `job: control: shape: expected [${worlds} or 1, ${nstep} or 1, ${m.nu}], found [${control.shape.join(', ')}]`,
  );
}

function paddedShape({ shape }: NonNullable<JobSpec['control']>): number[] {
  return [...Array.from({ length: 3 - shape.length }, () => 1), ...shape];
}

/** Controls of the worlds of a task: from the job, or random. */
export function controlsOf({ spec, model, worlds }: Prepared, first: number, count: number) {
  const { control, noise, nstep, seed = 0 } = spec;
  if (control) {
    const [rows, steps, width] = paddedShape(control);
    if (rows !== worlds) return control;
    const data = control.data.slice(first * steps * width, (first + count) * steps * width);
    return { data, shape: [count, steps, width] };
  }
  if (!noise?.ctrl) return undefined;
  const data = new Float64Array(count * nstep * model.nu);
  for (let i = 0; i < count; i++) {
    const random = worldRandom(seed + 1, first + i);
    for (let k = 0; k < nstep * model.nu; k++) data[i * nstep * model.nu + k] = noise.ctrl * random();
  }
  return { data, shape: [count, nstep, model.nu] };
}

/** Parameters of the worlds of a task: from the job, and swept ones. */
export function taskParameters(
  { spec, model, worlds }: Pick<Prepared, 'spec' | 'model' | 'worlds'>,
  first: number,
  count: number,
): Record<string, Float64Array> | undefined {
  const swept = sweptFields(spec);
  if (!spec.parameters && swept.length === 0) return undefined;
  const found = new Map<string, Float64Array>();
  for (const [field, values] of Object.entries(spec.parameters ?? {})) {
    const width = modelValues(model, field).length;
    const isPerWorld = values.length !== width;
    if (isPerWorld && values.length !== worlds * width) {
      throw new RangeError(
        `job: parameters: ${field}: expected ${width} or ${worlds} x ${width} values, found ${values.length}`,
      );
    }
    const from = isPerWorld ? first * width : 0;
    found.set(
      field,
      tabulateRows(field, count, width, (k) => (isPerWorld ? values[from + k] : values[k % width])),
    );
  }
  for (const { field, index = 0 } of swept) {
    const base = modelValues(model, field);
    if (index >= base.length)
      throw new RangeError(`job: sweep: ${field}: expected an index below ${base.length}, found ${index}`);
    if (!found.has(field))
      found.set(
        field,
        tabulateRows(field, count, base.length, (k) => base[k % base.length]),
      );
  }
  const targets = swept.map(({ field, index = 0 }) => {
    const array = found.get(field) as Float64Array;
    return { array, width: array.length / count, index };
  });
  for (let i = 0; i < count; i++) {
    const values = sweptValues(spec, first + i);
    targets.forEach(({ array, width, index }, axis) => {
      array[i * width + index] = values[axis];
    });
  }
  return Object.fromEntries(found);
}

function tabulateRows(field: string, count: number, width: number, value: (k: number) => number): Float64Array {
  expectAtMost(`job: ${field}: values for the ${count} worlds of a task`, 'bytes', 8 * count * width, MAX_TASK_BYTES);
  return Float64Array.from({ length: count * width }, (_, k) => value(k));
}

/** The values of a Model field, such as `body_mass` or `opt.timestep`. */
function modelValues(m: Model, field: string): ArrayLike<number> {
  let value: unknown = m;
  for (const name of field.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  if (typeof value === 'number') return [value];
  if (ArrayBuffer.isView(value)) return value as Float64Array;
  throw new RangeError(`job: Model has no field '${field}'`);
}
