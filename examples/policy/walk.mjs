// The quadruped walks by a policy in an ONNX file.
//
//   node examples/policy/trot.mjs trot.onnx && node examples/policy/walk.mjs trot.onnx
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';
import { Data, loadModel, resetDataKeyframe, step } from 'tenon';
import { command, loadPolicy, policyController } from 'tenon/policy';

const FREQUENCY = 2.5;

/** Walks for some seconds; returns where it got to. */
export async function walk(file, seconds) {
  const model = await loadModel(fileURLToPath(new URL('../quadruped.xml', import.meta.url)));
  const data = new Data(model);
  resetDataKeyframe(model, data, 0);
  const policy = await loadPolicy(file, ort);
  const phase = [0, 1];
  const control = policyController(model, {
    policy,
    observation: [command(phase)],
    decimation: 5, // 100 times a second
    offset: data.qpos.slice(7),
  });
  while (data.time < seconds) {
    const angle = 2 * Math.PI * FREQUENCY * data.time;
    phase[0] = Math.sin(angle);
    phase[1] = Math.cos(angle);
    await control.act(data);
    step(model, data);
  }
  await policy.close();
  return { far: data.qpos[0], aside: data.qpos[1], high: data.qpos[2], upright: data.body('trunk').xmat[8] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(await walk(readFileSync(process.argv[2] ?? 'trot.onnx'), 5));
}
