/** Scenes of the drop-in API are those of the official package, member by member. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareScenes } from '../../scripts/conformance/scenes.mjs';
import load from '../../src/mujoco.ts';
import { mujoco } from '../support/oracle.ts';

const ours = await load({ engine: 'js' });
const folder = new URL('../../examples/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

test.each(readdirSync(folder).filter((name) => name.endsWith('.xml')))('%s, for each visual flag', (name) => {
  const { geoms, differences } = compareScenes(mujoco, ours, read(name), { thorough: false });
  expect(differences).toEqual([]);
  expect(geoms).toBeGreaterThan(100);
});

/** What the examples do not have. */
const rest = `<mujoco>
  <option><flag energy="enable"/></option>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0" rgb2="0 1 0"/>
    <material name="m" texture="t" texrepeat="2 3" reflectance=".2" emission=".1"/>
    <mesh name="tet" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/>
    <hfield name="hf" nrow="2" ncol="2" size="1 1 .2 .1" elevation="0 1 1 0"/>
  </asset>
  <worldbody>
    <light pos="0 0 3" dir="0 .1 -1" type="spot" attenuation="1 .1 .2" cutoff="30" exponent="5"/>
    <light pos="1 0 3" type="point" active="false"/>
    <camera name="wide" pos="0 -3 1" xyaxes="1 0 0 0 0 1" resolution="4 3" fovy="60"/>
    <camera pos="1 -3 1" xyaxes="1 0 0 0 .1 1" resolution="20 30" sensorsize=".02 .03" focal=".03 .03"/>
    <camera pos="1 -3 2" xyaxes="1 0 0 0 .1 1" resolution="3 2" projection="orthographic" fovy="2"/>
    <geom type="plane" size="0 0 .1" material="m"/>
    <geom type="hfield" hfield="hf" pos="4 4 0"/>
    <geom name="belt" type="box" size="1 1 .05" pos="0 3 .05" surfacevel="1 0 0 0 0 1"/>
    <body pos="0 3 .148"><freejoint/><geom type="mesh" mesh="tet" pos="0 0 0"/><geom size=".1" pos=".1 .2 0"/></body>
    <body pos="0 0 1"><joint name="h" axis="0 1 0" range="-.1 .1" limited="true" ref=".2"/><geom type="capsule" size=".05 .2"/>
      <site name="a" pos="0 0 -.2" type="box" size=".02 .03 .04"/>
      <body pos="0 0 -.4"><joint name="b" type="ball"/><geom type="ellipsoid" size=".1 .05 .03"/><site name="c" pos=".1 0 0"/></body></body>
    <body pos="1 0 1"><joint name="s" type="slide" axis="0 0 1"/><geom type="cylinder" size=".05 .1"/><site name="d" pos="0 .2 0" euler="20 0 0"/></body>
    <body name="ghost" mocap="true" pos="2 0 2"><geom size=".1" contype="0" conaffinity="0"/></body>
    <site name="post" pos=".5 .5 1.4"/>
    <geom name="pulley" type="cylinder" size=".05 .2" pos=".5 .2 1.2" contype="0" conaffinity="0"/>
  </worldbody>
  <tendon>
    <spatial name="rope" range="0 2" limited="true"><site site="a"/><site site="post"/></spatial>
    <spatial name="spring" stiffness="1" rgba="0 1 0 1"><site site="c"/><geom geom="pulley"/><site site="d"/><pulley divisor="2"/><site site="post"/><site site="a"/></spatial>
    <spatial name="tight" range="0 .3" limited="true"><site site="c"/><site site="d"/></spatial>
  </tendon>
  <equality><connect site1="a" site2="post"/><weld body1="ghost"/></equality>
  <actuator>
    <motor joint="h" ctrlrange="-1 1" ctrllimited="true"/><position joint="s"/><motor tendon="spring"/><motor site="a" gear="0 0 1 0 0 0"/>
    <general joint="b" gear="1 0 0"/><general cranksite="c" slidersite="d" cranklength=".3"/>
  </actuator>
  <sensor>
    <rangefinder site="a"/><rangefinder site="d" data="dist point normal"/><rangefinder camera="wide" data="dist normal"/>
    <fromto geom1="belt" geom2="pulley" cutoff="10"/>
  </sensor>
</mujoco>`;

test('flags, labels and frames of everything that a model can have', () => {
  const { geoms, differences } = compareScenes(mujoco, ours, rest);
  expect(differences).toEqual([]);
  expect(geoms).toBeGreaterThan(1000);
});
