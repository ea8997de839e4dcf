/** The protocol of a task thread, and the classification of its errors. */

/** Maximum number of jobs loaded in a thread; the oldest is evicted. */
export const MAX_JOBS = 8;

export interface Requests {
  /** Load a job. */
  load(id: string, bytes: Uint8Array, allowPolicies: boolean): void;
  /** Run the task whose first world is `first`; returns the bytes of its result. */
  run(id: string, first: number, threads: number): Uint8Array<ArrayBuffer>;
}

/** The bytes of a result, or a failure. Loading a job returns no bytes. */
export type Reply = { bytes: Uint8Array<ArrayBuffer> } | { failure: Failure };

/** `task`: the task fails the same way everywhere; `machine`: it may work elsewhere or later; `refused`: this worker
 * does not accept such jobs, others may. */
export interface Failure {
  kind: 'task' | 'machine' | 'refused';
  text: string;
}

/** Messages of resource exhaustion and of threads that ended. */
const MACHINE =
  /out of memory|allocation failed|could not allocate|memory access denied|heap limit|\bthread (ended|failed|was closed)|a thread|ERR_WORKER|EMFILE|ENOMEM|ENOSPC/i;

/** Classify an error of a task thread. Errors with a code of the operating system do not depend on the task. */
export function classifyError(error: unknown): Failure {
  let kind: Failure['kind'] = error instanceof Error && error.name === 'RefusedError' ? 'refused' : 'task';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (MACHINE.test(cause.message) || (typeof code === 'string' && /^E[A-Z]+$|^ERR_WORKER/.test(code)))
      kind = 'machine';
  }
  return { kind, text: error instanceof Error ? error.message : String(error) };
}
