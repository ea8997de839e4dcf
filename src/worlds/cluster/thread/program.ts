/** The program of a task thread: loads jobs and runs their tasks. The worker can end the thread at any time. */

import { Transferred } from '../../../core/worker/protocol.ts';
import { serveParent } from '../../../core/worker/server.ts';
import { prepare } from '../../../index.ts';
import { type Prepared, prepareJob } from '../job.ts';
import { runTask } from '../task.ts';
import { MAX_JOBS, type Requests } from './protocol.ts';

/** Jobs by id, oldest first. */
const jobs = new Map<string, Prepared>();

function evictJob(id: string): void {
  jobs.get(id)?.model.free();
  jobs.delete(id);
}

// compile the engine while the first task is being sent
prepare().catch(() => {});

serveParent<Requests>(() => ({
  async load(id, bytes, allowPolicies) {
    evictJob(id);
    jobs.set(id, await prepareJob(id, bytes, allowPolicies));
    const [oldest] = jobs.keys();
    if (jobs.size > MAX_JOBS && oldest !== undefined) evictJob(oldest);
  },
  async run(id, first, threads) {
    const job = jobs.get(id);
    if (!job) throw new Error(`the thread does not have job ${id}. This is a bug, please report it`);
    const bytes = await runTask(job, first, threads);
    return new Transferred(bytes, [bytes.buffer]);
  },
}));
