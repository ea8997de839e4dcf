/** Messages to and from a thread that runs tasks. */
import { RefusedError } from '../job.ts';

/** Jobs whose models a thread keeps; the oldest is dropped. */
export const MAX_JOBS = 8;

export type TaskThreadRequest =
  | { kind: 'job'; id: string; bytes: Uint8Array; allowPolicies: boolean }
  | { kind: 'task'; id: string; first: number; threads: number };

/** Bytes of a result, or why there are none. A job that was loaded has no bytes. */
export type Reply = { bytes: Uint8Array<ArrayBuffer> } | { failure: Failure };

/** `task`: the task fails the same way everywhere; `machine`: it may work elsewhere or later; `refused`: others may take it. */
export interface Failure {
  kind: 'task' | 'machine' | 'refused';
  text: string;
}

/** What machines run out of, and what happens when a thread ends. */
const MACHINE =
  /out of memory|allocation failed|could not allocate|memory access denied|heap limit|\bthread (ended|failed|was closed)|a thread|ERR_WORKER|EMFILE|ENOMEM|ENOSPC/i;

/** An error in these terms. Errors of the operating system carry a code: none of them follows from the task. */
export function classifyError(error: unknown): Failure {
  let kind: Failure['kind'] = error instanceof RefusedError ? 'refused' : 'task';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (MACHINE.test(cause.message) || (typeof code === 'string' && /^E[A-Z]+$|^ERR_WORKER/.test(code)))
      kind = 'machine';
  }
  return { kind, text: error instanceof Error ? error.message : String(error) };
}
