/** Collision detection: what the pipeline and the host call. */
export { collision } from './collision.ts';
export { geomDistance } from './distance.ts';
