// needs: the compiled engine
/** Bounding volume trees of meshes can have any depth: rays and distance fields skipped nodes that were too deep. */
import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { Data, type Model, modelFromXml, prepare, ray } from '../../src/index.ts';

/** A slightly concave disk of n triangles about the origin. */
function disk(n: number): string {
  const rim = Array.from({ length: n }, (_, k) => {
    const angle = (2 * Math.PI * k) / n;
    return `${Math.cos(angle)} ${Math.sin(angle)} 0.2`;
  });
  const faces = Array.from({ length: n }, (_, k) => `0 ${1 + k} ${1 + ((k + 1) % n)}`);
  return `<mesh name="disk" inertia="shell" vertex="0 0 0 ${rim.join(' ')}" face="${faces.join(' ')}"/>`;
}

/** Makes the tree of the first mesh a chain: each node has one face and the rest. */
function makeChain(m: Model): void {
  const first = m.mesh_bvhadr[0];
  const n = m.mesh_facenum[0];
  const whole = m.bvh_aabb.slice(6 * first, 6 * first + 6);
  for (let k = 0; k < n - 1; k++) {
    const [inner, leaf] = [first + 2 * k, first + 2 * k + 1];
    m.bvh_child.set([2 * k + 1, 2 * k + 2], 2 * inner);
    m.bvh_child.set([-1, -1], 2 * leaf);
    m.bvh_nodeid[inner] = -1;
    m.bvh_nodeid[leaf] = k;
  }
  m.bvh_child.set([-1, -1], 2 * (first + 2 * n - 2));
  m.bvh_nodeid[first + 2 * n - 2] = n - 1;
  for (let k = 0; k < 2 * n - 1; k++) m.bvh_aabb.set(whole, 6 * (first + k));
}

await prepare();
const engines = ['wasm', 'js'] as const;

test.each(engines)('a ray finds every face of a mesh, however deep its tree is (%s)', (engine) => {
  const n = 300;
  const m = modelFromXml(
    `<mujoco><asset>${disk(n)}</asset><worldbody><geom type="mesh" mesh="disk"/></worldbody></mujoco>`,
    { engine },
  );
  const d = new Data(m);
  forward(m, d);
  const hits = () =>
    Array.from({ length: n }, (_, k) => {
      const angle = (2 * Math.PI * (k + 0.5)) / n;
      const from = Float64Array.of(0.9 * Math.cos(angle), 0.9 * Math.sin(angle), 2);
      return ray(m, d, from, Float64Array.of(0, 0, -1)).dist;
    });
  const wanted = hits();
  expect(wanted.every((x) => x > 1 && x < 3)).toBe(true);
  makeChain(m);
  expect(hits()).toEqual(wanted);
});

test.each(engines)(
  'a contact with a distance field finds every face of a mesh, however deep its tree is (%s)',
  (engine) => {
    const n = 100;
    const ball = '<mesh name="ball" builtin="sphere" params="1" scale=".05 .05 .05"/>';
    const m = modelFromXml(
      `<mujoco><asset>${disk(n)}${ball}</asset><worldbody><geom type="mesh" mesh="disk"/>
      <body pos=".3 -.52 .16"><freejoint/><geom type="sdf" mesh="ball"/></body></worldbody></mujoco>`,
      { engine },
    );
    const deepest = () => {
      const d = new Data(m);
      forward(m, d);
      return { touches: d.ncon > 0, depth: Math.min(...d.contact_dist.subarray(0, d.ncon)) };
    };
    const wanted = deepest();
    expect(wanted.touches).toBe(true);
    makeChain(m);
    expect(deepest()).toEqual(wanted);
  },
);
