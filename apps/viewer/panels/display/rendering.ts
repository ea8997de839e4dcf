/** Visual settings: cameras, flags, groups, frames and labels. */
import { id2name, type Model, ObjType } from '../../../../src/index.ts';
import { deepestBox } from '../../../../src/view/scene/overlays/boxes.ts';
import {
  allFlags,
  type FlagId,
  frameKinds,
  groupKinds,
  labelKinds,
  type ViewSettings,
} from '../../../../src/view/scene/settings.ts';
import { maxLayers } from '../../../../src/view/scene/soft/flexTriangles.ts';
import type { Context, Panel } from '../../context.ts';
import { h } from '../../ui/dom.ts';
import { choice, section, toggle } from '../../ui/section.ts';

/** All flags, by topic. */
export const flagGroups: readonly { title: string; open: boolean; flags: readonly FlagId[] }[] = [
  {
    title: 'Look',
    open: true,
    flags: ['physical', 'backdrop', 'shadow', 'reflection', 'skybox', 'haze', 'fog', 'texture'],
  },
  {
    title: 'Contacts and forces',
    open: true,
    flags: ['contactPoint', 'contactForce', 'contactSplit', 'perturbForce', 'perturbObject'],
  },
  {
    title: 'Bodies',
    open: false,
    flags: ['inertia', 'scaleInertia', 'com', 'autoConnect', 'staticBody', 'transparent', 'island', 'sleep'],
  },
  {
    title: 'Joints and actuators',
    open: false,
    flags: ['joint', 'actuator', 'activation', 'tendon', 'equality', 'rangefinder'],
  },
  {
    title: 'Shapes',
    open: false,
    flags: ['convexHull', 'skin', 'flex', 'flexEdge', 'bodyBoxes', 'meshBoxes', 'wireframe', 'cullFace', 'additive'],
  },
  { title: 'Cameras, lights, ids', open: false, flags: ['camera', 'light', 'segment', 'idColor'] },
];

function countChanged(settings: ViewSettings, flags: readonly FlagId[]): number {
  return flags.filter((id) => settings.flags[id] !== allFlags.find((flag) => flag.id === id)!.initial).length;
}

export function renderingPanel({ sim, sceneRenderer, settings, changed }: Context): Panel {
  const { m, d } = sim;
  const rows: { refresh(): void }[] = [];
  const addRow = <T extends Node & { refresh(): void }>(row: T): T => {
    rows.push(row);
    return row;
  };
  const cameras = [
    'Free',
    'Follow selection',
    ...Array.from({ length: m.ncam }, (_, c) => id2name(m, ObjType.CAMERA, c) ?? `Camera ${c}`),
  ];
  const current = () => {
    const mode = sceneRenderer.rig?.mode;
    if (mode?.kind === 'fixed') return 2 + mode.id;
    return mode?.kind === 'track' ? 1 : 0;
  };
  const camera = addRow(
    choice('Camera', cameras, current, (k) => {
      if (k >= 2) sceneRenderer.rig?.fixed(k - 2);
      else if (k === 1)
        sceneRenderer.rig?.track(sim.perturbation.body > 0 ? sim.perturbation.body : firstMoving(sim.m), d);
      else sceneRenderer.rig?.free();
      changed();
    }),
  );
  const flag = (id: FlagId) => {
    const { label, key } = allFlags.find((one) => one.id === id)!;
    return addRow(
      toggle(
        label,
        () => settings.flags[id],
        (on) => {
          settings.flags[id] = on;
          changed();
        },
        key,
      ),
    );
  };
  const flagGroup = (title: string, open: boolean, boxes: HTMLElement[], changes: () => number) => {
    const badge = h('small', { class: 'badge' });
    rows.push({
      refresh: () => {
        const count = changes();
        badge.textContent = count > 0 ? `${count} changed` : '';
      },
    });
    return h('details', { class: 'group', open }, h('summary', {}, title, badge), ...boxes);
  };
  const element = section(
    'Rendering',
    'rendering',
    true,
    camera,
    addRow(
      choice(
        'Frames',
        frameKinds,
        () => frameKinds.indexOf(settings.frame),
        (k) => {
          settings.frame = frameKinds[k]!;
          changed();
        },
      ),
    ),
    addRow(
      choice(
        'Labels',
        labelKinds,
        () => labelKinds.indexOf(settings.label),
        (k) => {
          settings.label = labelKinds[k]!;
          changed();
        },
      ),
    ),
    ...levelRows(sim.m, settings, changed).map(addRow),
    ...flagGroups.map(({ title, open, flags }) =>
      flagGroup(title, open, flags.map(flag), () => countChanged(settings, flags)),
    ),
  );
  return {
    element,
    update: () => {
      for (const row of rows) row.refresh();
    },
  };
}

/** Visible layer of volumetric flexes and level of bounding boxes, in models with several. */
function levelRows(m: Model, settings: Context['settings'], changed: () => void): ReturnType<typeof choice>[] {
  const levels = [
    ['layer', 'Layer of flexes', 'surface', maxLayers(m)],
    ['depth', 'Level of boxes', 'outermost', deepestBox(m)],
  ] as const;
  return levels
    .filter(([, , , maxLevel]) => maxLevel > 0)
    .map(([name, label, first, maxLevel]) => {
      const names = [first, ...Array.from({ length: maxLevel }, (_, k) => `${k + 1}`)];
      const set = (k: number) => {
        settings[name] = k;
        changed();
      };
      return choice(label, names, () => settings[name], set);
    });
}

export function groupsPanel({ settings, changed }: Context): Panel {
  const boxes: (() => void)[] = [];
  const rows = groupKinds.map((kind) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, kind),
      ...[0, 1, 2, 3, 4, 5].map((group) => {
        const box = h('input', {
          type: 'checkbox',
          checked: settings.groups[kind][group]!,
          aria: { label: `${kind} group ${group}` },
          on: {
            change: () => {
              settings.groups[kind][group] = box.checked;
              changed();
            },
          },
        });
        boxes.push(() => {
          box.checked = settings.groups[kind][group]!;
        });
        return h('td', {}, box);
      }),
    ),
  );
  const head = h('tr', {}, h('td'), ...[0, 1, 2, 3, 4, 5].map((k) => h('th', { scope: 'col' }, k)));
  return {
    element: section('Groups', 'groups', false, h('table', { class: 'groups' }, head, ...rows)),
    update: () => {
      for (const refresh of boxes) refresh();
    },
  };
}

function firstMoving(m: Context['sim']['m']): number {
  for (let b = 1; b < m.nbody; b++) if (m.body_weldid[b] !== 0) return b;
  return 0;
}
