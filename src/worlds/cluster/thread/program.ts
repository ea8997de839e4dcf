/** What runs in a thread for tasks: it loads jobs and runs their tasks. Whatever a job does to it, its parent can end it. */
import { prepare } from '../../../index.ts';
import { type Prepared, prepareJob } from '../job.ts';
import { runTask } from '../task.ts';
import { classifyError, MAX_JOBS, type Reply, type TaskThreadRequest } from './protocol.ts';

const { parentPort } = process.getBuiltinModule('node:worker_threads');
const jobs = new Map<string, Prepared>();

/** Loads a job in place of the oldest. */
async function loadJob({ id, bytes, allowPolicies }: TaskThreadRequest & { kind: 'job' }): Promise<void> {
  jobs.get(id)?.model.free();
  jobs.delete(id);
  jobs.set(id, await prepareJob(id, bytes, allowPolicies));
  const [oldest] = jobs.keys();
  if (jobs.size <= MAX_JOBS || oldest === undefined) return;
  jobs.get(oldest)?.model.free();
  jobs.delete(oldest);
}

async function handleRequest(request: TaskThreadRequest): Promise<Reply> {
  try {
    if (request.kind === 'job') {
      await loadJob(request);
      return { bytes: new Uint8Array(0) };
    }
    const job = jobs.get(request.id);
    if (!job) throw new Error(`a thread has no job ${request.id}`);
    return { bytes: await runTask(job, request.first, request.threads) };
  } catch (error) {
    return { failure: classifyError(error) };
  }
}

// the engine is compiled while the first task is on its way
prepare().catch(() => {});

parentPort?.on('message', async (request: TaskThreadRequest) => {
  const reply = await handleRequest(request);
  parentPort.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer] : []);
});
