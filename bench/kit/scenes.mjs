// Scenes that benches generate, as MJCF text.
import { readFileSync } from 'node:fs';

const examples = new URL('../../examples/', import.meta.url);

/** One of our examples. */
export function example(name) {
  return readFileSync(new URL(`${name}.xml`, examples), 'utf8');
}

/** A chain of n hinges, each link rotated slightly relative to the previous one. */
export function chain(n) {
  const link = (k) =>
    k === n
      ? ''
      : `<body pos="0 0 ${k ? -0.1 : 0}" euler="0 0 7"><joint axis="0 1 0"/><geom type="capsule" size=".01" fromto="0 0 0 0 0 -.1" contype="0" conaffinity="0"/>${link(k + 1)}</body>`;
  return `<mujoco><worldbody>${link(0)}</worldbody></mujoco>`;
}

/** The humanoid of the examples n times, side by side. */
export function humanoids(n) {
  const text = example('humanoid');
  const start = text.indexOf('<body name="torso"');
  const end = text.indexOf('</worldbody>');
  const body = text.slice(start, end);
  const copies = Array.from({ length: n }, (_, k) =>
    body
      .replace('pos="0 0 1.2"', `pos="${1.5 * (k % 5)} ${1.5 * Math.floor(k / 5)} ${1.2 + 0.02 * k}"`)
      .replaceAll(/name="([^"]*)"/g, (_all, name) => `name="${name} ${k}"`),
  );
  const head = text.slice(0, start);
  return `${head}${copies.join('')}</worldbody></mujoco>`;
}

/** n balls or boxes dropped into a bin, in layers. */
export function bin(kind, n) {
  const side = Math.max(2, Math.ceil(Math.cbrt(n)));
  const wall = 0.12 * side;
  const shape = kind === 'sphere' ? 'type="sphere" size=".1"' : 'type="box" size=".09 .09 .09"';
  const bodies = Array.from({ length: n }, (_, k) => {
    const x = (k % side) - (side - 1) / 2;
    const y = (Math.floor(k / side) % side) - (side - 1) / 2;
    const z = Math.floor(k / side / side);
    return `<body pos="${0.22 * x + 0.003 * (k % 7)} ${0.22 * y + 0.002 * (k % 5)} ${0.2 + 0.23 * z}"><freejoint/><geom ${shape}/></body>`;
  });
  const walls = [
    `<geom type="box" size=".05 ${wall} 2" pos="${wall} 0 2"/>`,
    `<geom type="box" size=".05 ${wall} 2" pos="${-wall} 0 2"/>`,
    `<geom type="box" size="${wall} .05 2" pos="0 ${wall} 2"/>`,
    `<geom type="box" size="${wall} .05 2" pos="0 ${-wall} 2"/>`,
  ];
  return `<mujoco><size memory="400M"/><worldbody><geom type="plane" size="9 9 1"/>${walls.join('')}${bodies.join('')}</worldbody></mujoco>`;
}

/** n boxes in rows on the ground, too far apart to touch; `height` above it. `policy`: their sleep policy. */
export function spreadBoxes(n, { height = 0.1, sleep = false, policy = 'auto', extra = '' } = {}) {
  const side = Math.ceil(Math.sqrt(n));
  const bodies = Array.from(
    { length: n },
    (_, k) =>
      `<body pos="${0.5 * (k % side)} ${0.5 * Math.floor(k / side)} ${height}" sleep="${policy}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`,
  );
  const flag = sleep ? '<option><flag sleep="enable"/></option>' : '';
  return `<mujoco>${flag}<size memory="900M"/><worldbody><geom type="plane" size="500 500 1"/>${bodies.join('')}${extra}</worldbody></mujoco>`;
}

/** A ball that rolls next to the boxes and never stops. */
export const rollingBall = '<body name="ball" pos="-1 -1 0.1"><freejoint/><geom size=".1" friction="1 0 0"/></body>';

/** The quadruped of the examples on hills. */
export function quadrupedOnHills() {
  const size = 64;
  const heights = Array.from({ length: size * size }, (_, k) => {
    const [x, y] = [k % size, Math.floor(k / size)];
    return (0.5 + 0.25 * Math.sin(0.5 * x) + 0.25 * Math.cos(0.4 * y)).toFixed(4);
  });
  return example('quadruped')
    .replace(
      '<asset>',
      `<asset><hfield name="hills" nrow="${size}" ncol="${size}" size="5 5 .15 .1" elevation="${heights.join(' ')}"/>`,
    )
    .replace(/<geom name="floor"[^>]*>/, '<geom name="floor" type="hfield" hfield="hills" pos="0 0 -.15"/>');
}
