// needs: the compiled engine
import { expect, test } from 'vitest';
import { mujoco, oracleModel } from '../../../test/support/oracle/oracle.ts';
import { modelFromXml } from '../../load/load.ts';
import { step } from '../engine/step.ts';
import { Data } from '../model/data.ts';
import { Model } from '../model/model.ts';

const xml = (cone: string) => `<mujoco><option cone="${cone}"/><worldbody>
  <geom name="floor" type="plane" size="5 5 0.1" euler="8 0 0" condim="4" friction="0.8 0.02 0.001"/>
  <body name="box" pos="0 0 0.12" euler="8 3 10"><freejoint/><geom name="crate" type="box" size="0.1 0.1 0.1"/></body>
  <body name="ball" pos="0.05 0 0.32"><freejoint/><geom size="0.1"/></body></worldbody></mujoco>`;

function both(cone: string) {
  const m = modelFromXml(xml(cone), { engine: 'js' });
  const model = oracleModel(xml(cone));
  return { m, d: new Data(m), theirs: { m: model, d: new mujoco.MjData(model) } };
}

test.each(['pyramidal', 'elliptic'])('contacts have the fields and the forces of MuJoCo (%s)', (cone) => {
  const { m, d, theirs } = both(cone);
  let compared = 0;
  for (let k = 0; k < 60; k++) {
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
    const contacts = d.contacts();
    expect(contacts.length).toBe(theirs.d.ncon);
    for (const contact of contacts) {
      const other = theirs.d.contact.get(contact.id)!;
      const wrench = new mujoco.DoubleBuffer(6);
      mujoco.mj_contactForce(theirs.m, theirs.d, contact.id, wrench);
      const expected = [...wrench.GetView()];
      [...contact.force, ...contact.torque].forEach((x, i) => {
        expect(x).toBeCloseTo(expected[i]!, 8);
      });
      expect(contact.geom).toEqual([other.geom[0], other.geom[1]]);
      expect(contact.dist).toBeCloseTo(other.dist, 10);
      [...contact.pos].forEach((x, i) => {
        expect(x).toBeCloseTo(other.pos[i]!, 10);
      });
      [...contact.frame].forEach((x, i) => {
        expect(x).toBeCloseTo(other.frame[i]!, 10);
      });
      wrench.delete();
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(100);
});

test('world forces act on the second body, and add up to what accelerates it', () => {
  const { m, d } = both('elliptic');
  step(m, d, 50);
  const onBox = new Float64Array(3);
  const contacts = d.contacts();
  for (const { body, bodyNames, geomNames, normal, force, worldForce } of contacts) {
    const sign = bodyNames[1] === 'box' ? 1 : bodyNames[0] === 'box' ? -1 : 0;
    for (let k = 0; k < 3; k++) onBox[k] += sign * worldForce[k];
    for (const [k, name] of geomNames.entries()) if (name !== '') expect(m.geom(name).bodyid).toBe(body[k]);
    expect(force[0]).toBeCloseTo(normal[0] * worldForce[0] + normal[1] * worldForce[1] + normal[2] * worldForce[2], 10);
  }
  expect(contacts.length).toBeGreaterThan(3);
  // m (a - g) = f
  const dof = m.body('box').dofadr;
  for (let k = 0; k < 3; k++) {
    expect(onBox[k]).toBeCloseTo(m.body('box').mass * (d.qacc[dof + k] - m.opt.gravity[k]), 6);
  }
});

test('contacts are copies, and empty before the first forward', () => {
  const { m, d } = both('pyramidal');
  expect(new Data(m).contacts()).toEqual([]);
  step(m, d, 50);
  const contact = d.contacts()[0];
  const { dist } = contact;
  const pos = [...contact.pos];
  step(m, d, 50);
  expect([contact.dist, ...contact.pos]).toEqual([dist, ...pos]);
  expect(() => new Data(new Model({ nbody: 1 })).contacts()).toThrow('contacts: no engine runs this model');
});
