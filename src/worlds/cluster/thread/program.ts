/** What runs in a thread for tasks: it loads jobs and runs their tasks. Whatever a job does to it, its parent can end it. */
import { prepare } from '../../../index.ts';
import { type Prepared, prepareJob } from '../job.ts';
import { runTask } from '../task.ts';
import { failureOf, MAX_JOBS, type Question, type Reply } from './protocol.ts';

const { parentPort } = process.getBuiltinModule('node:worker_threads');
const jobs = new Map<string, Prepared>();

/** Loads a job in place of the oldest. */
async function loadJob({ id, bytes, allowPolicies }: Question & { kind: 'job' }): Promise<void> {
  jobs.get(id)?.model.free();
  jobs.delete(id);
  jobs.set(id, await prepareJob(id, bytes, allowPolicies));
  const [oldest] = jobs.keys();
  if (jobs.size <= MAX_JOBS || oldest === undefined) return;
  jobs.get(oldest)?.model.free();
  jobs.delete(oldest);
}

async function answer(question: Question): Promise<Reply> {
  try {
    if (question.kind === 'job') {
      await loadJob(question);
      return { bytes: new Uint8Array(0) };
    }
    const job = jobs.get(question.id);
    if (!job) throw new Error(`a thread has no job ${question.id}`);
    return { bytes: await runTask(job, question.first, question.threads) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

// the engine is compiled while the first task is on its way
prepare().catch(() => {});

parentPort?.on('message', async (question: Question) => {
  const reply = await answer(question);
  parentPort.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer] : []);
});
