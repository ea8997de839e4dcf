import { basename } from 'node:path';
import { Data, forward, id2name, JointType, type Model, ObjType, SensorType, TrnType } from '../../../src/index.ts';
import { type Cell, table } from '../../shared/table.ts';
import type { Command } from '../args.ts';
import { openModel } from '../open.ts';

export const info: Command = {
  name: 'info',
  summary: 'Show the contents of a model: sizes, tree, actuators and sensors.',
  operand: '<model.xml>',
  options: { json: { help: 'print as JSON' } },
  examples: ['tenon info humanoid.xml', 'tenon info --json humanoid.xml'],
  async run(args) {
    const file = args.file();
    const m = await openModel(file);
    const d = new Data(m);
    forward(m, d);
    const parts = describe(m, d);
    if (args.has('json')) console.log(JSON.stringify({ file, ...asObjects(parts) }, null, 2));
    else {
      console.log(`${basename(file)}\n`);
      for (const { title, head, rows } of parts) if (rows.length > 0) console.log(`${title}\n${table(head, rows)}\n`);
    }
    return 0;
  },
};

interface Part {
  key: string;
  title: string;
  head: string[];
  rows: Cell[][];
}

function describe(m: Model, d: Data): Part[] {
  return [
    {
      key: 'sizes',
      title: 'sizes',
      head: ['what', 'number'],
      rows: [
        ['positions (nq)', m.nq],
        ['degrees of freedom (nv)', m.nv],
        ['controls (nu)', m.nu],
        ['activations (na)', m.na],
        ['bodies', m.nbody],
        ['joints', m.njnt],
        ['geoms', m.ngeom],
        ['meshes', m.nmesh],
        ['tendons', m.ntendon],
        ['equalities', m.neq],
        ['sensor values (nsensordata)', m.nsensordata],
        ['keyframes', m.nkey],
        ['initial contacts', d.ncon],
        ['initial constraint rows', d.nefc],
        ['mass in kg', m.body_subtreemass[0] ?? 0],
        ['timestep in s', m.opt.timestep],
      ],
    },
    { key: 'bodies', title: 'bodies', head: ['id', 'body', 'mass', 'joints'], rows: bodyRows(m) },
    {
      key: 'actuators',
      title: 'actuators',
      head: ['id', 'actuator', 'target', 'control range'],
      rows: range(m.nactuator).map((i) => [i, name(m, ObjType.ACTUATOR, i), target(m, i), controlRange(m, i)]),
    },
    {
      key: 'sensors',
      title: 'sensors',
      head: ['id', 'sensor', 'type', 'numbers'],
      rows: range(m.nsensor).map((i) => [
        i,
        name(m, ObjType.SENSOR, i),
        word(SensorType, m.sensor_type[i]!),
        m.sensor_dim[i]!,
      ]),
    },
    {
      key: 'keyframes',
      title: 'keyframes',
      head: ['id', 'keyframe', 'time'],
      rows: range(m.nkey).map((i) => [i, name(m, ObjType.KEY, i), m.key_time[i]!]),
    },
  ];
}

/** Bodies as an indented tree, with masses and joints. */
function bodyRows(m: Model): Cell[][] {
  const depth = new Int32Array(m.nbody);
  return range(m.nbody).map((i) => {
    if (i > 0) depth[i] = depth[m.body_parentid[i]!]! + 1;
    const joints = range(m.body_jntnum[i]!).map((k) => {
      const j = m.body_jntadr[i]! + k;
      return `${name(m, ObjType.JOINT, j)} (${word(JointType, m.jnt_type[j]!)})`;
    });
    return [i, '  '.repeat(depth[i]!) + name(m, ObjType.BODY, i), m.body_mass[i]!, joints.join(', ')];
  });
}

function target(m: Model, i: number): string {
  const type = m.actuator_trntype[i]!;
  const id = m.actuator_trnid[2 * i]!;
  const kind = new Map<number, ObjType>([
    [TrnType.JOINT, ObjType.JOINT],
    [TrnType.JOINTINPARENT, ObjType.JOINT],
    [TrnType.TENDON, ObjType.TENDON],
    [TrnType.SITE, ObjType.SITE],
    [TrnType.SLIDERCRANK, ObjType.SITE],
    [TrnType.BODY, ObjType.BODY],
  ]).get(type);
  return kind === undefined ? word(TrnType, type) : `${word(TrnType, type)} ${name(m, kind, id)}`;
}

function controlRange(m: Model, i: number): string {
  const u = m.actuator_ctrladr[i]!;
  if (m.actuator_ctrlnum[i] === 0) return '-';
  return m.actuator_ctrllimited[u]
    ? `${m.actuator_ctrlrange[2 * u]} to ${m.actuator_ctrlrange[2 * u + 1]}`
    : 'unlimited';
}

/** Name of an element, or its id in brackets. */
function name(m: Model, type: ObjType, id: number): string {
  return id2name(m, type, id) ?? `[${id}]`;
}

/** Member of an enumeration in lower case. */
function word(members: Readonly<Record<string, number>>, value: number): string {
  return (
    Object.keys(members)
      .find((key) => members[key] === value)
      ?.toLowerCase() ?? String(value)
  );
}

function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

function asObjects(parts: readonly Part[]): object {
  return Object.fromEntries(
    parts.map(({ key, head, rows }) => [
      key,
      key === 'sizes'
        ? Object.fromEntries(rows as [string, number][])
        : rows.map((row) =>
            Object.fromEntries(head.map((h, k) => [h, typeof row[k] === 'string' ? row[k].trim() : row[k]])),
          ),
    ]),
  );
}
