/** What shaders leave out, because `src/worlds/webgpu/scope.ts` refuses models that need it: paths of sources, and functions in
 *  them where not the whole file is left out. */
const absent = [
  [/^src\/core\/engine\/(flex|sleep|island)\//],
  [/^src\/core\/engine\/collision\/(flex|sdf)\//],
  [/^src\/core\/engine\/collision\/convex\/convexHfield\.ts/],
  // touch sensors look for shapes along a ray
  [/^src\/core\/engine\/collision\/ray\/(?!primitive|local)/],
  [/^src\/core\/engine\/collision\/(sleepingGrid|distance)\.ts/],
  [/^src\/core\/engine\/constraint\/(flexDiagonal|rows\/flex(Count|Equality))\.ts/],
  [/^src\/core\/engine\/constraint\/rows\/flexContact\.ts/, /__(?!sideWeight$)\w+$/],
  [/^src\/core\/engine\/solver\/dual\//],
  [/^src\/core\/engine\/sensor\/record\.ts/, /__(recordSensors|recallSensor)$/],
  [/^src\/core\/engine\/tree\/history\.ts/],
];

/** Whether a function is left out.
 *  @param {import('./read.mjs').Fn} fn */
export function absentFeature({ name, location }) {
  return absent.some(([path, only]) => path.test(location) && (!only || only.test(name)));
}

/** Functions of the engine for which shaders have one of the kernels, with the same parameters: those that call themselves, or
 *  that rounding would mislead.
 *  @type {Readonly<Record<string, string>>} */
export const replacements = {
  engine_collision_convex_convexConvex__penetration: 'webgpu_kernel_convex_penetration__penetration',
  engine_collision_pairs_lines__linesDet: 'webgpu_kernel_lines__linesDet',
  engine_collision_pairs_lines__linesFirst: 'webgpu_kernel_lines__linesFirst',
  engine_collision_pairs_lines__linesSecond: 'webgpu_kernel_lines__linesSecond',
};
