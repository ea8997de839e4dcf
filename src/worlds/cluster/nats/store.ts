/** Files of jobs and large results in the object store of a cluster. */
import { hashOf } from '../bytes.ts';
import { type Cluster, inTime, type Patience, retry, sleep } from './connection.ts';

/** Time limit of a read in seconds: chunks may be lost without notice. */
const READ_SECONDS = 60;
const WRITE_SECONDS = 120;
/** Milliseconds between checks that an object being read was not replaced. */
const REPLACED_CHECK_MS = 500;

/** Read an object of limited size; undefined if it does not exist.
 *  @throws RangeError if it is larger, Error if it is damaged or does not arrive */
export async function getObject(
  { files }: Cluster,
  name: string,
  maxBytes: number,
  patience: Patience,
): Promise<Uint8Array | undefined> {
  return retry(async () => {
    const info = await files.info(name);
    if (!info || info.deleted) return undefined;
    // a link could lead to another store
    if (info.options?.link) throw new Error(`the object ${name} of the store is a link. Expected an object`);
    if (info.size > maxBytes)
      throw new RangeError(`the object ${name} of the store: expected at most ${maxBytes} bytes, found ${info.size}`);
    const done = new AbortController();
    try {
      const read = Promise.race([files.getBlob(name), untilReplaced(files, name, info.nuid, done.signal)]);
      return (await inTime(read, READ_SECONDS)) ?? undefined;
    } finally {
      done.abort();
    }
  }, patience);
}

/** Reject when an object is replaced. The store deletes the chunks of the old one, so a read of them would never end.
 *  @throws Error with the prefix 'unavailable', which is temporary */
async function untilReplaced(files: Cluster['files'], name: string, nuid: string, signal: AbortSignal): Promise<never> {
  for (;;) {
    await sleep(REPLACED_CHECK_MS, signal);
    const now = await files.info(name);
    if (now?.nuid !== nuid) throw new Error(`unavailable: the object ${name} was replaced while it was read`);
  }
}

/** Store an object, unless the store already has these bytes. */
export async function putObject(
  { files }: Cluster,
  name: string,
  bytes: Uint8Array,
  patience: Patience,
): Promise<void> {
  const digest = digestOf(await hashOf(bytes));
  await retry(async () => {
    const info = await files.info(name);
    if (info && !info.deleted && info.size === bytes.length && info.digest === digest) return;
    await inTime(files.putBlob({ name }, bytes), WRITE_SECONDS);
  }, patience);
}

/** A hash in the format of the store. */
function digestOf(hash: string): string {
  return `SHA-256=${Buffer.from(hash, 'hex').toString('base64').replaceAll('+', '-').replaceAll('/', '_')}`;
}
