// `npm run bench -- piles`: many bodies that hold each other, whole steps, ours and the official ones in turns. Processor time,
// because a step of the largest takes long. Options: --rounds <n>, --particles <n> (instead of 300 and 1000).
import { loadEngines } from './engines.mjs';
import { median } from './measure.mjs';
import { textTable } from './table.mjs';

/** Steps until a pile has come together. */
const SETTLE = 60;
const STEPS = 5;

export async function benchPiles({ rounds = 3, particles }) {
  const engines = await loadEngines(['official', 'wasm']);
  const counts = particles ? [particles] : [300, 1000];
  const scenes = Object.fromEntries(counts.map((n) => [`${n} balls in a bin`, bin(n)]));
  if (!particles) scenes['52 cards in a deck'] = deck(52);
  const rows = [['scene', 'rows', 'official ms', 'ours ms', 'ratio']];
  for (const [name, xml] of Object.entries(scenes)) rows.push([name, ...compare(engines, xml, rounds)]);
  console.log(textTable(rows));
}

function compare(engines, xml, rounds) {
  const worlds = Object.values(engines).map((engine) => {
    const m = engine.MjModel.from_xml_string(xml);
    const d = new engine.MjData(m);
    for (let k = 0; k < SETTLE; k++) engine.mj_step(m, d);
    return { engine, m, d, times: /** @type {number[]} */ ([]) };
  });
  for (let round = 0; round < rounds; round++) for (const world of worlds) world.times.push(timeOf(world));
  const [official, ours] = worlds.map(({ times }) => median(times));
  const rows = worlds[1].d.nefc;
  for (const { m, d } of worlds) {
    d.delete();
    m.delete();
  }
  return [rows, official.toFixed(2), ours.toFixed(2), (official / ours).toFixed(2)];
}

/** Milliseconds of a step. */
function timeOf({ engine, m, d }) {
  const from = process.cpuUsage();
  for (let k = 0; k < STEPS; k++) engine.mj_step(m, d);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000 / STEPS;
}

/** Balls in layers of 10 by 10, not quite above each other, between four walls. */
function bin(n) {
  const ball = (k) => {
    const [i, j, layer] = [k % 10, ((k / 10) | 0) % 10, (k / 100) | 0];
    const place = [(i - 4.5) * 0.105 + 0.004 * ((7 * k) % 5), (j - 4.5) * 0.105 + 0.004 * ((3 * k) % 5)];
    return `<body pos="${place.join(' ')} ${0.06 + 0.105 * layer}"><freejoint/><geom size=".05"/></body>`;
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

/** Thin boxes on each other. */
function deck(n) {
  const card = (k) =>
    `<body pos="${0.003 * (k % 3)} 0 ${0.002 + 0.0041 * k}"><freejoint/><geom type="box" size=".03 .045 .002"/></body>`;
  return scene(Array.from({ length: n }, (_, k) => card(k)).join(''));
}

function scene(bodies) {
  return `<mujoco><option timestep=".005"/><size memory="600M"/>
    <worldbody><geom type="plane" size="5 5 .1"/>${bodies}</worldbody></mujoco>`;
}
