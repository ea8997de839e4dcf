/** Scenes and helpers for tests of sleeping. */
import { test } from 'vitest';
import { step } from '../../../src/core/engine/step.ts';
import { Data } from '../../../src/core/model/data.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { modelFromXml, prepare } from '../../../src/load/load.ts';

await prepare();

export interface World {
  m: Model;
  d: Data;
}

/** Contents of a scene besides the floor. */
export interface Scene {
  /** Elements after the world: equalities, tendons, actuators, sensors, keyframes. */
  rest?: string;
  /** Attributes of `option`. */
  option?: string;
  /** Attributes of `flag`, instead of `sleep="enable"`. */
  flag?: string;
}

export const sceneXml = (world: string, { rest = '', option = '', flag = 'sleep="enable"' }: Scene = {}): string =>
  `<mujoco><option timestep="0.005" ${option}><flag ${flag}/></option>
  <worldbody><geom type="plane" size="5 5 1"/>${world}</worldbody>${rest}</mujoco>`;

export type Load = (world: string, scene?: Scene) => World;

/** A claim about both engines. */
export function both(name: string, claim: (load: Load) => void): void {
  test.each(['js', 'wasm'] as const)(`${name} (%s)`, (engine) =>
    claim((world, scene) => {
      const m = modelFromXml(sceneXml(world, scene), { engine });
      return { m, d: new Data(m) };
    }),
  );
}

/** A box of side 0.2 that can move freely. */
export const box = (name: string, pos: string, more = ''): string =>
  `<body name="${name}" pos="${pos}" ${more}><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;

/** A stack of boxes that rests from the start. */
export const stack = (name: string, x: number, n: number): string =>
  Array.from({ length: n }, (_, k) => box(`${name}${k}`, `${x} 0 ${0.1 + 0.2 * k}`)).join('');

/** Two links in a row on hinges without friction, in mid-air. */
export const arm = (name: string, x: number, more = ''): string =>
  `<body name="${name}" pos="${x} 0 1" ${more}><joint name="${name} 1" axis="0 1 0" armature=".01"/>
    <geom type="capsule" size=".02" fromto="0 0 0 .3 0 0" contype="0" conaffinity="0"/>
    <body name="${name} end" pos=".3 0 0"><joint name="${name} 2" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 .2 0 .1" contype="0" conaffinity="0"/></body></body>`;

export function run({ m, d }: World, steps: number): void {
  for (let k = 0; k < steps; k++) step(m, d);
}

/** Steps until everything is asleep; returns the number of steps. */
export function settle(world: World, maxSteps = 600): number {
  const { m, d } = world;
  for (let k = 1; k <= maxSteps; k++) {
    step(m, d);
    if (d.ntree_awake === 0) return k;
  }
  throw new Error(`after ${maxSteps} steps ${d.ntree_awake} trees are awake`);
}

export const asleep = (d: Data): boolean[] => [...d.tree_asleep].map((next) => next >= 0);
export const awake = (d: Data): number[] => [...d.tree_awake];
