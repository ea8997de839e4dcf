/** Collision detection: what the pipeline and the host call. */
export { collision } from './collision.ts';
