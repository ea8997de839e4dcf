/** Garbage collection on demand. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Runs a garbage collection, and lets finalizers run, which they do only between tasks. */
export async function collect(): Promise<void> {
  for (let k = 0; k < 5; k++) await finalized();
}

const sentinels = new FinalizationRegistry<() => void>((done) => done());

/** Collects until an object that was dropped before the first collection has been finalized. */
async function finalized(): Promise<void> {
  let waits = true;
  const drop = () =>
    sentinels.register({}, () => {
      waits = false;
    });
  drop();
  while (waits) {
    gc();
    await yieldToTasks();
  }
}

/** Lets pending finalizers run, like any program that awaits. */
export const yieldToTasks = () => new Promise<void>((done) => setImmediate(done));

/** Long runs on request: `TENON_MEMORY=full npm test -- test/memory`. */
export const full = process.env.TENON_MEMORY === 'full';

export const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
export const rss = () => megabytes(process.memoryUsage.rss());
