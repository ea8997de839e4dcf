/** The jobs that a cluster knows. */
import { unpack } from './bytes.ts';
import { openCluster, RESULTS, type ServerOptions, TASKS } from './nats/connection.ts';
import { type JobSpec, worldsOf } from './spec.ts';

/** A job of the last days. */
export interface JobState {
  id: string;
  model: string;
  worlds: number;
  /** Tasks that have been answered. */
  done: number;
  /** Tasks that wait in the queue, or are in work. */
  queued: number;
  submitted: string;
}

/** The jobs of a cluster, the newest first.
 *
 *  ```ts
 *  for (const { id, done } of await listJobs({ server: 'nats://cluster.example' })) console.log(id, done);
 *  ``` */
export async function listJobs(options: ServerOptions = {}): Promise<JobState[]> {
  const cluster = await openCluster(options);
  try {
    const { files, manager } = cluster;
    const jobs = (await files.list()).filter(({ name }) => /^[0-9a-f]{24}$/.test(name));
    const found = jobs.map(async ({ name: id, mtime }) => {
      const bytes = await files.getBlob(id);
      const { spec } = unpack<{ spec: JobSpec }>(bytes!).header;
      const count = async (stream: string, kind: string) => {
        const filter = { subjects_filter: `tenon.${kind}.${id}.*` };
        return Object.keys((await manager.streams.info(stream, filter)).state.subjects ?? {}).length;
      };
      const [done, queued] = [await count(RESULTS, 'result'), await count(TASKS, 'task')];
      return { id, model: spec.model, worlds: worldsOf(spec), done, queued, submitted: mtime };
    });
    return (await Promise.all(found)).sort((a, b) => (a.submitted < b.submitted ? 1 : -1));
  } finally {
    await cluster.close();
  }
}
