/** The models of `Humanoid-v5` (standing) and `HumanoidStandup-v5` (on its back). */
import { assets, light } from './scene.ts';

/** Differences between the two. */
interface Posture {
  model: string;
  height: string;
  head: string;
  waist: string;
  lowerWaist: string;
  pelvis: string;
  /** z of the hips in the pelvis */
  hip: string;
  /** ends of the thigh and the shin, at the knee and the foot; y is for the right side */
  thigh: (y: string) => string;
  knee: (y: string) => string;
  shin: string;
  foot: string;
  /** bend of the left hip */
  leftBend: number;
}

const standing: Posture = {
  model: 'humanoid',
  height: '1.4',
  head: '0 0 0.19',
  waist: '-0.01 -0.06 -0.12 -0.01 0.06 -0.12',
  lowerWaist: '-0.01 0 -0.26',
  pelvis: '0 0 -0.165',
  hip: '-0.04',
  thigh: (y) => `0 ${y} -0.34`,
  knee: (y) => `0 ${y} -0.403`,
  shin: '0 0 -0.3',
  foot: '0 0 -0.45',
  leftBend: -110,
};

const lying: Posture = {
  model: 'humanoid standup',
  height: '0.105',
  head: '-0.15 0 0',
  waist: '0.11 -0.06 0 0.11 0.06 0',
  lowerWaist: '0.21 0 0',
  pelvis: '0.165 0 0',
  hip: '0',
  thigh: (y) => `0.34 ${y} 0`,
  knee: (y) => `0.403 ${y} 0`,
  shin: '0.3 0 0',
  foot: '0.35 0 -0.1',
  leftBend: -120,
};

/** A leg; as published, the two sides differ in more than sign. */
function leg(p: Posture, side: 'right' | 'left'): string {
  const right = side === 'right';
  const [out, y] = right ? ['-0.1', '0.01'] : ['0.1', '-0.01'];
  const mirrored = right ? '' : '-';
  return `
          <body name="${side}_thigh" pos="0 ${out} ${p.hip}">
            <joint name="${side}_hip_x" axis="${mirrored}1 0 0" range="-25 5" armature="0.01" damping="5" stiffness="10"/>
            <joint name="${side}_hip_z" axis="0 0 ${mirrored}1" range="-60 35" armature="0.01" damping="5" stiffness="10"/>
            <joint name="${side}_hip_y" axis="0 1 0" range="${right ? -110 : p.leftBend} 20" damping="5" stiffness="20"
              armature="${right ? '0.008' : '0.01'}"/>
            <geom fromto="0 0 0 ${p.thigh(y)}" size="0.06"/>
            <body name="${side}_shin" pos="${p.knee(y)}">
              <joint name="${side}_knee" pos="0 0 0.02" axis="0 -1 0" range="-160 -2" armature="0.006"
                stiffness="${right ? 0 : 1}"/>
              <geom fromto="0 0 0 ${p.shin}" size="0.049"/>
              <body name="${side}_foot" pos="${p.foot}">
                <geom type="sphere" pos="0 0 0.1" size="0.075"/>
              </body>
            </body>
          </body>`;
}

function arm(side: 'right' | 'left'): string {
  const right = side === 'right';
  const [y, back] = right ? ['-', ''] : ['', '-'];
  const range = right ? '-85 60' : '-60 85';
  return `
      <body name="${side}_upper_arm" pos="0 ${y}0.17 0.06">
        <joint name="${side}_shoulder1" axis="2 ${back}1 1" range="${range}" armature="0.0068" stiffness="1"/>
        <joint name="${side}_shoulder2" axis="0 ${y}1 1" range="${range}" armature="0.0051" stiffness="1"/>
        <geom fromto="0 0 0 0.16 ${y}0.16 -0.16" size="0.04"/>
        <body name="${side}_lower_arm" pos="0.18 ${y}0.18 -0.18">
          <joint name="${side}_elbow" axis="0 -1 ${right ? '1' : '-1'}" range="-90 50" armature="0.0028"/>
          <geom fromto="0.01 ${back}0.01 0.01 0.17 ${back}0.17 0.17" size="0.031"/>
          <geom type="sphere" pos="0.18 ${back}0.18 0.18" size="0.04"/>
        </body>
      </body>`;
}

/** Actuated joints in order, with their gears. */
const motors: readonly (readonly [number, ...string[]])[] = [
  [100, 'abdomen_y', 'abdomen_z', 'abdomen_x', 'right_hip_x', 'right_hip_z'],
  [300, 'right_hip_y'],
  [200, 'right_knee'],
  [100, 'left_hip_x', 'left_hip_z'],
  [300, 'left_hip_y'],
  [200, 'left_knee'],
  [25, 'right_shoulder1', 'right_shoulder2', 'right_elbow', 'left_shoulder1', 'left_shoulder2', 'left_elbow'],
];

function motorXml([gear, ...joints]: readonly [number, ...string[]]): string {
  return joints.map((joint) => `<motor name="${joint}" joint="${joint}" gear="${gear}"/>`).join('');
}

function tendon(side: string): string {
  return `<fixed name="${side}_hipknee"><joint joint="${side}_hip_y" coef="-1"/><joint joint="${side}_knee" coef="1"/></fixed>`;
}

function humanoid(p: Posture): string {
  return `
<mujoco model="${p.model}">
  <compiler inertiafromgeom="true"/>
  <option timestep="0.003" integrator="RK4" solver="PGS" iterations="50"/>
  <default>
    <joint armature="1" damping="1" limited="true"/>
    <geom type="capsule" condim="1" margin="0.001" material="skin"/>
    <motor ctrllimited="true" ctrlrange="-0.4 0.4"/>
  </default>${assets}
  <worldbody>
    ${light}
    <geom name="floor" type="plane" size="20 20 0.125" condim="3" friction="1 0.1 0.1" material="grid"/>
    <body name="torso" pos="0 0 ${p.height}">
      <freejoint name="root"/>
      <geom fromto="0 -0.07 0 0 0.07 0" size="0.07"/>
      <geom name="head" type="sphere" pos="${p.head}" size="0.09"/>
      <geom fromto="${p.waist}" size="0.06"/>
      <body name="lwaist" pos="${p.lowerWaist}" quat="1 0 -0.002 0">
        <joint name="abdomen_z" pos="0 0 0.065" axis="0 0 1" range="-45 45" armature="0.02" damping="5" stiffness="20"/>
        <joint name="abdomen_y" pos="0 0 0.065" axis="0 1 0" range="-75 30" armature="0.02" damping="5" stiffness="10"/>
        <geom fromto="0 -0.06 0 0 0.06 0" size="0.06"/>
        <body name="pelvis" pos="${p.pelvis}" quat="1 0 -0.002 0">
          <joint name="abdomen_x" pos="0 0 0.1" axis="1 0 0" range="-35 35" armature="0.02" damping="5" stiffness="10"/>
          <geom fromto="-0.02 -0.07 0 -0.02 0.07 0" size="0.09"/>${leg(p, 'right')}${leg(p, 'left')}
        </body>
      </body>${arm('right')}${arm('left')}
    </body>
  </worldbody>
  <tendon>${tendon('left')}${tendon('right')}</tendon>
  <actuator>${motors.map(motorXml).join('')}</actuator>
</mujoco>`;
}

export const humanoidXml = humanoid(standing);

export const humanoidStandupXml = humanoid(lying);
