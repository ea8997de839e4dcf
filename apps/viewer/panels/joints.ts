/** Sliders for joint positions, and switches for equality constraints. */
import { id2name, JointType, ObjType } from '../../../src/index.ts';
import type { Context, Panel } from '../context.ts';
import { section, slider, toggle } from '../ui/section.ts';

export function jointsPanel({ sim }: Context): Panel | undefined {
  const { m, d } = sim;
  const rows: ReturnType<typeof slider>[] = [];
  for (let j = 0; j < m.njnt; j++) {
    const type = m.jnt_type[j];
    if (type !== JointType.HINGE && type !== JointType.SLIDE) continue;
    const q = m.jnt_qposadr[j]!;
    const wide = type === JointType.HINGE ? Math.PI : Math.max(1, m.stat.extent);
    const range: [number, number] = m.jnt_limited[j] ? [m.jnt_range[2 * j]!, m.jnt_range[2 * j + 1]!] : [-wide, wide];
    const set = (value: number) => {
      d.qpos[q] = value;
      d.qvel[m.jnt_dofadr[j]!] = 0;
      sim.refresh();
    };
    rows.push(slider(id2name(m, ObjType.JOINT, j) ?? `joint ${j}`, range, () => d.qpos[q]!, set));
  }
  if (rows.length === 0) return undefined;
  return {
    element: section('Joint', 'joint', m.nu === 0, ...rows),
    update: () => {
      for (const row of rows) row.refresh();
    },
  };
}

export function equalityPanel({ sim }: Context): Panel | undefined {
  const { m, d } = sim;
  if (m.neq === 0) return undefined;
  const rows = Array.from({ length: m.neq }, (_, e) =>
    toggle(
      id2name(m, ObjType.EQUALITY, e) ?? `equality ${e}`,
      () => d.eq_active[e] !== 0,
      (on) => {
        d.eq_active[e] = on ? 1 : 0;
        if (!sim.playing) sim.refresh();
      },
    ),
  );
  return {
    element: section('Equality', 'equality', false, ...rows),
    update: () => {
      for (const row of rows) row.refresh();
    },
  };
}
