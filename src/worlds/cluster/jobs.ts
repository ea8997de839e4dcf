/** Lists the jobs of a cluster. */
import { readBundle, tasksOf, worldsPerTask } from './job.ts';
import { worldsOf } from './jobSpec.ts';
import { MAX_JOB_BYTES } from './limits.ts';
import { isJobId, resultSubject, taskSubject } from './message.ts';
import { type Cluster, openCluster, RESULTS, type ServerOptions, TASKS } from './nats/connection.ts';
import { getObject } from './nats/store.ts';

/** A recent job. */
export interface JobState {
  id: string;
  model: string;
  worlds: number;
  /** Tasks with an answer. */
  done: number;
  /** Tasks that are queued or running. */
  queued: number;
  submitted: string;
}

/** List the jobs of a cluster, newest first.
 *
 *  ```ts
 *  for (const { id, done } of await listJobs({ server: 'nats://cluster.example' })) console.log(id, done);
 *  ``` */
export async function listJobs(options: ServerOptions = {}): Promise<JobState[]> {
  const cluster = await openCluster(options);
  try {
    const stored = (await cluster.files.list()).filter(({ name }) => isJobId(name));
    const found: JobState[] = [];
    // sequentially, because a job can be large
    for (const { name, mtime } of stored) {
      // other objects in the store under such a name are not jobs
      const state = await readJobState(cluster, name, mtime).catch(() => undefined);
      if (state) found.push(state);
    }
    return found.sort((a, b) => (a.submitted < b.submitted ? 1 : -1));
  } finally {
    await cluster.close();
  }
}

async function readJobState(cluster: Cluster, id: string, submitted: string): Promise<JobState | undefined> {
  const bytes = await getObject(cluster, id, MAX_JOB_BYTES, { seconds: 10 });
  if (!bytes) return undefined;
  const { spec } = readBundle(bytes);
  const worlds = worldsOf(spec);
  const tasks = new Set(tasksOf({ worlds, chunk: worldsPerTask(spec) }));
  const count = async (stream: string, subject: string) => {
    const { subjects = {} } = (await cluster.manager.streams.info(stream, { subjects_filter: subject })).state;
    return Object.keys(subjects).filter((name) => tasks.has(Number(name.split('.')[3]))).length;
  };
  const [done, queued] = [await count(RESULTS, resultSubject(id, '*')), await count(TASKS, taskSubject(id, '*'))];
  return { id, model: spec.model, worlds, done, queued, submitted };
}
