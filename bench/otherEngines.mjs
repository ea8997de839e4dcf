// `npm run bench -- engines`: the same scenes in game physics engines. Time per step, interleaved; and accuracy: energy error of a falling
// chain, gaps in its joints, sinking and leaning of a tower. Options: --rounds <n>, --json <file>.
import { writeFileSync } from 'node:fs';
import { median } from './kit/measure.mjs';
import { short, textTable } from './kit/table.mjs';
import { loadOthers } from './others/engines.mjs';
import { bin, chain, GRAVITY, towers } from './others/scenes.mjs';

/** Time step in seconds, the same for all engines. */
const STEP = 1 / 240;
const LINKS = 5;

export async function benchOtherEngines({ rounds = 7, json }) {
  const engines = await loadOthers();
  const scenes = {
    [`chain of ${LINKS}`]: chain(LINKS),
    '10 towers of 10 boxes': towers(10),
    '100 balls in a bin': bin(100),
  };
  // variants differ in how they treat joints, so they run only scenes with joints
  const plain = Object.fromEntries(Object.entries(engines).filter(([name]) => !name.includes(',')));
  const times = Object.fromEntries(
    Object.entries(scenes).map(([name, scene]) => [
      name,
      stepTimes(scene.hinges.length > 0 ? engines : plain, scene, rounds),
    ]),
  );
  const rows = Object.entries(engines).map(([name, make]) => ({
    name,
    times: Object.values(times).map((taken) => 1e6 * taken[name]),
    ...fall(make(chain(LINKS), STEP), chain(LINKS)),
    ...(name in plain ? stand(make(towers(10), STEP), towers(10)) : {}),
  }));
  const head = ['engine', ...Object.keys(scenes).map((scene) => `${scene}, µs`)];
  const told = rows.map(({ name, times: us, energy, gap, sunk, leaned }) => [
    name,
    ...us.map((time) => (Number.isNaN(time) ? '' : short(time))),
    energy > 2 ? 'explodes' : `${(100 * energy).toFixed(1)} %`,
    millimeters(gap),
    millimeters(sunk),
    millimeters(leaned),
  ]);
  console.log(textTable([[...head, 'energy error', 'joint gap', 'tower sinking', 'tower leaning'], ...told]));
  if (json) writeFileSync(json, JSON.stringify(rows, null, 2));
}

function millimeters(meters) {
  return meters === undefined ? '' : `${(1000 * meters).toFixed(2)} mm`;
}

/** Median seconds per step after one second of simulation, when the scene rests or swings. Processor time, interleaved. */
function stepTimes(engines, scene, rounds) {
  const worlds = Object.entries(engines).map(([name, make]) => ({ name, world: make(scene, STEP) }));
  const steps = worlds.map(({ world }) => Math.ceil(0.1 / measureStep(world, 1 / STEP)));
  const times = worlds.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < rounds; round++)
    worlds.forEach(({ world }, k) => void times[k].push(measureStep(world, steps[k])));
  for (const { world } of worlds) world.free();
  return Object.fromEntries(worlds.map(({ name }, k) => [name, median(times[k])]));
}

/** Seconds per step, over n steps. */
function measureStep(world, n) {
  const from = process.cpuUsage();
  for (let k = 0; k < n; k++) world.step();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6 / n;
}

/** Ten seconds of the chain: mean energy error in the last of them, relative to the energy released by falling to the lowest point; and the
 *  widest gap between two links. */
function fall(world, { parts, hinges }) {
  const [pose, last] = [new Float64Array(7 * parts.length), new Float64Array(7 * parts.length)];
  readPoses(world, pose);
  const free = parts.reduce((sum, { mass, pos }) => sum + mass * GRAVITY * pos[0], 0);
  const start = energy(parts, pose, pose);
  let [off, gap] = [0, 0];
  for (let k = 0; k < 10 / STEP; k++) {
    last.set(pose);
    world.step();
    readPoses(world, pose);
    if (k >= 9 / STEP) off += ((energy(parts, last, pose) - start) / free) * STEP;
    gap = Math.max(gap, ...hinges.map((hinge) => gapOf(hinge, parts, pose)));
  }
  world.free();
  return { energy: off, gap };
}

function readPoses(world, pose) {
  for (let k = 0; 7 * k < pose.length; k++) world.pose(k, pose.subarray(7 * k, 7 * k + 7));
}

/** Energy between two states, with velocities from their difference, computed the same way for each engine. Links move in the x-z plane. E
 *  = sum m v^2 / 2 + I w^2 / 2 + m g z */
function energy(parts, from, to) {
  return parts.reduce((sum, { mass, size }, k) => {
    const at = 7 * k;
    const v = [0, 1, 2].map((i) => (to[at + i] - from[at + i]) / STEP);
    const turned = angle(to, at) - angle(from, at);
    const w = (turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI))) / STEP;
    const inertia = (mass * (size[0] ** 2 + size[2] ** 2)) / 3;
    const height = (from[at + 2] + to[at + 2]) / 2;
    return sum + 0.5 * mass * (v[0] ** 2 + v[1] ** 2 + v[2] ** 2) + 0.5 * inertia * w * w + mass * GRAVITY * height;
  }, 0);
}

/** Angle of a link about y. */
function angle(pose, at) {
  return 2 * Math.atan2(pose[at + 5], pose[at + 3]);
}

/** Distance between the two points that a hinge should keep together. */
function gapOf({ parent, child, at }, parts, pose) {
  const point = (k) => {
    if (k < 0) return at;
    const offset = at[0] - parts[k].pos[0];
    const turn = angle(pose, 7 * k);
    return [pose[7 * k] + offset * Math.cos(turn), pose[7 * k + 1], pose[7 * k + 2] - offset * Math.sin(turn)];
  };
  const [a, b] = [point(parent), point(child)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Ten seconds of the towers: maximum sinking and sideways motion of the top boxes. */
function stand(world, { parts }) {
  for (let k = 0; k < 10 / STEP; k++) world.step();
  const pose = new Float64Array(7 * parts.length);
  readPoses(world, pose);
  world.free();
  const top = parts.map((_, k) => k).filter((k) => k % 10 === 9);
  const sunk = Math.max(...top.map((k) => parts[k].pos[2] - pose[7 * k + 2]));
  const leaned = Math.max(
    ...top.map((k) => Math.hypot(pose[7 * k] - parts[k].pos[0], pose[7 * k + 1] - parts[k].pos[1])),
  );
  return { sunk, leaned };
}
