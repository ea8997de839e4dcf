/** Convex shapes on a device compared with those of the f64 engine: contacts of random poses, then a fall onto a floor. A separate program
 *  that prints its results as JSON, like measure.ts. */
import { create } from 'webgpu';
import { Data, forward, type Model, modelFromXml, prepare, step } from '../../src/index.ts';
import { webgpu } from '../../src/webgpu.ts';
import { type Column, makeArray, selectColumns } from '../../src/worlds/batch/fields.ts';
import { capacitiesFor } from '../../src/worlds/webgpu/memory/capacities.ts';
import { DeviceMemory } from '../../src/worlds/webgpu/memory/deviceMemory.ts';

const WORLDS = 8;
const STEPS = 40;
const FLAT = ['box', 'tetra', 'hull'];

/** A generator of uniform numbers in [0, 1) and of normally distributed ones. */
let seed = 5;
function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}
const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
function unit(n: number): number[] {
  const v = Array.from({ length: n }, normal);
  return v.map((x) => x / Math.hypot(...v));
}

const hull = Array.from({ length: 40 }, () => unit(3).map((x, k) => (x * [0.12, 0.1, 0.08][k]).toFixed(5))).flat();
const shapes: Record<string, string> = {
  sphere: 'type="sphere" size="0.1"',
  capsule: 'type="capsule" size="0.06 0.1"',
  ellipsoid: 'type="ellipsoid" size="0.12 0.09 0.06"',
  pebble: 'type="ellipsoid" size="0.08 0.1 0.07"',
  cylinder: 'type="cylinder" size="0.08 0.1"',
  disc: 'type="cylinder" size="0.1 0.05"',
  box: 'type="box" size="0.1 0.08 0.06"',
  tetra: 'type="mesh" mesh="tetra"',
  hull: 'type="mesh" mesh="hull"',
};
const names = Object.keys(shapes);
/** Pairs with a closed form, which other tests cover. */
const closed = ['sphere capsule', 'sphere cylinder', 'sphere disc', 'sphere box', 'capsule box'];
const pairs = names
  .flatMap((a, i) => names.slice(i + 1).map((b) => `${a} ${b}`))
  .filter((pair) => !closed.includes(pair));
/** All shapes fall on a plane; the solver is CG. The number of iterations is not limited. */
const xml = `<mujoco><option solver="CG" iterations="20" timestep="0.005" ccd_iterations="100"/><asset>
  <mesh name="tetra" vertex="0.1 0.1 0.1 -0.1 -0.1 0.1 -0.1 0.1 -0.1 0.1 -0.1 -0.1"/><mesh name="hull" vertex="${hull.join(' ')}"/></asset>
  <default><geom contype="0" conaffinity="0"/></default><worldbody><geom name="floor" type="plane" size="1 1 1" pos="0 0 -1"/>
  ${names.map((name) => `<body><freejoint/><geom name="${name}" ${shapes[name]}/></body>`).join('')}</worldbody>
  <contact>${[...pairs, ...names.map((name) => `floor ${name}`)]
    .map((pair) => `<pair geom1="${pair.split(' ')[0]}" geom2="${pair.split(' ')[1]}"/>`)
    .join('')}</contact></mujoco>`;

/** Overlapping poses, by a little or a lot, about a point one meter from the origin. */
function heap(m: Model): Float64Array {
  const q = new Float64Array(m.nq);
  names.forEach((_, i) => {
    const [at, distance] = [unit(3), 0.12 * random()];
    q.set([...at.map((x, c) => distance * x + (c === 0 ? 1 : 0)), ...unit(4)].map(Math.fround), 7 * i);
  });
  return q;
}

/** Poses next to and above each other. */
function rain(m: Model): Float64Array {
  const q = new Float64Array(m.nq);
  names.forEach((_, i) => {
    q.set([0.15 * (i % 3), 0.15 * (i % 2), -0.8 + 0.12 * i, ...unit(4)].map(Math.fround), 7 * i);
  });
  return q;
}

interface Contacts {
  ncon: number;
  geom: ArrayLike<number>;
  dist: ArrayLike<number>;
  pos: ArrayLike<number>;
  frame: ArrayLike<number>;
}

/** Depth, position and normal of the contacts of two geoms. */
function contactsOf(m: Model, { ncon, geom, dist, pos, frame }: Contacts, pair: string) {
  const [a, b] = pair.split(' ').map((name) => m.geom(name).id);
  const found = Array.from({ length: ncon }, (_, i) => i).filter((i) => geom[2 * i] === a && geom[2 * i + 1] === b);
  return found.map((i) => ({
    dist: dist[i],
    pos: [0, 1, 2].map((c) => pos[3 * i + c]),
    normal: [0, 1, 2].map((c) => frame[9 * i + c]),
  }));
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, k) => x - b[k]));

