// needs: the compiled engine
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { modelFromXml } from '../../../load/load.ts';
import { Data } from '../data.ts';
import { dataFields } from '../fields/data.ts';
import { modelTable } from '../fields/index.ts';
import type { Row } from '../fields/row.ts';
import { type Kind, kinds } from './kinds.ts';

const m = modelFromXml(
  `<mujoco model="arm"><worldbody>
    <body name="target" mocap="true" pos="1 2 3"/>
    <body name="arm"><joint name="hinge" armature="0.5" damping="2" solreffriction="0.1 1"/><geom name="hand" size="0.1"/>
      <body><joint name="ball" type="ball" damping="3"/><geom size="0.1"/></body></body></worldbody>
  <tendon><fixed name="wire"><joint joint="hinge" coef="4"/></fixed></tendon>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-2 3" gear="50"/>
    <general name="filtered" joint="hinge" dyntype="filter" dynprm="0.1"/>
    <general name="turn" joint="ball" dyntype="none" gaintype="so3" biastype="so3" gainprm="3" biasprm="0 -3 -.1"/></actuator>
  <sensor><jointpos joint="hinge"/><ballquat name="orientation" joint="ball"/></sensor>
  <keyframe><key name="home" qpos="0.5 1 0 0 0"/></keyframe>
  <custom><numeric name="gains" data="1 2 3"/></custom></mujoco>`,
  { engine: 'js' },
);

const isOf = (row: Row, size: string) =>
  row[2] === size && !/^(name|work)_/.test(row[0]) && !/_awake_ind$/.test(row[0]);

/** The fields that a view of a kind must have, by the tables. */
function fieldsOf(kind: Kind, table: readonly Row[]): string[] {
  const sizes = [kind.size, ...(kind.numbers ?? []), ...(kind.arrays ?? [])];
  return table.filter((row) => sizes.some((size) => isOf(row, size))).map(([name]) => name);
}

const present = Object.entries<Kind>(kinds).filter(([, { size }]) => m[size as 'nbody'] > 0);

test.each(present)('a view of a %s has every field of its element', (method, kind) => {
  const views = [[(m as unknown as Record<string, (k: number) => object>)[method](0), fieldsOf(kind, modelTable)]];
  const d = new Data(m);
  if (!kind.modelOnly)
    views.push([(d as unknown as Record<string, (k: number) => object>)[method](0), fieldsOf(kind, dataFields)]);
  for (const [view, fields] of views) {
    const names = Object.keys((view as { toJSON(): object }).toJSON());
    expect(names.length - 2, `${names.join(' ')}`).toBe((fields as string[]).length);
  }
});

test('the inspected kinds', () => {
  expect(present.map(([method]) => method).join(' ')).toBe('body joint geom tendon actuator sensor numeric key');
});

test('fields that begin like a kind of elements belong to its views', () => {
  const others: string[] = [];
  for (const kind of Object.values<Kind>(kinds)) {
    const fields = new Set(fieldsOf(kind, modelTable));
    for (const [name] of modelTable) {
      if (kind.prefixes.some((start) => name.startsWith(start)) && !fields.has(name)) others.push(name);
    }
  }
  // their addresses do not say how many numbers an element has
  expect(others).toEqual(['flex_stiffness', 'flex_bending', 'flex_texcoord']);
});

test('actuators have the fields of their control and of their output', () => {
  const motor = m.actuator('motor');
  expect([...motor.ctrlrange]).toEqual([-2, 3]);
  expect(motor.ctrllimited).toBe(1);
  expect([...motor.gear]).toEqual([50, 0, 0, 0, 0, 0]);
  motor.ctrllimited = 0;
  expect(m.actuator_ctrllimited[0]).toBe(0);
  const d = new Data(m);
  d.actuator('filtered').act[0] = 0.25;
  expect(d.act[0]).toBe(0.25);
  expect(d.actuator('motor').act.length).toBe(0);
});

