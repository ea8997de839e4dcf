/** Options and flags of the physics, live. */
import { Cone, Disable, Enable, Integrator, JacobianType, type Options, Solver } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h } from '../../ui/dom.ts';
import { choice, numberField, section, toggle } from '../../ui/section.ts';

/** Choices: option name, label, and values. */
const choices = [
  ['integrator', 'Integrator', Integrator],
  ['cone', 'Friction cone', Cone],
  ['jacobian', 'Jacobian', JacobianType],
  ['solver', 'Solver', Solver],
] as const;

/** Numbers: option name, label, minimum. */
const numbers = [
  ['timestep', 'Timestep', 1e-6],
  ['iterations', 'Iterations', 0],
  ['tolerance', 'Tolerance', 0],
  ['ls_iterations', 'Line search iterations', 0],
  ['ls_tolerance', 'Line search tolerance', 0],
  ['noslip_iterations', 'No-slip iterations', 0],
  ['noslip_tolerance', 'No-slip tolerance', 0],
  ['ccd_iterations', 'Collision iterations', 0],
  ['ccd_tolerance', 'Collision tolerance', 0],
  ['sleep_tolerance', 'Sleep tolerance', 0],
  ['impratio', 'Impedance ratio', 1e-9],
  ['density', 'Medium density', 0],
  ['viscosity', 'Medium viscosity', 0],
] as const;

const vectors = [
  ['gravity', 'Gravity'],
  ['wind', 'Wind'],
  ['magnetic', 'Magnetic field'],
] as const;

/** Options stored in links. */
export const linkedOptions = [
  ...choices.map(([name]) => name),
  ...numbers.map(([name]) => name),
  'disableflags',
  'enableflags',
] as const satisfies readonly (keyof Options)[];

export function physicsPanel({ sim, changed }: Context): Panel {
  const { m } = sim;
  const { opt } = m;
  const change = (name: string, value: number, index?: number) => {
    sim.setOption({ name, value, ...(index === undefined ? {} : { index }) });
    changed();
  };
  const rows: { refresh(): void }[] = [];
  const addRow = <T extends Node & { refresh(): void }>(row: T): T => {
    rows.push(row);
    return row;
  };
  const pick = choices.map(([name, label, words]) =>
    addRow(
      choice(
        label,
        Object.keys(words).map((w) => w.toLowerCase()),
        () => opt[name],
        (k) => change(name, Object.values(words)[k]!),
      ),
    ),
  );
  const type = numbers.map(([name, label, min]) =>
    addRow(
      numberField(
        label,
        () => opt[name],
        (value) => change(name, value),
        { min },
      ),
    ),
  );
  const triples = vectors.map(([name, label]) =>
    h(
      'fieldset',
      { class: 'triple' },
      h('legend', {}, label),
      ...['x', 'y', 'z'].map((axis, k) =>
        addRow(
          numberField(
            axis,
            () => opt[name][k]!,
            (value) => change(name, value, k),
          ),
        ),
      ),
    ),
  );
  const flag = (field: 'disableflags' | 'enableflags', name: string, bit: number, inverted: boolean) =>
    addRow(
      toggle(
        name.toLowerCase(),
        () => ((opt[field] & bit) !== 0) !== inverted,
        (on) => change(field, on !== inverted ? opt[field] | bit : opt[field] & ~bit),
      ),
    );
  const element = section(
    'Physics',
    'physics',
    false,
    ...pick,
    ...type,
    ...triples,
    h('h3', {}, 'On by default'),
    h(
      'div',
      { class: 'columns' },
      ...Object.entries(Disable).map(([name, bit]) => flag('disableflags', name, bit, true)),
    ),
    h('h3', {}, 'Off by default'),
    h(
      'div',
      { class: 'columns' },
      ...Object.entries(Enable).map(([name, bit]) => flag('enableflags', name, bit, false)),
    ),
    h('h3', {}, 'Actuator groups'),
    h('div', { class: 'columns' }, ...actuatorGroups(opt, change, addRow)),
  );
  return {
    element,
    update: () => {
      for (const row of rows) row.refresh();
    },
  };
}

function actuatorGroups<T extends HTMLElement & { refresh(): void }>(
  opt: Options,
  change: (name: string, value: number) => void,
  addRow: (row: T) => T,
): T[] {
  return [0, 1, 2, 3, 4, 5].map((group) =>
    addRow(
      toggle(
        `group ${group}`,
        () => (opt.disableactuator & (1 << group)) === 0,
        (on) => {
          const { disableactuator } = opt;
          change('disableactuator', on ? disableactuator & ~(1 << group) : disableactuator | (1 << group));
        },
      ) as unknown as T,
    ),
  );
}
