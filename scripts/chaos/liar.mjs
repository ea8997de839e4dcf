// For `node --import`: a worker whose results are wrong in their last bit.
const threads = process.getBuiltinModule('node:worker_threads');
const { Worker } = threads;

threads.Worker = class extends Worker {
  /** @override @param {string} name @param {(...args: any[]) => void} listen */
  on(name, listen) {
    if (name !== 'message') return super.on(name, listen);
    return super.on(name, (/** @type {{ result?: unknown }} */ response) => {
      const { result } = response;
      if (result instanceof Uint8Array && result.length > 0) result[result.length - 1] ^= 1;
      listen(response);
    });
  }
};
