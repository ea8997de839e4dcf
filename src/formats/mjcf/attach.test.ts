import { expect, test } from 'vitest';
import { mujoco } from '../../../test/support/oracle/oracle.ts';
import type { SpecTree } from '../spec/specTree.ts';
import { subtreeBodies } from '../spec/stateSizes.ts';
import { mapSource } from './files.ts';
import { readMjcf } from './readMjcf.ts';
import { writeMjcf } from './writeMjcf.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Oracle = ReturnType<typeof mujoco.MjModel.from_xml_string>;

function oracle(text: string, files: Record<string, string>): NonNullable<Oracle> {
  const vfs = new mujoco.MjVFS();
  try {
    for (const [name, content] of Object.entries(files)) vfs.addBuffer(name, encoder.encode(content));
    const model = mujoco.MjModel.from_xml_string(text, vfs);
    if (model === null) throw new Error('no model');
    return model;
  } finally {
    vfs.delete();
  }
}

const KINDS = ['body', 'jnt', 'geom', 'site', 'cam', 'light', 'pair', 'eq', 'tendon', 'actuator', 'sensor', 'key'];

/** Names of all objects, in the order of ids. */
function oracleNames(model: NonNullable<Oracle>): Record<string, string[]> {
  const counts: Record<string, number> = {
    body: model.nbody,
    jnt: model.njnt,
    geom: model.ngeom,
    site: model.nsite,
    cam: model.ncam,
    light: model.nlight,
    pair: model.npair,
    eq: model.neq,
    tendon: model.ntendon,
    actuator: model.nactuator,
    sensor: model.nsensor,
    key: model.nkey,
  };
  const names = Uint8Array.from(model.names as ArrayLike<number>);
  const fields = model as unknown as Record<string, Int32Array>;
  return Object.fromEntries(
    KINDS.map((kind) => {
      const adr = fields[`name_${kind}adr`] ?? new Int32Array();
      const list = Array.from({ length: counts[kind] ?? 0 }, (_, i) => {
        const start = adr[i] ?? 0;
        return decoder.decode(names.subarray(start, names.indexOf(0, start)));
      });
      return [kind, list];
    }),
  );
}

function ourNames(spec: SpecTree): Record<string, string[]> {
  const bodies = subtreeBodies(spec.worldbody);
  const getName = (element: { name: string }) => element.name;
  return {
    body: bodies.map(getName),
    jnt: bodies.flatMap((b) => b.joints).map(getName),
    geom: bodies.flatMap((b) => b.geoms).map(getName),
    site: bodies.flatMap((b) => b.sites).map(getName),
    cam: bodies.flatMap((b) => b.cameras).map(getName),
    light: bodies.flatMap((b) => b.lights).map(getName),
    pair: spec.pairs.map(getName),
    eq: spec.equalities.map(getName),
    tendon: spec.tendons.map(getName),
    actuator: spec.actuators.map(getName),
    sensor: spec.sensors.map(getName),
    key: spec.keys.map(getName),
  };
}

const INNER = '<body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/></body>';
const OUTER = '<body name="o"><geom name="og" size=".1"/><site name="os"/></body>';
const REFERENCES = `<contact><pair name="p" geom1="g" geom2="og"/><exclude body1="b" body2="o"/></contact>
  <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed>
    <spatial name="ts"><site site="s"/><site site="os"/></spatial></tendon>
  <equality><joint name="e" joint1="j"/></equality>
  <actuator><motor name="m" joint="j"/><motor name="mt" tendon="t"/></actuator>
  <sensor><gyro name="gy" site="s"/><framepos name="f" objtype="site" objname="s" reftype="site" refname="os"/></sensor>`;
const CHILD = `<mujoco model="child"><compiler angle="radian" eulerseq="zyx" autolimits="false"/>
  <default><default class="c"><joint damping="3" range="-1 1"/></default></default>${REFERENCES}
  <worldbody>${OUTER}<frame name="fr" euler=".1 .2 .3">
    <body name="b" childclass="c" euler=".3 .2 .1"><joint name="j" limited="true"/><geom name="g" size=".1"/>
      <site name="s"/></body></frame></worldbody>
  <keyframe><key name="k" time="2" qpos=".5" qvel="2" ctrl="1 2"/></keyframe></mujoco>`;
const BODY = '<body name="z"><joint name="jz" ref="30"/><geom size=".1"/></body>';

const self = (contents: string) => `<mujoco>${REFERENCES}<worldbody>${contents}</worldbody></mujoco>`;
const parent = (contents: string, sections = '') =>
  `<mujoco><asset><model file="child.xml"/></asset>${sections}<worldbody>${contents}</worldbody></mujoco>`;

