/** One hash for rollouts and batches of many worlds, byte by byte. */
import { Batch, closeThreads, rollout } from '../../src/batch.ts';
import { Data, getState, modelFromXml, prepare, StateBit } from '../../src/index.ts';

/** Hashes of the same worlds, by threads and chunks; all must be equal. */
export async function worldHashes(xml: string): Promise<Record<string, string>> {
  await prepare();
  const m = modelFromXml(xml);
  const start = getState(m, new Data(m), StateBit.FULLPHYSICS);
  const [nbatch, nstep] = [10, 12];
  const control = Float64Array.from({ length: nbatch * nstep * m.nu }, (_, k) => ((7 * k) % 41) / 41 - 0.5);
  const parameters = { 'opt.gravity': Array.from({ length: 3 * nbatch }, (_, k) => (k % 3 === 2 ? -9 - 0.1 * k : 0)) };
  const hashes: Record<string, string> = {};
  for (const threads of [0, 1, 2, 3]) {
    for (const chunkSize of [1, 7, 100]) {
      const options = { control, nstep, parameters, threads, chunkSize, fields: ['xpos', 'ncon'] } as const;
      const { state, sensordata, fields } = await rollout(m, start, { ...options, nbatch });
      hashes[`rollout, ${threads} threads, chunks of ${chunkSize}`] = hash([
        state,
        sensordata,
        fields.xpos,
        fields.ncon,
      ]);
    }
    const batch = new Batch(m, nbatch, { threads, fields: ['xpos', 'ncon'] });
    await batch.setParameters(parameters);
    const rows = [];
    for (let k = 0; k < nstep; k++) {
      for (let i = 0; i < nbatch; i++)
        batch.row('ctrl', i).set(control.subarray((i * nstep + k) * m.nu, (i * nstep + k + 1) * m.nu));
      await batch.step();
      if (k === 5) await batch.reset([2, 9]);
      rows.push(batch.qpos.slice(), batch.field('xpos').slice(), batch.field('ncon').slice());
    }
    batch.free();
    hashes[`batch, ${threads} threads`] = hash(rows);
  }
  closeThreads();
  return hashes;
}

/** FNV-1a over 32-bit words. */
function hash(arrays: readonly (Float64Array | Int32Array)[]): string {
  let sum = 0x811c9dc5;
  for (const array of arrays) {
    for (const word of new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4)) {
      sum = Math.imul(sum ^ word, 0x01000193);
    }
  }
  return (sum >>> 0).toString(16).padStart(8, '0');
}
