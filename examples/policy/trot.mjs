// A policy for examples/quadruped.xml as an ONNX file: a trot, whose legs swing in diagonal pairs. What a training would
// have found is written down here; everything else is as with policies that come from a training.
//
//   node examples/policy/trot.mjs trot.onnx
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { toOnnx } from 'tenon/policy';

/** How far hips swing and knees bend, in radians. */
const SWING = 0.25;
const LIFT = 0.7;

/** From sine and cosine of the gait's phase to the angles of twelve joints, beyond those of the stance. */
export function trotNetwork() {
  // rectified: swing forwards, swing backwards, lift, for the one pair of legs and for the other
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

/** What the policy sees and what is done with what it says: the viewer takes it from a file beside the policy. */
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
