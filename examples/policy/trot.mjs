// A policy for examples/quadruped.xml as an ONNX file: a trot, whose legs swing in diagonal pairs. The weights are written by hand;
// everything else works as with trained policies.
//
//   node examples/policy/trot.mjs trot.onnx
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { toOnnx } from 'tenon/policy';

/** Amplitudes of hips and knees, in radians. */
const SWING = 0.25;
const LIFT = 0.7;

/** From sine and cosine of the gait's phase to the angles of twelve joints, relative to the stance. */
export function trotNetwork() {
  // rectified: forward swing, backward swing, lift, for each pair of legs
  const hidden = {
    weights: [1, 0, -1, 0, 0, 1, 0, -1],
    bias: [0, 0, 0, 0],
    activation: 'relu',
  };
  const rows = [1, -1, -1, 1].flatMap((pair) => {
    const lift = pair > 0 ? [0, 0, -LIFT, 0] : [0, 0, 0, -LIFT];
    return [[0, 0, 0, 0], [-SWING * pair, SWING * pair, 0, 0], lift];
  });
  const last = { weights: rows.flat(), bias: rows.map(() => 0), activation: 'none' };
  return {
    mean: [0, 0],
    scale: [1, 1],
    layers: [hidden, last],
    low: rows.map(() => -1),
    high: rows.map(() => 1),
  };
}

/** Config of the policy: its observations and the use of its actions. The viewer reads it from a file next to the policy. */
export const trotConfig = {
  observation: [{ term: 'clock', frequency: 2.5 }],
  decimation: 5, // 100 times a second
  offset: 'key',
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = process.argv[2] ?? 'trot.onnx';
  writeFileSync(file, toOnnx(trotNetwork()));
  writeFileSync(file.replace(/\.onnx$/, '.json'), JSON.stringify(trotConfig, null, 2));
  console.log(`wrote ${file} and its config`);
}
