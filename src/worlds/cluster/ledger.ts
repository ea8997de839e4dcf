/** Records the answers of a job, with their workers, and decides which of them count. Independent of servers: answers
 * are the input, actions the output.
 * A task is settled when enough workers agree: one, or two if it is verified. If workers disagree, the task is run
 * again by workers that have not answered it, until one result has more votes than any other and at least two. A
 * worker that is outvoted is a liar: its answers no longer count. */
import { MAX_NAMED_WORKERS, MAX_RUNS } from './limits.ts';
import type { AnswerMessage } from './message.ts';

/** An answer with a checked result. */
export interface Answer extends Pick<AnswerMessage, 'first' | 'run' | 'worker' | 'instance'> {
  /** Identifies the content: equal results have equal votes. */
  vote: string;
  /** Sequence number in the stream of results. */
  sequence: number;
}

/** A run of a task to be queued. */
export interface Request {
  first: number;
  run: number;
  avoid: string[];
  exclude: string[];
}

/** The consequences of an answer. */
export interface Verdict {
  /** This answer settles its task: its result is to be delivered. */
  counts: boolean;
  /** Runs to queue now. */
  requests: Request[];
  /** Sequence numbers of wrong answers. */
  wrong: number[];
  /** Messages for the user. */
  notices: string[];
}

interface TaskState {
  readonly ballots: Answer[];
  /** Runs that were requested, and answers received, valid or not. */
  runs: number;
  answers: number;
  /** The vote of the delivered result. */
  settled: string | undefined;
  /** Two workers disagree about it. */
  disputed: boolean;
}

export class Ledger {
  readonly #tasks: ReadonlyMap<number, TaskState>;
  readonly #needed: (first: number) => number;
  readonly #liars = new Map<string, string>();
  #unsettled: number;
  #disputed = 0;
  #isAlone = false;

  /** @param tasks first worlds of the tasks @param verify verify one in `verify` tasks; undefined: none */
  constructor(tasks: readonly number[], verify: number | undefined) {
    const state = (): TaskState => ({ ballots: [], runs: 0, answers: 0, settled: undefined, disputed: false });
    this.#tasks = new Map(tasks.map((first) => [first, state()]));
    const verified = new Set(verify ? tasks.filter((_, k) => k % verify === 0) : []);
    this.#needed = (first) => (verified.has(first) ? 2 : 1);
    this.#unsettled = tasks.length;
  }

  get complete(): boolean {
    return this.#unsettled === 0 && this.#disputed === 0;
  }

  get settled(): number {
    return this.#tasks.size - this.#unsettled;
  }