const models: [string, string][] = [
  ['replicate', self(`${OUTER}<replicate count="2" offset="1 0 0">${INNER}</replicate>`)],
  ['replicate with padding', self(`${OUTER}<replicate count="11" euler="0 0 10" sep="_">${INNER}</replicate>`)],
  [
    'nested replicate',
    self(`${OUTER}<replicate count="2"><replicate count="2" sep="-">${INNER}</replicate></replicate>`),
  ],
  [
    'replicate in a body',
    self(`${OUTER}<body name="w"><replicate count="2"><geom size="1" name="x"/>${INNER}</replicate></body>`),
  ],
  ['no copies', self(`${OUTER}<replicate count="0">${INNER}</replicate>`)],
  [
    'two replicates',
    self(`${OUTER}<replicate count="2">${INNER}</replicate><replicate count="2"><geom size="1"/></replicate>`),
  ],
  ['a copy of a body', self(`${OUTER}${INNER}<frame pos="1 0 0"><attach body="b" prefix="p_"/></frame>`)],
  ['a copy of a frame', self(`${OUTER}<frame name="f">${INNER}</frame><attach frame="f" prefix="p_"/>`)],
  [
    'a copy inside itself',
    self(
      `${OUTER}<body name="b"><joint name="j"/><geom name="g" size=".1"/><site name="s"/><attach body="b" prefix="p_"/></body>`,
    ),
  ],
  ['a model', parent('<attach model="child" prefix="p_"/>')],
  [
    'a model in a frame',
    parent(`<frame pos="1 2 3" euler="10 20 30"><attach model="child" prefix="p_"/></frame>${BODY}`),
  ],
  ['a model twice', parent(`${BODY}<attach model="child" prefix="p_"/><attach model="child" prefix="q_"/>`)],
  ['a body of a model', parent(`${BODY}<attach model="child" body="b" prefix="p_"/>`)],
  ['a body that refers outside', parent(`${OUTER}<attach model="child" body="b" prefix="p_"/>`)],
  ['a frame of a model', parent(`<attach model="child" frame="fr" prefix="p_"/>`)],
  ['copies of a model', parent('<replicate count="2"><attach model="child" prefix="a_"/></replicate>')],
  [
    'a model and a keyframe',
    parent(`<attach model="child" prefix="p_"/>${BODY}`, '<keyframe><key name="pk" qpos=".7"/></keyframe>'),
  ],
];

test.each(models)('%s: names, counts and order equal those of MuJoCo', (_, text) => {
  const files = { 'child.xml': CHILD };
  const source = mapSource(new Map([['child.xml', encoder.encode(CHILD)]]));
  const spec = readMjcf(text, { file: 'm.xml', source });
  const expected = oracle(text, files);
  expect(ourNames(spec)).toEqual(oracleNames(expected));

  // MuJoCo itself reads our saved files, and finds the same values
  const saved = oracle(writeMjcf(spec), {});
  expect(oracleNames(saved)).toEqual(oracleNames(expected));
  for (const field of [
    'body_pos',
    'body_quat',
    'jnt_range',
    'jnt_limited',
    'qpos0',
    'geom_pos',
    'geom_quat',
    'site_pos',
    'dof_damping',
    'actuator_trnid',
    'sensor_objid',
    'sensor_refid',
    'key_ctrl',
    'key_qvel',
  ] as const) {
    let a: ArrayLike<number>;
    try {
      a = (expected as unknown as Record<string, ArrayLike<number>>)[field] ?? [];
    } catch {
      continue; // boolean arrays cannot be read from the package
    }
    const b = (saved as unknown as Record<string, ArrayLike<number>>)[field] ?? [];
    expect(b.length, field).toBe(a.length);
    for (let i = 0; i < a.length; i++) expect(b[i], `${field}[${i}]`).toBeCloseTo(a[i] ?? Number.NaN, 12);
  }
  expected.delete();
  saved.delete();
});

test('keyframes of attached models follow their joints', () => {
  const source = mapSource(new Map([['child.xml', encoder.encode(CHILD)]]));
  const spec = readMjcf(parent(`${BODY}<attach model="child" prefix="p_"/>`), { file: 'm.xml', source });
  const [key] = spec.keys;
  expect(key?.name).toBe('p_k');
  expect(key?.qpos).toEqual([Number.NaN, 0.5]);
  expect(key?.qvel).toEqual([0, 2]);
  expect(key?.ctrl).toEqual([1, 2]);
});