test('of an actuator with several controls, one value is that of the first, and arrays have them all', () => {
  const d = new Data(m);
  const view = d.actuator('turn');
  expect([m.actuator('turn').ctrlnum, m.actuator('turn').outnum]).toEqual([3, 3]);
  view.ctrl = 5;
  expect([...d.ctrl.subarray(2)]).toEqual([5, 0, 0]);
  expect(m.actuator('turn').ctrlrange.length).toBe(6);
  expect(m.actuator('turn').gear.length).toBe(18);
});

test('joints have the fields of their dofs, and names that are taken stay whole', () => {
  expect([...m.joint('ball').damping]).toEqual([3, 3, 3]);
  expect(m.joint('hinge').armature[0]).toBe(0.5);
  expect(m.joint('hinge').solref.length).toBe(2);
  expect([...m.joint('hinge').dof_solref]).toEqual([0.1, 1]);
  expect(m.joint('ball').qpos0.length).toBe(4);
  const d = new Data(m);
  d.joint('ball').qvel[2] = 7;
  expect(d.qvel[3]).toBe(7);
  expect(d.joint('ball').cdof.length).toBe(18);
});

test('other lookups: mocap bodies, sensors, tendons, keyframes of one joint, custom numbers', () => {
  const d = new Data(m);
  d.body('target').mocap_pos = Float64Array.of(4, 5, 6);
  expect([...d.mocap_pos]).toEqual([4, 5, 6]);
  expect(d.body('arm').mocap_pos.length).toBe(0);
  expect(d.sensor('orientation').data.length).toBe(4);
  expect(m.tendon('wire').J_rownnz).toBe(1);
  expect(d.tendon('wire').J.length).toBe(1);
  expect([...m.numeric('gains').data]).toEqual([1, 2, 3]);
  // an array although the row has one number
  const one = modelFromXml(
    `<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody><keyframe><key qpos="0.5"/></keyframe></mujoco>`,
    { engine: 'js' },
  );
  expect([...one.key(0).qpos]).toEqual([0.5]);
});

test('a view prints its element with values; a Model and a Data print their sizes', () => {
  const d = new Data(m);
  d.time = 0.5;
  expect(inspect(m.body('arm'))).toMatch(/^ModelBody 'arm', id 2\n {2}parentid {9}0\n.*\n {2}mass {13}4\.189\n/s);
  expect(inspect(m.joint('hinge'))).toContain('\n  type             3 (HINGE)\n');
  expect(inspect(m.actuator('motor'))).toContain('\n  ctrlrange        -2, 3\n');
  // without values there is no line
  expect(inspect(d.body('arm'))).not.toContain('mocap');
  expect(inspect(d.body('target'))).toContain('\n  mocap_pos        1, 2, 3');
  expect(inspect({ arm: m.body('arm') })).toBe("{ arm: [ModelBody 'arm'] }");
  expect(inspect(m.body('arm'), { depth: null })).toContain('\n');
  expect(inspect(m, { depth: null })).toContain('\n');
  expect(String(d.joint('hinge'))).toBe("DataJoint 'hinge'");
  expect(JSON.parse(JSON.stringify(m.body('arm')))['parentid']).toBe(0);
  const lines = inspect(m).split('\n');
  expect(lines[0]).toBe("Model 'arm': nq 5, nv 4, nu 5, na 1, nbody 4, ngeom 2, timestep 0.002 s");
  expect(lines).toContain('  joints (2)       hinge, ball');
  expect(lines).toContain('  bodies (4)       world, target, arm, and 1 more');
  expect(inspect(d)).toMatch(
    /^Data of 'arm': time 0\.5 s, 0 contacts, 0 constraint rows\n {2}qpos \(5\) +0, 1, 0, 0, 0\n/,
  );
  expect(inspect({ m }).split('\n')).toHaveLength(3);
  expect(inspect(m.opt)).toMatch(/timestep: 0\.002,.*gravity: Float64Array\(3\) \[ 0, 0, -9\.81 \]/s);
  d.free();
  expect(inspect(d)).toBe('Data (freed)');
});
