/** One mesh, compiled by MuJoCo and by our asset functions, for comparison field by field. */
import { expect } from 'vitest';
import { processMesh } from '../../src/compiler/asset/mesh/process.ts';
import type { CompiledMesh, MeshData, MeshOptions } from '../../src/compiler/asset/mesh/types.ts';
import { MeshInertia } from '../../src/core/model/enums/spec.ts';
import { compareNumbers } from './oracle/difference.mjs';
import { type Files, oracleModel } from './oracle/oracle.ts';

const OPTIONS: MeshOptions = {
  name: 'm',
  scale: [1, 1, 1],
  refpos: [0, 0, 0],
  refquat: [1, 0, 0, 0],
  inertia: MeshInertia.LEGACY,
  smoothnormal: false,
  maxhullvert: -1,
  needhull: true,
  fromObj: false,
  needsdf: false,
  octreeDepth: 6,
  inPlace: false,
};

/** MuJoCo's model of a free body with one colliding geom of the mesh. */
export function meshModel(attributes: string, files: Files = {}): ReturnType<typeof oracleModel> {
  return oracleModel(
    `<mujoco><asset><mesh name="m" ${attributes}/></asset>
     <worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>`,
    files,
  );
}

/** Both reject it; ours reports why. */
export function expectBothReject(attributes: string, ours: () => unknown, why: RegExp, files: Files = {}): void {
  expect(() => meshModel(attributes, files)).toThrow();
  expect(ours).toThrow(why);
}

/** Compiles the data with our functions and checks every field of the mesh against MuJoCo's. */
export function expectSameMesh(
  attributes: string,
  data: MeshData,
  options: Partial<MeshOptions> = {},
  files: Files = {},
): CompiledMesh {
  const ours = processMesh(data, { ...OPTIONS, ...options });
  const m = meshModel(attributes, files);
  try {
    for (const field of ['face', 'facenormal', 'graph', 'extrema', 'polyvertadr', 'polyvertnum', 'polyvert'] as const) {
      expect(Array.from(ours[field]), field).toEqual(Array.from(m[`mesh_${field}`]));
    }
    for (const field of ['polymapadr', 'polymapnum', 'polymap'] as const) {
      expect(Array.from(ours[field]), field).toEqual(Array.from(m[`mesh_${field}`]));
    }
    for (const field of ['vert', 'normal', 'texcoord'] as const)
      expectNear(ours[field], m[`mesh_${field}`], 1e-6, field);
    for (const field of ['pos', 'quat', 'polynormal'] as const)
      expectNear(ours[field], m[`mesh_${field}`], 1e-9, field);
    if (ours.texcoord.length > 0) expect(Array.from(ours.facetexcoord)).toEqual(Array.from(m.mesh_facetexcoord));
    const adr = m.mesh_bvhadr[0];
    expectNear(ours.bvh.aabb, m.bvh_aabb.subarray(6 * adr), 1e-9, 'bvh_aabb');
    expect(Array.from(ours.bvh.child)).toEqual(Array.from(m.bvh_child.subarray(2 * adr)));
    expect(Array.from(ours.bvh.nodeid)).toEqual(Array.from(m.bvh_nodeid.subarray(adr)));
    expect(Array.from(ours.bvh.depth)).toEqual(Array.from(m.bvh_depth.subarray(adr)));
    expectNear([1000 * ours.volume], [m.body_mass[1]], 1e-9, 'mass');
    const [x, y, z] = Array.from(ours.boxsz, (s) => s * s);
    expectNear(
      [y + z, x + z, x + y].map((s) => (s * m.body_mass[1]) / 3),
      m.body_inertia.subarray(3),
      1e-9,
      'inertia',
    );
  } finally {
    m.delete();
  }
  return ours;
}

/** Element by element within a tolerance relative to 1 or the value. */
export function expectNear(ours: ArrayLike<number>, theirs: ArrayLike<number>, tolerance: number, what: string): void {
  expect(ours.length, `${what} length`).toBe(theirs.length);
  const { error, index } = compareNumbers(ours, theirs, { each: 1 });
  expect(error, `${what}[${index}]`).toBeLessThanOrEqual(tolerance);
}

/** Reproducible random numbers in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
