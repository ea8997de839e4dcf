/** Arbitrary messages, published in a cluster without checks. */
import { openCluster, RESULTS, type ServerOptions, TASKS } from '../../src/worlds/cluster/nats/connection.ts';

/** Access to the contents of a cluster, and ways to inject messages. */
export interface RawCluster {
  publish(subject: string, data: string | Uint8Array, headers?: Record<string, string>): Promise<void>;
  put(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Number of messages in the queue of tasks, and in the stream of results. */
  counts(): Promise<{ tasks: number; results: number }>;
  /** The next notice about a job. */
  onNotice(listen: (text: string) => void): void;
  close(): Promise<void>;
}

export async function openRaw(access: ServerOptions): Promise<RawCluster> {
  const { connection, js, manager, files, close } = await openCluster(access);
  const { headers } = await import('@nats-io/transport-node');
  const count = async (stream: string) => (await manager.streams.info(stream)).state.messages;
  return {
    async publish(subject, data, given = {}) {
      const head = headers();
      for (const [name, value] of Object.entries(given)) head.set(name, value);
      await js.publish(subject, data, { headers: head });
    },
    async put(name, bytes) {
      await files.putBlob({ name }, bytes);
    },
    async remove(name) {
      await files.delete(name);
    },
    counts: async () => ({ tasks: await count(TASKS), results: await count(RESULTS) }),
    onNotice: (listen) =>
      void connection.subscribe('tenon.notice.*', { callback: (_, message) => listen(message.string()) }),
    close,
  };
}
