/** Recordings dropped on the page: NumPy NPZ archives, and tables. */
import { STATE } from '../../../src/formats/record/trajectory.ts';
import { type NamedArrays, readCsv, readNpz } from '../../../src/record.ts';

/** The recording among some files; undefined if there is none.
 *  @throws Error if it cannot be read */
export async function recordingAmong(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<{ name: string; recording: NamedArrays } | undefined> {
  for (const [name, bytes] of files) {
    if (/\.npz$/i.test(name)) return { name, recording: await readNpz(bytes, name) };
    if (/\.csv$/i.test(name)) return { name, recording: readCsv(new TextDecoder().decode(bytes), name, STATE) };
  }
  return undefined;
}
