/** Sliders for joint positions, and switches for equality constraints. */
import { id2name, JointType, ObjType } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h } from '../../ui/dom.ts';
import { section, slider, toggle } from '../../ui/section.ts';
import { type NamedSlider, sliderList } from '../../ui/sliderList.ts';
import { fromAngles, toAngles } from './angles.ts';

/** With more sliders, only those of the selected body are shown. */
const MANY = 150;

export function jointsPanel({ sim }: Context): Panel | undefined {
  const { m } = sim;
  if (m.njnt === 0) return undefined;
  const host = h('div');
  const element = section('Joint', 'joint', m.nu === 0, host);
  const all = m.nv <= MANY;
  let rows: NamedSlider[] = [];
  let shown = -1;
  const show = (joints: readonly number[]) => {
    rows = joints.flatMap((j) => slidersOf(sim, j));
    const hint = all ? 'No joints.' : 'Double-click a body to see its joints.';
    host.replaceChildren(...(rows.length > 0 ? sliderList(rows, 'joint') : [h('p', { class: 'hint' }, hint)]));
  };
  show(all ? range(0, m.njnt) : []);
  return {
    element,
    update: () => {
      const { body } = sim.perturbation;
      if (!all && body !== shown) {
        shown = body;
        show(body > 0 ? range(m.body_jntadr[body]!, m.body_jntnum[body]!) : []);
      }
      for (const { row } of rows) row.refresh();
    },
  };
}

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => from + k);
}

/** One slider for a hinge or a slide, three angles for a ball, position and angles for a free joint. */
function slidersOf(sim: Context['sim'], j: number): NamedSlider[] {
  const { m, d } = sim;
  const q = m.jnt_qposadr[j]!;
  const name = id2name(m, ObjType.JOINT, j) ?? nameByBody(sim, j);
  const wide = Math.max(1, m.stat.extent);
  const limits: [number, number] = m.jnt_limited[j] ? [m.jnt_range[2 * j]!, m.jnt_range[2 * j + 1]!] : [-wide, wide];
  const number = (label: string, at: number, range: [number, number], dof: number, unit: string): NamedSlider => ({
    name: label,
    row: slider(
      label,
      range,
      () => d.qpos[at]!,
      (value) => place(sim, at, [value], dof, 1),
      unit,
    ),
  });
  const { HINGE, SLIDE, BALL } = JointType;
  const type = m.jnt_type[j];
  const dof = m.jnt_dofadr[j]!;
  if (type === HINGE) return [number(name, q, m.jnt_limited[j] ? limits : [-Math.PI, Math.PI], dof, 'rad')];
  if (type === SLIDE) return [number(name, q, limits, dof, 'm')];
  if (type === BALL) return angleSliders(sim, name, q, dof);
  const around = [0, 1, 2].map((k): [number, number] => {
    const center = m.stat.center[k]!;
    return [center - 2 * wide, center + 2 * wide];
  });
  return [
    ...['x', 'y', 'z'].map((axis, k) => number(`${axis} ${name}`, q + k, around[k]!, dof + k, 'm')),
    ...angleSliders(sim, name, q + 3, dof + 3),
  ];
}

/** Roll, pitch and yaw of a quaternion in `qpos`. */
function angleSliders(sim: Context['sim'], name: string, q: number, dof: number): NamedSlider[] {
  const { d } = sim;
  const angles = () => toAngles(d.qpos.subarray(q, q + 4));
  return (['roll', 'pitch', 'yaw'] as const).map((word, k) => {
    const range: [number, number] = word === 'pitch' ? [-Math.PI / 2, Math.PI / 2] : [-Math.PI, Math.PI];
    const set = (value: number) => {
      const target = angles();
      target[k] = value;
      place(sim, q, fromAngles(target), dof, 3);
    };
    const label = `${word} ${name}`;
    return { name: label, row: slider(label, range, () => angles()[k]!, set, 'rad') };
  });
}

/** Set the position of a joint, at rest. */
function place(sim: Context['sim'], q: number, values: readonly number[], dof: number, dofs: number): void {
  sim.set('qvel', dof, new Array<number>(dofs).fill(0));
  sim.set('qpos', q, values);
}

function nameByBody({ m }: Context['sim'], j: number): string {
  return id2name(m, ObjType.BODY, m.jnt_bodyid[j]!) ?? `joint ${j}`;
}

export function equalityPanel({ sim }: Context): Panel | undefined {
  const { m, d } = sim;
  if (m.neq === 0) return undefined;
  const rows = Array.from({ length: m.neq }, (_, e) =>
    toggle(
      id2name(m, ObjType.EQUALITY, e) ?? `equality ${e}`,
      () => d.eq_active[e] !== 0,
      (on) => sim.set('eq_active', e, [on ? 1 : 0]),
    ),
  );
  return {
    element: section('Equality', 'equality', false, ...rows),
    update: () => {
      for (const row of rows) row.refresh();
    },
  };
}
