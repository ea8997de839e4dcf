// Responses to verified tasks in any order: delivered twice, lost, and from several workers of which one lies.

/** @typedef {import('./random.mjs').Random} Random */
/** @typedef {import('./clusterParts.mjs').ClusterParts} Parts */
/** An event: a queued task is sent to a worker, and its response arrives once, twice, or never.
 *  @typedef {{ task: number, worker: number, fate: 'arrives' | 'twice' | 'lost' | 'stray' }} Event */

/** @param {Random} random */
export function makeVotes(random) {
  return {
    tasks: 1 + random.int(5),
    workers: 3 + random.int(4),
    /** Index of the lying worker; none if all are honest. */
    liar: random.int(5) - 1,
    isSteady: random.chance(0.5),
    items: random.list(random.int(80), () => ({
      task: random.int(1000),
      worker: random.int(1000),
      fate: random.pick(['arrives', 'arrives', 'arrives', 'twice', 'lost', 'stray']),
    })),
  };
}

/** @param {Parts} parts @param {ReturnType<typeof makeVotes>} c @param {Record<string, number>} counts */
export function checkVotes({ Ledger }, { tasks, workers, liar, isSteady, items }, counts) {
  const firsts = Array.from({ length: tasks }, (_, k) => 3 * k);
  const ledger = new Ledger(firsts, 1);
  /** @type {import('../../../src/worlds/cluster/ledger.ts').Request[]} */
  const queue = firsts.flatMap((first) => ledger.request(first) ?? []);
  const handedOver = new Set();
  let sequence = 0;
  const answer = (/** @type {number} */ first, /** @type {number} */ worker) => {
    const vote = worker !== liar ? `true ${first}` : isSteady ? `false ${first}` : `false ${sequence}`;
    const { counts: isCounted, requests } = ledger.take({
      first,
      worker: `w${worker}`,
      instance: `i${worker}`,
      run: 1 + (sequence % 3),
      vote,
      sequence: ++sequence,
    });
    counts.votes++;
    queue.push(...requests);
    if (!isCounted) return undefined;
    if (handedOver.has(first)) return 'a task is counted twice';
    handedOver.add(first);
    return vote.startsWith('true') ? undefined : 'a wrong result is counted';
  };
  const run = (/** @type {any} */ { task, worker, fate }) => {
    if (fate === 'stray') return answer(3 * (task % 9) + 1, worker % workers);
    const [request] = queue.splice(task % Math.max(1, queue.length), 1);
    if (!request) return undefined;
    const able = Array.from({ length: workers }, (_, k) => k).filter(
      (k) => !request.avoid.includes(`i${k}`) && !request.exclude.includes(`i${k}`),
    );
    if (able.length === 0) return undefined;
    const by = able[worker % able.length];
    if (fate === 'lost') return undefined;
    return answer(request.first, by) ?? (fate === 'twice' ? answer(request.first, by) : undefined);
  };
  for (const item of items) {
    const found = run(item);
    if (found) return found;
  }
  // then everything works, and lost tasks are requested again
  for (let k = 0; k < 200 && !ledger.complete; k++) {
    if (queue.length === 0) queue.push(...ledger.open().flatMap((first) => ledger.request(first) ?? []));
    const found = run({ task: 0, worker: k, fate: 'arrives' });
    if (found) return found;
  }
  if (!ledger.complete || handedOver.size !== tasks) return 'the job does not finish';
  const honest = ledger.liars.filter((name) => name !== `w${liar}`);
  return honest.length > 0 ? 'an honest worker is identified as lying' : undefined;
}
