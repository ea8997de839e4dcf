/** Values of all sensors; a click on one plots it. */
import { id2name, ObjType, SensorType } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h, shortNumber } from '../../ui/dom.ts';
import { section } from '../../ui/section.ts';

export function sensorsPanel({ sim, plot }: Context): Panel | undefined {
  const { m, d } = sim;
  if (m.nsensor === 0) return undefined;
  const words = Object.entries(SensorType);
  const cells: { cell: HTMLElement; at: number; dim: number }[] = [];
  const rows = Array.from({ length: m.nsensor }, (_, i) => {
    const type = words.find(([, value]) => value === m.sensor_type[i])?.[0].toLowerCase() ?? '';
    const name = id2name(m, ObjType.SENSOR, i) ?? `${type} ${i}`;
    const cell = h('td', { class: 'number' });
    const [at, dim] = [m.sensor_adr[i]!, m.sensor_dim[i]!];
    cells.push({ cell, at, dim });
    const field = dim === 1 ? `sensordata[${at}]` : `sensordata[${at}:${at + dim}]`;
    const button = h('button', { class: 'link', title: `Plot ${name}`, on: { click: () => plot(field) } }, name);
    return h('tr', {}, h('th', { scope: 'row' }, button, h('small', {}, type)), cell);
  });
  return {
    element: section('Sensors', 'sensors', false, h('table', { class: 'values' }, ...rows)),
    update: () => {
      for (const { cell, at, dim } of cells) {
        const text = Array.from(d.sensordata.subarray(at, at + dim), (x) => shortNumber(x)).join('  ');
        if (cell.textContent !== text) cell.textContent = text;
      }
    },
  };
}
