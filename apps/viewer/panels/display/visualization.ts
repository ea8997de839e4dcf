/** Live visual parameters: the headlight, the lens, lengths, sizes and colors of decorations (`m.vis`). */
import type { Model, Visual } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h } from '../../ui/dom.ts';
import { colorField, numberField, section, toggle } from '../../ui/section.ts';

type Group = 'headlight' | 'global' | 'map' | 'scale' | 'rgba';

const groups: readonly (readonly [group: Group, title: string])[] = [
  ['headlight', 'Headlight'],
  ['global', 'Free camera'],
  ['map', 'Lengths, ranges, springs'],
  ['scale', 'Sizes, relative to the mean body'],
  ['rgba', 'Colors'],
];

/** Numbers used as booleans. */
const switches = ['headlight.active', 'global.orthographic', 'global.ellipsoidinertia', 'global.bvactive'];

/** Parameters without effect here, or only when a model is opened. */
const without = [
  ...['cameraid', 'ipd', 'azimuth', 'elevation', 'linewidth', 'realtime', 'offwidth', 'offheight'].map(
    (name) => `global.${name}`,
  ),
  ...['map.torque', 'map.shadowscale', 'map.actuatortendon', 'scale.frustum'],
  ...['rgba.contacttorque', 'rgba.slidercrank', 'rgba.crankbroken', 'rgba.frustum'],
];

export function visualizationPanel({ sim }: Context): Panel {
  const rows: { refresh(): void }[] = [];
  const change = (path: string, value: number, index?: number) =>
    sim.setOption({ name: `vis.${path}`, value, ...(index === undefined ? {} : { index }) });
  const parts = groups.flatMap(([group, title]) => {
    const fields = visualFieldNames(sim.m.vis, group)
      .map((name) => `${group}.${name}`)
      .filter((path) => !without.includes(path))
      .map((path) => fieldEditor(sim.m, path, change));
    rows.push(...fields);
    return [h('h3', {}, title), h('div', { class: group === 'rgba' ? 'columns' : '' }, ...fields)];
  });
  return {
    element: section('Visualization', 'visualization', false, ...parts),
    update: () => {
      for (const row of rows) row.refresh();
    },
  };
}

function visualFieldNames(vis: Visual, group: Group): string[] {
  const names: string[] = [];
  for (const name in vis[group]) names.push(name);
  return names;
}

function fieldEditor(
  m: Model,
  path: string,
  change: (path: string, value: number, index?: number) => void,
): HTMLElement & { refresh(): void } {
  const [group, name] = path.split('.') as [Group, string];
  const record = m.vis[group] as unknown as Record<string, number | Float32Array>;
  const value = record[name]!;
  if (typeof value !== 'number')
    return colorField(
      name,
      () => record[name] as Float32Array,
      (rgb) => {
        for (const [k, x] of rgb.entries()) change(path, x, k);
      },
    );
  if (switches.includes(path))
    return toggle(
      name,
      () => record[name] !== 0,
      (on) => change(path, on ? 1 : 0),
    );
  // 32-bit values, as short as they were written
  return numberField(
    name,
    () => Number((record[name] as number).toPrecision(6)),
    (x) => change(path, x),
    { min: 0 },
  );
}
