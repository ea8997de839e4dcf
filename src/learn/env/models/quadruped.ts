/** The model of `RoughQuadruped-v0`: a quadruped on a random height field. */
import { Generator } from '../random/generator.ts';
import { light } from './scene.ts';

const SIDE = 33;

/** Bumps over eight meters; the ground is even around the start. */
function elevations(): string {
  const random = new Generator(2026);
  const middle = (SIDE - 1) / 2;
  const at = (k: number) => Math.hypot((k % SIDE) - middle, Math.floor(k / SIDE) - middle);
  return Array.from({ length: SIDE * SIDE }, (_, k) => {
    const bump = random.random();
    return at(k) < 3 ? 0 : bump.toFixed(3);
  }).join(' ');
}

function leg(name: string, x: number, side: 1 | -1): string {
  return `
      <body name="${name} shoulder" pos="${x} ${0.06 * side} 0" childclass="leg">
        <joint name="${name} abduct" axis="1 0 0" range="-0.6 0.6"/>
        <geom fromto="0 0 0 0 ${0.04 * side} 0" size="0.025"/>
        <body name="${name} thigh" pos="0 ${0.06 * side} 0">
          <joint name="${name} hip" range="-1 2"/>
          <geom fromto="0 0 0 0 0 -0.18"/>
          <body name="${name} shank" pos="0 0 -0.18">
            <joint name="${name} knee" range="-2.6 -0.3"/>
            <geom fromto="0 0 0 0 0 -0.17" size="0.012"/>
            <geom name="${name} foot" type="sphere" size="0.022" pos="0 0 -0.18" conaffinity="1" condim="3" priority="1"
              friction="0.9 0.02 0.01" rgba="0.15 0.15 0.15 1"/>
          </body>
        </body>
      </body>`;
}

const legs = ['FL', 'FR', 'RL', 'RR'];
const joints = legs.flatMap((name) => ['abduct', 'hip', 'knee'].map((part) => `${name} ${part}`));

/** A four-legged robot on rough ground. Feet and trunk collide with the ground. */
export const quadrupedXml = `
<mujoco model="quadruped on rough terrain">
  <compiler angle="radian"/>
  <option timestep="0.004" integrator="implicitfast"/>
  <default>
    <geom contype="0" conaffinity="0" rgba="0.35 0.4 0.45 1"/>
    <default class="leg">
      <joint axis="0 1 0" damping="0.3" armature="0.01" frictionloss="0.1"/>
      <geom type="capsule" size="0.018" density="1000"/>
      <position kp="60" dampratio="1" forcerange="-35 35" inheritrange="1"/>
    </default>
  </default>
  <asset>
    <hfield name="ground" nrow="${SIDE}" ncol="${SIDE}" size="4 4 0.06 0.2" elevation="${elevations()}"/>
  </asset>
  <worldbody>
    ${light}
    <geom name="ground" type="hfield" hfield="ground" contype="1" rgba="0.45 0.42 0.36 1"/>
    <body name="trunk" pos="0 0 0.31">
      <freejoint name="root"/>
      <geom name="trunk" type="box" size="0.19 0.05 0.045" mass="5" conaffinity="1"/>
      <geom type="box" pos="0.2 0 0.03" size="0.04 0.04 0.03" mass="0.4" rgba="0.9 0.55 0.2 1"/>
      ${legs.map((name, k) => leg(name, k < 2 ? 0.17 : -0.17, k % 2 === 0 ? 1 : -1)).join('')}
    </body>
  </worldbody>
  <actuator>${joints.map((joint) => `<position class="leg" joint="${joint}"/>`).join('')}</actuator>
</mujoco>`;
