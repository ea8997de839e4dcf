/** Code that shaders omit, because `src/worlds/webgpu/scope.ts` rejects models that need it: paths of sources, and functions in them if
 *  only part of the file is omitted. */
const absent = [
  [/^src\/core\/engine\/(flex|sleep|island)\//],
  [/^src\/core\/engine\/collision\/(flex|sdf)\//],
  [/^src\/core\/engine\/collision\/convex\/convexHfield\.ts/],
  // touch sensors intersect shapes with rays
  [/^src\/core\/engine\/collision\/ray\/(?!primitive|local)/],
  [/^src\/core\/engine\/collision\/(sleepingGrid|distance)\.ts/],
  [/^src\/core\/engine\/constraint\/(flexDiagonal|rows\/flex(Count|Equality))\.ts/],
  [/^src\/core\/engine\/constraint\/rows\/flexContact\.ts/, /__(?!sideWeight$)\w+$/],
  [/^src\/core\/engine\/solver\/dual\//],
  [/^src\/core\/engine\/sensor\/record\.ts/, /__(recordSensors|recallSensor)$/],
  [/^src\/core\/engine\/tree\/history\.ts/],
];

/** Whether a function is omitted.
 *  @param {import('./read.mjs').Fn} fn */
export function absentFeature({ name, location }) {
  return absent.some(([path, only]) => path.test(location) && (!only || only.test(name)));
}

/** Functions of the engine that shaders replace by a kernel with the same parameters: recursive ones, and those that are unstable in f32.
 *  @type {Readonly<Record<string, string>>} */
export const replacements = {
  engine_collision_convex_convexConvex__penetration: 'webgpu_kernel_convex_penetration__penetration',
  engine_collision_pairs_lines__linesDet: 'webgpu_kernel_lines__linesDet',
  engine_collision_pairs_lines__linesFirst: 'webgpu_kernel_lines__linesFirst',
  engine_collision_pairs_lines__linesSecond: 'webgpu_kernel_lines__linesSecond',
};
