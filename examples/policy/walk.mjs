// The quadruped walks, controlled by a policy in an ONNX file.
//
//   node examples/policy/trot.mjs trot.onnx && node examples/policy/walk.mjs trot.onnx
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';
import { Data, loadModel, resetDataKeyframe, step } from 'tenon';
import { createController, loadPolicy } from 'tenon/policy';
import { trotConfig } from './trot.mjs';

/** Walks for some seconds; returns the final position. */
export async function walk(file, seconds) {
  const model = await loadModel(fileURLToPath(new URL('../quadruped.xml', import.meta.url)));
  const data = new Data(model);
  resetDataKeyframe(model, data, 0);
  const policy = await loadPolicy(file, ort);
  const control = createController(model, trotConfig, policy);
  while (data.time < seconds) {
    await control.act(data);
    step(model, data);
  }
  await policy.close();
  return { far: data.qpos[0], aside: data.qpos[1], high: data.qpos[2], upright: data.body('trunk').xmat[8] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(await walk(readFileSync(process.argv[2] ?? 'trot.onnx'), 5));
}
