import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectSameForward, expectSameTrajectory } from '../../../../test/support/oracle/compare.ts';
import { pairFromXml } from '../../../../test/support/oracle/oracle.ts';
import { SensorType } from '../../model/enums.ts';
import { forward } from '../forward.ts';

const scene = `
  <worldbody>
    <camera name="fixed" pos="0 -3 1" xyaxes="1 0 0 0 0 1"/>
    <camera name="lens" pos="0 -3 1" xyaxes="1 0 0 0 0 1" resolution="64 48" focal=".02 .02" sensorsize=".01 .02"/>
    <site name="zone" type="box" size="1 1 1" pos="0 0 .5"/><site name="ball zone" size=".5"/>
    <body name="free" pos="0 0 1"><freejoint/><geom name="g" type="box" size=".1 .2 .3" pos=".05 0 0"/><site name="s" pos=".1 .2 0" euler="10 20 30"/>
      <camera name="cam" pos=".1 0 0"/>
      <body name="hinge" pos=".5 0 0"><joint name="h" axis="0 1 0"/><geom size=".1" pos="0 0 -.4"/>
        <site name="t" pos="0 0 -.4" type="capsule" size=".2 .3"/>
        <body name="ball" pos="0 0 -.8"><joint name="b" type="ball"/><geom type="capsule" size=".05 .2" pos="0 .1 0"/></body></body></body>
    <body name="slide" pos="1 0 0"><joint name="x" type="slide" axis="1 0 1"/><geom size=".1"/><site name="u" pos=".3 0 0" type="cylinder" size=".2 .2"/></body>
  </worldbody>
  <tendon><spatial name="ten"><site site="s"/><site site="u"/></spatial></tendon>
  <actuator><motor name="m" joint="h"/><motor name="mt" tendon="ten"/><orientation name="o" joint="b" kp="1"/></actuator>`;

function frames(kinds: string, reference: string): string {
  return kinds
    .split(' ')
    .flatMap((kind) =>
      ['body free', 'xbody hinge', 'geom g', 'site t', 'camera cam'].map((object) => {
        const [type, name] = object.split(' ');
        return `<${kind} objtype="${type}" objname="${name}" ${reference}/>`;
      }),
    )
    .join('');
}

const sensors = `
  <magnetometer site="s"/><camprojection site="t" camera="fixed"/><camprojection site="t" camera="lens"/>
  <jointpos joint="h"/><tendonpos tendon="ten"/><actuatorpos actuator="m"/><actuatorpos actuator="o"/><ballquat joint="b"/>
  <jointvel joint="x"/><tendonvel tendon="ten"/><actuatorvel actuator="mt"/><actuatorvel actuator="o"/><ballangvel joint="b"/>
  <velocimeter site="s"/><gyro site="t"/><accelerometer site="s"/><force site="t"/><torque site="t"/>
  <actuatorfrc actuator="m"/><actuatorfrc actuator="o"/><jointactuatorfrc joint="h"/><tendonactuatorfrc tendon="ten"/>
  <subtreecom body="free"/><subtreelinvel body="hinge"/><subtreeangmom body="free"/>
  <insidesite site="zone" objtype="body" objname="free"/><insidesite site="t" objtype="geom" objname="g"/>
  <insidesite site="u" objtype="site" objname="s"/><insidesite site="ball zone" objtype="xbody" objname="slide"/>
  <e_potential/><e_kinetic/><clock/>
  <gyro site="s" cutoff=".3"/><jointpos joint="h" cutoff=".1"/><clock cutoff=".001"/>`;

const all = `${sensors}
  ${frames('framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel framelinacc frameangacc', '')}
  ${frames('framepos framequat framexaxis frameyaxis framezaxis framelinvel frameangvel', 'reftype="site" refname="u"')}
  ${frames('framepos framequat framelinvel frameangvel', 'reftype="body" refname="ball"')}`;

test('sensors without contacts or rays match MuJoCo, with every kind of frame', () => {
  const xml = `<mujoco><option magnetic=".1 -.5 .2"><flag constraint="disable"/></option>${scene}<sensor>${all}</sensor></mujoco>`;
  const pair = expectSameForward(xml, 1e-11, ({ d, theirs }) => {
    const force = d.qvel.slice(0, 6);
    d.xfrc_applied.set(force, 6);
    (theirs.d.xfrc_applied as Float64Array).set(force, 6);
  });
  expect(pair.m.nsensordata).toBeGreaterThan(200);
});

test('distances between geoms and between bodies match MuJoCo', () => {
  expectSameForward(
    `<mujoco><option><flag constraint="disable"/></option>${scene}<sensor>
      <distance geom1="g" body2="slide" cutoff="3"/><normal body1="free" body2="ball" cutoff="3"/>
      <fromto body1="slide" geom2="g" cutoff="3"/><fromto body1="slide" geom2="g" cutoff=".01"/>
      <distance body1="slide" geom2="g" cutoff=".01"/></sensor></mujoco>`,
    1e-7,
  );
});

test('delays, intervals and histories of sensors match MuJoCo over time', () => {
  expectSameTrajectory(
    `<mujoco><option timestep=".004"><flag constraint="disable"/></option>${scene}<sensor>
      <jointpos joint="h" delay=".01" nsample="5"/><gyro site="s" delay=".013" nsample="6" interp="linear"/>
      <framepos objtype="site" objname="t" delay=".011" nsample="6" interp="cubic"/>
      <accelerometer site="s" interval=".01" nsample="3"/><jointvel joint="x" interval=".012 -.003" delay=".02" nsample="4"/>
      <clock nsample="3"/><subtreelinvel body="free" interval=".009" nsample="2" interp="linear"/></sensor></mujoco>`,
    120,
  );
});