  /** Whether a task needs an answer from another worker. */
  get needsOthers(): boolean {
    return [...this.#tasks.values()].some((task) => isOpen(task) && task.ballots.length > 0);
  }

  /** The error to report if workers disagree about a task and none of `present` can decide. */
  undecidable(present: readonly string[]): Error | undefined {
    for (const [first, { disputed, ballots }] of this.#tasks) {
      const hasVoted = (instance: string) => ballots.some((ballot) => ballot.instance === instance);
      if (disputed && present.every(hasVoted)) return disagreement(first, ballots);
    }
    return undefined;
  }

  /** Whether an instance was outvoted. */
  isLiar(instance: string): boolean {
    return this.#liars.has(instance);
  }

  /** Set whether there is only one worker, which then verifies itself. Returns the runs to queue. */
  setAlone(isAlone: boolean): Request[] {
    const isNew = isAlone && !this.#isAlone;
    this.#isAlone = isAlone;
    if (!isNew) return [];
    const open = [...this.#tasks].filter(([, task]) => isOpen(task) && !task.disputed && task.ballots.length > 0);
    return open.flatMap(([first]) => this.request(first) ?? []);
  }

  /** Names of the outvoted workers. */
  get liars(): string[] {
    return [...this.#liars.values()];
  }

  has(first: number): boolean {
    return this.#tasks.has(first);
  }

  /** Whether a task was neither requested nor answered. */
  isUntouched(first: number): boolean {
    const task = this.#tasks.get(first);
    return task !== undefined && task.runs === 0 && task.answers === 0;
  }

  /** The vote of the delivered result of a task, if any. */
  settledVote(first: number): string | undefined {
    return this.#tasks.get(first)?.settled;
  }

  /** Requested tasks that are not settled, or disputed. */
  open(): number[] {
    return [...this.#tasks].filter(([, task]) => task.runs > 0 && isOpen(task)).map(([first]) => first);
  }

  /** The first run of a task, or one more if it is open; undefined if none is needed. */
  request(first: number): Request | undefined {
    const task = this.#tasks.get(first);
    if (!task || !isOpen(task)) return undefined;
    task.runs = Math.max(task.runs, Math.min(MAX_RUNS, task.answers + 1));
    return this.#requestOf(first, task);
  }

  /** Record an answer.
   *  @throws Error if workers disagree and no other worker can decide, or if a delivered result is wrong */
  take(answer: Answer): Verdict {
    const verdict: Verdict = { counts: false, requests: [], wrong: [], notices: [] };
    const task = this.#tasks.get(answer.first);
    if (!task) return verdict;
    const known = task.ballots.some(({ sequence }) => sequence === answer.sequence);
    if (known) return verdict;
    task.answers++;
    if (this.#liars.has(answer.instance)) verdict.wrong.push(answer.sequence);
    else if (!task.ballots.some((ballot) => this.#isSameBallot(ballot, answer))) task.ballots.push(answer);
    this.#judge(answer, task, verdict);
    return verdict;
  }

  #judge(answer: Answer, task: TaskState, verdict: Verdict): void {
    const { first } = answer;
    const liars = liarsIn(task.ballots);
    if (liars.length > 0) this.#distrust(liars, verdict);
    const votes = votesIn(task.ballots);
    const isDisputed = votes.size > 1;
    if (isDisputed !== task.disputed) this.#disputed += isDisputed ? 1 : -1;
    task.disputed = isDisputed;
    if (isDisputed) {
      if (task.ballots.length >= MAX_RUNS) throw disagreement(first, task.ballots);
    } else if (task.settled === undefined && (votes.get(answer.vote) ?? 0) >= this.#needed(first)) {
      this.#settle(answer, task, verdict);
    }
    if (isOpen(task) && task.answers >= task.runs) this.#ask(first, task, verdict);
  }

  #settle(answer: Answer, task: TaskState, verdict: Verdict): void {
    task.settled = answer.vote;
    this.#unsettled--;
    verdict.counts = true;
    verdict.requests = verdict.requests.filter(({ first }) => first !== answer.first);
    if (this.#needed(answer.first) > 1 && new Set(task.ballots.map(({ instance }) => instance)).size === 1) {
      verdict.notices.push(
        `the task with world ${answer.first} was verified by the worker that had answered it, ${answer.worker}, because no other worker took it`,
      );
    }
  }

  /** Ignore further answers of these workers. */
  #distrust(liars: readonly Answer[], verdict: Verdict): void {
    for (const { instance, worker, first } of liars) {
      if (this.#liars.has(instance)) continue;
      this.#liars.set(instance, worker);
      verdict.notices.push(
        `worker ${worker} returned a wrong result for the task with world ${first}: other workers agree on another one. Its results no longer count`,
      );
    }
    const handedOver: number[] = [];
    for (const [first, task] of this.#tasks) this.#strike(first, task, handedOver, verdict);
    if (handedOver.length === 0) return;
    throw new Error(
      `worker ${this.liars.join(' and ')} returned wrong results, and some were delivered before this was known: ` +
        `the tasks with worlds ${handedOver.slice(0, 20).join(', ')}${handedOver.length > 20 ? ', ...' : ''}. ` +
        'Its machine or program is broken. Submit the job again with verify: 1, which delivers only results that two workers agree on',
    );
  }

  /** Removes the ballots of liars from a task. */
  #strike(first: number, task: TaskState, handedOver: number[], verdict: Verdict): void {
    const struck = task.ballots.filter(({ instance }) => this.#liars.has(instance));
    if (struck.length === 0) return;
    verdict.wrong.push(...struck.map(({ sequence }) => sequence));
    const kept = task.ballots.filter(({ instance }) => !this.#liars.has(instance));
    task.ballots.splice(0, task.ballots.length, ...kept);
    if (task.settled !== undefined && !kept.some(({ vote }) => vote === task.settled)) handedOver.push(first);
    const isDisputed = votesIn(kept).size > 1;
    if (task.disputed && !isDisputed) this.#disputed--;
    task.disputed = isDisputed;
    if (isOpen(task) && task.answers >= task.runs) this.#ask(first, task, verdict);
  }

  /** The same vote of the same worker; a worker that is alone may vote once per run. */
  #isSameBallot(a: Answer, b: Answer): boolean {
    return a.instance === b.instance && a.vote === b.vote && !(this.#isAlone && a.run !== b.run);
  }

  #ask(first: number, task: TaskState, verdict: Verdict): void {
    task.runs = Math.min(MAX_RUNS, task.answers + 1);
    verdict.requests.push(this.#requestOf(first, task));
  }

  #requestOf(first: number, task: TaskState): Request {
    const voters = [...new Set(task.ballots.map(({ instance }) => instance))].slice(-MAX_NAMED_WORKERS);
    const avoid = this.#isAlone && !task.disputed ? [] : voters;
    return { first, run: task.runs, avoid, exclude: [...this.#liars.keys()].slice(-MAX_NAMED_WORKERS) };
  }
}

function isOpen({ settled, disputed }: TaskState): boolean {
  return settled === undefined || disputed;
}

/** Number of workers for each result. If a worker that is alone answers twice, and all agree, it counts twice. */
function votesIn(ballots: readonly Answer[]): Map<string, number> {
  const votes = new Map<string, number>();
  for (const { vote } of ballots) votes.set(vote, (votes.get(vote) ?? 0) + 1);
  return votes;
}

/** Workers that were outvoted or contradicted themselves. */
function liarsIn(ballots: readonly Answer[]): Answer[] {
  const contradicted = ballots.filter((a) => ballots.some((b) => a.instance === b.instance && a.vote !== b.vote));
  if (contradicted.length > 0) return contradicted;
  const voters = new Map<string, Set<string>>();
  for (const { vote, instance } of ballots) voters.set(vote, (voters.get(vote) ?? new Set()).add(instance));
  if (voters.size < 2) return [];
  const sizes = [...voters.values()].map(({ size }) => size).sort((a, b) => b - a);
  if (sizes[0] < 2 || sizes[0] === sizes[1]) return [];
  return ballots.filter(({ vote }) => voters.get(vote)?.size !== sizes[0]);
}

function disagreement(first: number, ballots: readonly Answer[]): Error {
  const names = [...new Map(ballots.map(({ instance, worker }) => [instance, worker])).values()];
  return new Error(
    `two workers disagree about the task with world ${first}: ${names.join(' and ')} have the same engine, but returned different ` +
      'bytes, and there is no other worker to decide. One of their machines or programs is broken.',
  );
}
