/** A generated set of poses over all pairs of geom types: touching, shallow, deep, and separated within the margin. One model has all
 *  geoms; the contact masks of all except the two under test are zero. */
import { geomDistance } from '../../../src/core/engine/collision/index.ts';
import { mujoco, type Pair, pairFromXml, random } from '../../support/oracle/oracle.ts';
import { collide } from './compare.ts';

const types = ['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh'] as const;
type Type = (typeof types)[number];

/** Pairs that MuJoCo solves in closed form; all others are iterative. */
const closedForm = new Set([
  'plane-sphere',
  'plane-capsule',
  'plane-ellipsoid',
  'plane-cylinder',
  'plane-box',
  'plane-mesh',
  'sphere-sphere',
  'sphere-capsule',
  'sphere-cylinder',
  'sphere-box',
  'capsule-capsule',
  'capsule-box',
  'box-box',
]);

/** One pair of geom types. */
export interface PairKind {
  name: string;
  closed: boolean;
  type1: Type;
  type2: Type;
}

export const pairKinds: PairKind[] = types.flatMap((type1, i) =>
  types.slice(Math.max(i, 2)).map((type2) => {
    const name = `${type1}-${type2}`;
    return { name, closed: closedForm.has(name), type1, type2 };
  }),
);

/** Target distances, in units of the smaller geom. */
export const depths = { touching: 0, shallow: -0.02, deep: -0.5, apart: 0.03 } as const;
export type Depth = keyof typeof depths;

/** Variants of each type: sizes, or meshes. */
export const VARIANTS = 12;

/** Variants of each type: sizes, or meshes. */
export function makeModel(): Pair {
  const next = random(20240917);
  const fixed = (['plane', 'hfield'] as const).flatMap((type) =>
    Array.from({ length: VARIANTS }, (_, v) => {
      const tilt = `euler="${20 * next()} ${20 * next()} 0"`;
      return `<geom name="${type}0-${v}" ${shapeXml(type, v, next)} ${tilt} contype="0" conaffinity="0"/>`;
    }),
  );
  const free = types
    .slice(2)
    .flatMap((type) =>
      [0, 1].flatMap((copy) =>
        Array.from(
          { length: VARIANTS },
          (_, v) =>
            `<body><freejoint/><geom name="${type}${copy}-${v}" ${shapeXml(type, v, next)} mass="1" contype="0" conaffinity="0"/></body>`,
        ),
      ),
    );
  return pairFromXml(`<mujoco>
    <asset>${assets()}</asset>
    <worldbody>${fixed.join('\n')}${free.join('\n')}</worldbody>
  </mujoco>`);
}

function shapeXml(type: Type, variant: number, next: () => number): string {
  const s = 0.1 + 0.15 * Math.abs(next());
  const scale = () => s * (1 + 0.4 * next());
  const size = {
    plane: 'size="0 0 1"',
    hfield: 'hfield="terrain"',
    sphere: `size="${s}"`,
    capsule: `size="${0.6 * s} ${scale()}"`,
    ellipsoid: `size="${scale()} ${scale()} ${scale()}"`,
    cylinder: `size="${scale()} ${scale()}"`,
    box: `size="${scale()} ${scale()} ${scale()}"`,
    mesh: `mesh="mesh${variant % 6}"`,
  }[type];
  return `type="${type}" ${size}`;
}

/** Meshes from a few vertices to hulls with hill climbing, and a rolling height field. */
function assets(): string {
  const next = random(4242);
  const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [0.15 * x, 0.1 * y, 0.2 * z])));
  const tetra = [
    [0.2, 0, -0.1],
    [-0.1, 0.17, -0.1],
    [-0.1, -0.17, -0.1],
    [0, 0, 0.2],
  ];
  const onSphere = (n: number) =>
    Array.from({ length: n }, () => {
      const v = [next(), next(), next()];
      const l = Math.hypot(...v) || 1;
      return [(0.2 * v[0]) / l, (0.15 * v[1]) / l, (0.18 * v[2]) / l];
    });
  const prism = Array.from({ length: 16 }, (_, k) => {
    const angle = (Math.PI / 4) * (k >> 1);
    return [0.18 * Math.cos(angle), 0.18 * Math.sin(angle), k & 1 ? 0.1 : -0.1];
  });
  const disk = Array.from({ length: 64 }, (_, k) => {
    const angle = (Math.PI / 16) * (k >> 1);
    return [0.2 * Math.cos(angle), 0.2 * Math.sin(angle), k & 1 ? 0.05 : -0.05];
  });
  const meshes = [cube, tetra, onSphere(12), prism, onSphere(60), disk]
    .map((v, k) => `<mesh name="mesh${k}" vertex="${v.map((p) => p.map((x) => x.toFixed(6)).join(' ')).join('  ')}"/>`)
    .join('');
  const rows = 12;
  const cols = 15;
  const elevation = Array.from({ length: rows * cols }, (_, k) =>
    (0.5 + 0.3 * Math.sin(0.9 * (k % cols)) + 0.2 * Math.cos(0.7 * ((k / cols) | 0))).toFixed(4),
  );
  const hfield = `<hfield name="terrain" nrow="${rows}" ncol="${cols}" size="1.2 1 0.3 0.2" elevation="${elevation.join(' ')}"/>`;
  return meshes + hfield;
}

/** Two geoms of the model, ready to be posed. */
export interface Scene extends PairKind {
  pair: Pair;
  g1: number;
  g2: number;
  /** half size of the smaller geom */
  size: number;
}

