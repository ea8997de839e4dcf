// `npm run bench -- piles`: piles of many bodies, whole steps, Tenon and the official package interleaved. Processor time, because a step
// of the largest takes long. Options: --rounds <n>, --particles <n> (instead of 300 and 1000), --filter <words>.
import { loadEngines } from './kit/engines.mjs';
import { median } from './kit/measure.mjs';
import { humanoids } from './kit/scenes.mjs';
import { textTable } from './kit/table.mjs';

/** Steps until a pile has settled. */
const SETTLE = 60;
const STEPS = 5;

/** Steps until the humanoids have fallen and sleep. */
const FALL = 1500;

export async function benchPiles({ rounds = 3, particles, filter }) {
  const engines = await loadEngines(['official', 'wasm']);
  const wanted = (name) => !filter || filter.split(',').some((word) => name.includes(word));
  const rows = [['scene', 'rows', 'official ms', 'ours ms', 'ratio']];
  for (const [name, { xml, settle }] of Object.entries(scenesOf(particles)))
    if (wanted(name)) rows.push([name, ...compare(engines, xml, settle, rounds)]);
  console.log(textTable(rows));
}

function scenesOf(particles) {
  const counts = particles ? [particles] : [300, 1000];
  const bins = Object.fromEntries(counts.map((n) => [`${n} balls in a bin`, { xml: bin(n), settle: SETTLE }]));
  if (particles) return bins;
  return {
    ...bins,
    '52 cards in a deck': { xml: deck(52), settle: SETTLE },
    'a cube of 26 hulls': { xml: cube(), settle: SETTLE },
    '100 humanoids awake': { xml: humanoids(100), settle: SETTLE },
    '100 humanoids asleep': { xml: withSleep(humanoids(100)), settle: FALL },
  };
}

function compare(engines, xml, settle, rounds) {
  const worlds = Object.values(engines).map((engine) => {
    const m = engine.MjModel.from_xml_string(xml);
    const d = new engine.MjData(m);
    for (let k = 0; k < settle; k++) engine.mj_step(m, d);
    return { engine, m, d, times: /** @type {number[]} */ ([]) };
  });
  for (let round = 0; round < rounds; round++) for (const world of worlds) world.times.push(measureStep(world));
  const [official, ours] = worlds.map(({ times }) => median(times));
  const rows = worlds[1].d.nefc;
  for (const { m, d } of worlds) {
    d.delete();
    m.delete();
  }
  return [rows, official.toFixed(2), ours.toFixed(2), (official / ours).toFixed(2)];
}

/** Milliseconds per step. */
function measureStep({ engine, m, d }) {
  const from = process.cpuUsage();
  for (let k = 0; k < STEPS; k++) engine.mj_step(m, d);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000 / STEPS;
}

/** Balls in layers of 10 by 10, slightly offset, between four walls. */
function bin(n) {
  const ball = (k) => {
    const [i, j, layer] = [k % 10, ((k / 10) | 0) % 10, (k / 100) | 0];
    const xy = [(i - 4.5) * 0.105 + 0.004 * ((7 * k) % 5), (j - 4.5) * 0.105 + 0.004 * ((3 * k) % 5)];
    return `<body pos="${xy.join(' ')} ${0.06 + 0.105 * layer}"><freejoint/><geom size=".05"/></body>`;
  };
  const wall = (size, pos) => `<geom type="box" size="${size} 2" pos="${pos} 2"/>`;
  const walls = [
    wall('.6 .02', '0 .575'),
    wall('.6 .02', '0 -.575'),
    wall('.02 .6', '.575 0'),
    wall('.02 .6', '-.575 0'),
  ];
  return scene(walls.join('') + Array.from({ length: n }, (_, k) => ball(k)).join(''));
}

/** A stack of thin boxes. */
function deck(n) {
  const card = (k) =>
    `<body pos="${0.003 * (k % 3)} 0 ${0.002 + 0.0041 * k}"><freejoint/><geom type="box" size=".03 .045 .002"/></body>`;
  return scene(Array.from({ length: n }, (_, k) => card(k)).join(''));
}

/** 26 cubes with cut corners around a center, about which each rotates, like a Rubik's cube. */
function cube() {
  const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
  const cut = (at) => [0, 1, 2].map((axis) => at.map((x, k) => (k === axis ? 0.0095 : 0.0085) * x).join(' '));
  const mesh = `<asset><mesh name="part" vertex="${corners.flatMap(cut).join(' ')}"/></asset>`;
  const cells = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));
  const part = (at) =>
    `<body><joint type="ball" armature=".0001" damping=".0005" frictionloss=".001"/>
      <geom type="mesh" mesh="part" mass=".0025" condim="1" pos="${at.map((x) => 0.0189 * x).join(' ')}"/></body>`;
  const parts = cells.filter((at) => at.some((x) => x !== 0)).map(part);
  return `<mujoco><option timestep=".01" integrator="implicitfast"/>${mesh}<worldbody>${parts.join('')}</worldbody></mujoco>`;
}

function withSleep(xml) {
  return xml.replace('<worldbody>', '<option><flag sleep="enable"/></option><worldbody>');
}

function scene(bodies) {
  return `<mujoco><option timestep=".005"/><size memory="600M"/>
    <worldbody><geom type="plane" size="5 5 .1"/>${bodies}</worldbody></mujoco>`;
}