test('disabled sensors keep their values', () => {
  const { m, d } = pairFromXml(
    `<mujoco><option><flag sensor="disable" contact="disable"/></option>${scene}<sensor><clock/></sensor></mujoco>`,
  );
  d.sensordata[0] = 5;
  d.time = 1;
  forward(m, d);
  expect(d.sensordata[0]).toBe(5);
});

test('user sensors come from the callback, stage by stage, with their cutoff', () => {
  const { m, d } = pairFromXml(`<mujoco><option><flag constraint="disable"/></option>${scene}<sensor>
    <user dim="2" needstage="pos"/><user dim="1" needstage="vel" cutoff="2"/><user dim="1" needstage="acc"/></sensor></mujoco>`);
  const seen: number[] = [];
  m.callbacks = {
    sensor: (model, data, stage) => {
      seen.push(stage);
      for (let i = 0; i < model.nsensor; i++) {
        expect(model.sensor_type[i]).toBe(SensorType.USER);
        if (model.sensor_needstage[i] === stage) data.sensordata[model.sensor_adr[i]] = 10 * stage;
      }
    },
  };
  d.sensordata.fill(7);
  forward(m, d);
  expect(seen).toEqual([1, 2, 3]);
  expect([...d.sensordata]).toEqual([10, 0, 2, 30]);
});

test('sensors of contacts, rays and limits match MuJoCo while objects pile up', () => {
  const fields = 'found force torque dist pos normal tangent';
  expectSameTrajectory(
    `<mujoco><option tolerance="1e-13" iterations="300"/><worldbody><geom name="floor" type="plane" size="5 5 .1"/>
      <body name="b" pos="0 0 .2" euler="0 3 0"><freejoint/><geom name="box" type="box" size=".1 .15 .2"/>
        <site name="pad" type="box" size=".12 .17 .05" pos="0 0 -.2"/><site name="eye" pos="0 0 -.3" euler="180 0 0"/></body>
      <body name="c" pos=".02 0 .5"><freejoint/><geom name="ball" size=".1"/></body>
      <body name="d" pos="1 0 .3"><joint name="j" axis="0 1 0" range="-10 10" limited="true"/>
        <geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/></body>
      <site name="zone" type="box" size=".05 1 .1" pos=".1 0 0"/></worldbody>
      <sensor><touch site="pad"/><rangefinder site="eye"/><rangefinder site="eye" data="dist dir origin point normal depth"/>
        <contact data="${fields}" num="5" body1="b"/><contact data="${fields}" num="3" reduce="mindist" geom2="box"/>
        <contact data="found force pos" num="2" reduce="maxforce" geom1="box" geom2="floor"/>
        <contact data="${fields}" reduce="netforce" body1="b"/><contact data="found normal" num="4" subtree1="b" body2="c"/>
        <contact data="found dist" num="2" site="zone"/><contact data="found" num="1"/>
        <jointlimitpos joint="j"/><jointlimitvel joint="j"/><jointlimitfrc joint="j"/></sensor></mujoco>`,
    40,
    1e-6,
  );
});

test('sensors of tendon limits match MuJoCo, before and while the tendons are at their limits', () => {
  const pair = expectSameTrajectory(
    `<mujoco><option timestep=".005" tolerance="1e-13" iterations="100"/><worldbody><site name="top" pos="0 0 2"/>
      <body pos="0 0 1.2"><joint name="z" type="slide" axis="0 0 1"/><joint name="h" axis="0 1 0"/>
        <geom size=".1" pos=".05 0 0"/><site name="low"/></body></worldbody>
      <tendon><spatial name="rope" limited="true" range="0 .9"><site site="top"/><site site="low"/></spatial>
        <fixed name="both" limited="true" range="-.05 .02" margin=".01"><joint joint="z" coef="1"/><joint joint="h" coef=".3"/></fixed></tendon>
      <sensor>${['rope', 'both'].map((t) => `<tendonlimitpos tendon="${t}"/><tendonlimitvel tendon="${t}"/><tendonlimitfrc tendon="${t}"/>`).join('')}</sensor></mujoco>`,
    101,
    1e-9,
  );
  // the rope is taut at the end: its limit has distance, velocity and force
  expect([...pair.d.sensordata.subarray(0, 3)].every((x) => x !== 0)).toBe(true);
  expect(pair.d.nl).toBeGreaterThan(0);
});

test('every sensor type is compared with MuJoCo here, or names the test that does', () => {
  const elsewhere: Partial<Record<keyof typeof SensorType, string>> = {
    TACTILE: 'tactile.test.ts',
    USER: 'user sensors come from the callback, above',
    PLUGIN: 'src/core/plugin',
  };
  const text = readFileSync(new URL(import.meta.url), 'utf8');
  const special: Partial<Record<keyof typeof SensorType, string>> = {
    E_POTENTIAL: 'e_potential',
    E_KINETIC: 'e_kinetic',
    JOINTACTFRC: 'jointactuatorfrc',
    TENDONACTFRC: 'tendonactuatorfrc',
    GEOMDIST: 'distance',
    GEOMNORMAL: 'normal',
    GEOMFROMTO: 'fromto',
  };
  const missing = (Object.keys(SensorType) as (keyof typeof SensorType)[]).filter((name) => {
    const tag = special[name] ?? name.toLowerCase();
    return !elsewhere[name] && !text.includes(`<${tag}`) && !text.includes(` ${tag}`) && !text.includes(`'${tag}`);
  });
  expect(missing).toEqual([]);
});