/** The geoms of a variant of a pair, which collide only with each other. Every other variant has a margin, every third a gap. */
export function openScene(pair: Pair, kind: PairKind, variant: number): Scene {
  const { m } = pair;
  const fixed = kind.type1 === 'plane' || kind.type1 === 'hfield';
  const g1 = geomId(kind.type1, 0, variant);
  const g2 = geomId(kind.type2, fixed ? 0 : 1, (variant + 5) % VARIANTS);
  const masks = ['geom_contype', 'geom_conaffinity', 'body_contype', 'body_conaffinity'] as const;
  for (const name of masks) {
    m[name].fill(0);
    const ids = name.startsWith('geom') ? [g1, g2] : [m.geom_bodyid[g1], m.geom_bodyid[g2]];
    for (const id of ids) m[name][id] = 1;
    (pair.theirs.m[name] as Int32Array).set(m[name]);
  }
  m.geom_margin.fill(0);
  m.geom_gap.fill(0);
  m.geom_margin[g1] = variant % 2 === 0 ? 0 : 0.02;
  m.geom_gap[g2] = variant % 3 === 2 ? 0.01 : 0;
  (pair.theirs.m.geom_margin as Float64Array).set(m.geom_margin);
  (pair.theirs.m.geom_gap as Float64Array).set(m.geom_gap);
  const minHalfSize = (g: number) => Math.min(...m.geom_aabb.subarray(6 * g + 3, 6 * g + 6));
  const size = fixed ? minHalfSize(g2) : Math.min(minHalfSize(g1), minHalfSize(g2));
  return { ...kind, pair, g1, g2, size };
}

function geomId(type: Type, copy: number, variant: number): number {
  const fixed = type === 'plane' || type === 'hfield';
  const before = fixed ? types.indexOf(type) : 2 + 2 * (types.indexOf(type) - 2) + copy;
  return before * VARIANTS + variant;
}

/** Poses the geoms of a scene in both engines and runs MuJoCo's collision detection. About a fifth of the poses are axis-aligned, so that
 *  faces and edges are parallel. */
export function setPose(scene: Scene, seed: number, depth: Depth): void {
  const { pair, type1, g1, g2 } = scene;
  const { m, d, theirs } = pair;
  const next = random(104729 * (seed + 1));
  for (let k = 0; k < 5; k++) next();
  const fixed = type1 === 'plane' || type1 === 'hfield';
  const aligned = Math.abs(next()) < 0.2;
  const q1 = 7 * (m.geom_bodyid[g1] - 1);
  const q2 = 7 * (m.geom_bodyid[g2] - 1);
  if (!fixed) {
    for (let k = 0; k < 3; k++) d.qpos[q1 + k] = 0.3 * next();
    d.qpos.set(aligned ? quarterTurn(next) : randomQuat(next), q1 + 3);
  }
  d.qpos.set(aligned ? quarterTurn(next) : randomQuat(next), q2 + 3);
  const start = fixed ? [0.5 * next(), 0.5 * next(), 0] : Array.from(d.qpos.subarray(q1, q1 + 3));
  const way = fixed ? [0.3 * next(), 0.3 * next(), 1] : aligned ? axis(next) : direction(next);
  const length = Math.hypot(...way);
  for (let k = 0; k < 3; k++) way[k] /= length;

  const place = (t: number) => {
    for (let k = 0; k < 3; k++) d.qpos[q2 + k] = start[k] + t * way[k];
    (theirs.d.qpos as Float64Array).set(d.qpos);
    mujoco.mj_kinematics(theirs.m, theirs.d);
    for (const name of ['xipos', 'ximat', 'geom_xpos', 'geom_xmat'] as const)
      d[name].set(theirs.d[name] as Float64Array);
  };
  place(0);
  const from = Array.from(d.geom_xpos.subarray(3 * g2, 3 * g2 + 3));
  const target = depths[depth] * scene.size;
  // the geoms approach each other until their distance is the target
  let near = fixed ? -0.4 : 0;
  let far = 2;
  for (let k = 0; k < 30; k++) {
    const t = 0.5 * (near + far);
    for (let i = 0; i < 3; i++) d.geom_xpos[3 * g2 + i] = from[i] + t * way[i];
    if (isApart(scene, target)) far = t;
    else near = t;
  }
  place(type1 === 'hfield' ? far + target : far);
  mujoco.mj_collision(theirs.m, theirs.d);
}

/** Whether the geoms are farther apart than `target`; for a height field, whether there is no contact. */
function isApart({ pair, type1, g1, g2 }: Scene, target: number): boolean {
  if (type1 !== 'hfield') return geomDistance(pair.m, pair.d, g1, g2, 1) > target;
  collide(pair);
  return pair.d.ncon === 0;
}

function randomQuat(next: () => number): number[] {
  const q = [next(), next(), next(), next()];
  const l = Math.hypot(...q);
  return l < 0.1 ? [1, 0, 0, 0] : q.map((x) => x / l);
}

/** A multiple of a quarter turn about a coordinate axis. */
function quarterTurn(next: () => number): number[] {
  const h = Math.SQRT1_2;
  const turns = [
    [1, 0, 0, 0],
    [h, h, 0, 0],
    [h, 0, h, 0],
    [h, 0, 0, h],
    [0.5, 0.5, 0.5, 0.5],
  ];
  return turns[Math.min(4, Math.floor(2.5 * (next() + 1)))];
}

function axis(next: () => number): number[] {
  const k = Math.min(2, Math.floor(1.5 * (next() + 1)));
  const way = [0, 0, 0];
  way[k] = next() < 0 ? -1 : 1;
  return way;
}

function direction(next: () => number): number[] {
  const v = [next(), next(), next()];
  return Math.hypot(...v) < 0.1 ? [0, 0, 1] : v;
}