/** Errors of contacts on the device relative to the f64 engine, for flat and for other shapes. */
function compare(m: Model, worlds: readonly { state: Float64Array; device: Contacts }[]) {
  const worst = { flat: [0, 0, 0], round: [0, 0, 0] };
  const counts = { both: 0, otherNumber: 0, one: 0, deepestOfOne: 0 };
  const reference = modelFromXml(xml);
  reference.opt.ccd_tolerance = 1e-9;
  reference.opt.ccd_iterations = 256;
  const d = new Data(reference);
  for (const { state, device } of worlds) {
    d.qpos.set(state);
    forward(reference, d);
    const { ncon, contact_geom, contact_dist, contact_pos, contact_frame } = d;
    const f64 = { ncon, geom: contact_geom, dist: contact_dist, pos: contact_pos, frame: contact_frame };
    for (const pair of pairs) {
      const [ours, theirs] = [contactsOf(m, device, pair), contactsOf(m, f64, pair)];
      if (ours.length === 0 || theirs.length === 0) {
        const alone = [...ours, ...theirs];
        if (alone.length > 0) counts.one++;
        for (const { dist } of alone) counts.deepestOfOne = Math.max(counts.deepestOfOne, -dist);
        continue;
      }
      counts.both++;
      if (ours.length !== theirs.length) counts.otherNumber++;
      const kind = pair.split(' ').every((name) => FLAT.includes(name)) ? 'flat' : 'round';
      // the nearest contact of the f64 engine: the order of contacts on one face is arbitrary
      const [first] = ours;
      const other = theirs.reduce((a, b) => (distance(a.pos, first.pos) <= distance(b.pos, first.pos) ? a : b));
      const errors = [
        Math.abs(first.dist - other.dist),
        distance(first.normal, other.normal),
        distance(first.pos, other.pos),
      ];
      worst[kind] = worst[kind].map((x, k) => Math.max(x, errors[k]));
    }
  }
  return { worst, ...counts };
}

/** Mean heights and speeds of bodies. */
function settled(m: Model, states: readonly ArrayLike<number>[], speeds: readonly ArrayLike<number>[]) {
  const heights = states.flatMap((q) => names.map((_, i) => q[7 * i + 2] + 1));
  const lowest = Math.min(...heights);
  return {
    height: heights.reduce((sum, z) => sum + z, 0) / heights.length,
    lowest,
    finite: states.every((q) => Array.from(q).every(Number.isFinite)),
    speed: Math.max(...speeds.flatMap((v) => Array.from({ length: m.nv }, (_, k) => Math.abs(v[k])))),
  };
}

/** The same fall by the f64 engine. */
function fallInDouble(m: Model, starts: readonly Float64Array[]) {
  const ends = starts.map((start) => {
    using d = new Data(m);
    d.qpos.set(start);
    for (let k = 0; k < STEPS; k++) step(m, d);
    return [d.qpos.slice(), d.qvel.slice()];
  });
  return settled(
    m,
    ends.map(([q]) => q),
    ends.map(([, v]) => v),
  );
}

async function measure(): Promise<object> {
  await prepare();
  const m = modelFromXml(xml);
  const { device } = await webgpu({ gpu: create(['enable-dawn-features=disable_robustness,skip_validation']) });
  const caps = capacitiesFor(m, { contacts: 120, rows: 480 });
  const growing = (name: string, kind: Column['kind'], width: number): Column => ({
    name: name as Column['name'],
    kind,
    width: width * caps.con_cap,
    scalar: false,
    input: false,
  });
  const columns = [
    ...selectColumns('measure', m, ['qpos', 'qvel', 'ncon', 'warning_number']),
    growing('contact_geom', 'i32', 2),
    growing('contact_dist', 'f64', 1),
    growing('contact_pos', 'f64', 3),
    growing('contact_frame', 'f64', 9),
  ];
  const arrays = columns.map((column) => makeArray(column, WORLDS));
  const row = (c: number, i: number) => arrays[c].slice(i * columns[c].width, (i + 1) * columns[c].width);
  const memory = await DeviceMemory.make(device, m, new Data(m), WORLDS, columns, caps);

  const heaps = Array.from({ length: WORLDS }, () => heap(m));
  for (const [i, q] of heaps.entries()) arrays[0].set(q, i * m.nq);
  await memory.step(1, arrays);
  const worlds = heaps.map((state, i) => {
    const [geom, dist, pos, frame] = [4, 5, 6, 7].map((c) => row(c, i));
    return { state, device: { ncon: arrays[2][i], geom, dist, pos, frame } };
  });
  const contacts = compare(m, worlds);

  const starts = Array.from({ length: WORLDS }, () => rain(m));
  memory.restart(starts.map((_, i) => i));
  for (const [i, q] of starts.entries()) arrays[0].set(q, i * m.nq);
  arrays[1].fill(0);
  await memory.step(STEPS, arrays);
  const ends = starts.map((_, i) => row(0, i));
  const fall = settled(
    m,
    ends,
    starts.map((_, i) => row(1, i)),
  );
  const warnings = Array.from(arrays[3]).reduce((sum, x) => sum + x, 0);
  return { contacts, fall, double: fallInDouble(m, starts), warnings, bytesPerWorld: 4 * memory.plan.worldWords };
}

try {
  console.log(JSON.stringify(await measure()));
  process.exit(0);
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }));
  process.exit(0);
}
