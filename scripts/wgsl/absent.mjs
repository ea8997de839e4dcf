/** What shaders leave out, because `src/webgpu/scope.ts` refuses models that need it: paths of sources, and functions in
 *  them where not the whole file is left out. */
const absent = [
  [/^src\/engine\/(flex|sleep|island)\//],
  [/^src\/engine\/collision\/(convex|flex|sdf)\//],
  // touch sensors look for shapes along a ray
  [/^src\/engine\/collision\/ray\/(?!primitive|local)/],
  [/^src\/engine\/collision\/sleepers\.ts/],
  [/^src\/engine\/constraint\/(flexDiagonal|rows\/flex(Count|Equality))\.ts/],
  [/^src\/engine\/constraint\/rows\/flexContact\.ts/, /__(?!sideWeight$)\w+$/],
  [/^src\/engine\/solver\/dual\//],
  [/^src\/engine\/passive\/fluid\w*\.ts/],
  [/^src\/engine\/derivatives\/fluid\w+\.ts/],
  [/^src\/engine\/integrate\/implicitAcc\.ts/, /__fullAcc$/],
  [/^src\/engine\/sensor\/record\.ts/, /__(recordSensors|recallSensor)$/],
  [/^src\/engine\/actuation\/(dcmotor\w*|muscle|so3|history)\.ts/],
];

/** Whether a function is left out.
 *  @param {import('./read.mjs').Fn} fn */
export function absentFeature({ name, place }) {
  return absent.some(([path, only]) => path.test(place) && (!only || only.test(name)));
}
