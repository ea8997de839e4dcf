// Runs a comparison on many models, a few processes at a time.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));

/** Results in the order of the models, `{ model, ...result }`. Those in `known` (by name) are reused; `report` is called with each new one. */
export async function compareAll(what, models, settings) {
  const { ours, jobs = 2, timeout = 300, options = {}, report, known = new Map() } = settings;
  const results = new Array(models.length);
  let next = 0;
  const slot = async () => {
    while (next < models.length) {
      const k = next++;
      results[k] = known.get(models[k].id);
      if (results[k]) continue;
      results[k] = { model: models[k].id, ...(await compareOne(what, models[k], ours, options, timeout)) };
      report?.(results[k], k);
    }
  };
  await Promise.all(Array.from({ length: jobs }, slot));
  return results;
}

function compareOne(what, model, ours, options, timeout) {
  return new Promise((resolve) => {
    // JSON turns infinity into null, which is less than any tolerance
    const child = fork(worker, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], serialization: 'advanced' });
    let words = '';
    child.stderr?.on('data', (text) => {
      words = (words + text).slice(-300);
    });
    const timer = setTimeout(() => {
      resolve({ threw: `no result after ${timeout} s` });
      child.kill('SIGKILL');
    }, 1000 * timeout);
    child.once('message', resolve);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve({ threw: `the process exited with ${code}: ${words}` });
    });
    child.send({ what, model, ours, options });
  });
}
