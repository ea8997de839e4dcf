/** Sliders for the controls of the actuators. */
import { id2name, ObjType } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h } from '../../ui/dom.ts';
import { group, section, slider } from '../../ui/section.ts';
import { type NamedSlider, sliderList } from '../../ui/sliderList.ts';
import { controlUnit } from './units.ts';

export function controlsPanel({ sim }: Context): Panel | undefined {
  const { m, d } = sim;
  if (m.nu === 0) return undefined;
  const sliders: NamedSlider[] = [];
  for (let i = 0; i < m.nactuator; i++) {
    const name = id2name(m, ObjType.ACTUATOR, i) ?? `actuator ${i}`;
    const first = m.actuator_ctrladr[i]!;
    for (let k = 0; k < m.actuator_ctrlnum[i]!; k++) {
      const u = first + k;
      const limited = m.actuator_ctrllimited[u] !== 0;
      const range: [number, number] = limited
        ? [m.actuator_ctrlrange[2 * u]!, m.actuator_ctrlrange[2 * u + 1]!]
        : [-1, 1];
      const label = m.actuator_ctrlnum[i]! > 1 ? `${name} ${k}` : name;
      const row = slider(
        label,
        range,
        () => d.ctrl[u]!,
        (value) => sim.set('ctrl', u, [value]),
        controlUnit(m, i),
      );
      sliders.push({ name: label, row });
    }
  }
  const zero = () => sim.set('ctrl', 0, new Array<number>(m.nu).fill(0));
  const clear = h('button', { class: 'plain', on: { click: zero } }, 'Set all to zero');
  const hint = h(
    'p',
    { class: 'hint' },
    'A control that you move stays overridden until a reset, even if a program or a policy controls the model.',
  );
  const noise = { scale: 0, rate: 0.1 };
  const noiseSlider = (label: string, name: 'scale' | 'rate', unit = '') =>
    slider(
      label,
      [0, 1],
      () => noise[name],
      (value) => {
        noise[name] = value;
        sim.setNoise(noise.scale, noise.rate);
      },
      unit,
    );
  const noises = [noiseSlider('Scale', 'scale'), noiseSlider('Correlation', 'rate', 's')];
  return {
    element: section(
      'Control',
      'control',
      true,
      ...sliderList(sliders, 'control'),
      h('div', { id: 'noise' }, group('Noise', false, ...noises)),
      h('p', { class: 'buttons' }, clear),
      hint,
    ),
    update: () => {
      for (const { row } of sliders) row.refresh();
    },
  };
}
