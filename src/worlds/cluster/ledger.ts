/** Which tasks of a job have been answered, by whom, and which answers count. It knows nothing of servers: answers go in, and what is to
 *  be done about them comes out.
 *
 *  A task is settled when enough workers agree about it: one, or two if it is verified. Workers that disagree are outvoted: the task is
 *  run again, by workers that have not answered it, until one result has more votes than any other and at least two. Who was outvoted
 *  is a liar: its answers no longer count. */
import { MAX_NAMED_WORKERS, MAX_RUNS } from './limits.ts';
import type { AnswerMessage } from './message.ts';

/** An answer whose result has been checked. */
export interface Answer extends Pick<AnswerMessage, 'first' | 'run' | 'worker' | 'instance'> {
  /** Identifies the content: equal results have equal votes. */
  vote: string;
  /** Number in the stream of results. */
  sequence: number;
}

/** A run of a task that has to be put into the queue. */
export interface Request {
  first: number;
  run: number;
  avoid: string[];
  exclude: string[];
}

/** What follows from an answer. */
export interface Verdict {
  /** This answer settles its task: its result is to be handed over. */
  counts: boolean;
  /** Runs that are needed now. */
  requests: Request[];
  /** Numbers in the stream of answers that are wrong. */
  wrong: number[];
  /** What the user should know. */
  notices: string[];
}

interface TaskState {
  readonly ballots: Answer[];
  /** Runs that were asked for, and answers that came, whatever they were worth. */
  runs: number;
  answers: number;
  /** The vote that was handed over. */
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

  /** @param tasks first worlds of the tasks @param verify one of this many tasks is verified; undefined: none */
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

  /** Whether a task waits for the opinion of another worker. */
  get needsOthers(): boolean {
    return [...this.#tasks.values()].some((task) => isOpen(task) && task.ballots.length > 0);
  }

  /** What is to be said if workers disagree about a task and none of these can decide between them. */
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

  /** There is only one worker, which verifies itself; or there is another one again. Returns what is to be asked of it. */
  setAlone(isAlone: boolean): Request[] {
    const isNew = isAlone && !this.#isAlone;
    this.#isAlone = isAlone;
    if (!isNew) return [];
    const open = [...this.#tasks].filter(([, task]) => isOpen(task) && !task.disputed && task.ballots.length > 0);
    return open.flatMap(([first]) => this.request(first) ?? []);
  }

  /** Names of workers that were outvoted. */
  get liars(): string[] {
    return [...this.#liars.values()];
  }

  has(first: number): boolean {
    return this.#tasks.has(first);
  }

  /** Whether a task has neither been asked for nor answered. */
  isUntouched(first: number): boolean {
    const task = this.#tasks.get(first);
    return task !== undefined && task.runs === 0 && task.answers === 0;
  }

  /** The vote that was handed over for a task, if any. */
  settledVote(first: number): string | undefined {
    return this.#tasks.get(first)?.settled;
  }

  /** Tasks that were asked for and are neither settled nor beyond dispute. */
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

  /** Notes an answer.
   *  @throws Error if workers disagree and nobody can decide, or if a result that was handed over is wrong */
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
        `the task with world ${answer.first} was verified by the worker that had answered it, ${answer.worker}: no other took it`,
      );
    }
  }

  /** Answers of these workers no longer count. */
  #distrust(liars: readonly Answer[], verdict: Verdict): void {
    for (const { instance, worker, first } of liars) {
      if (this.#liars.has(instance)) continue;
      this.#liars.set(instance, worker);
      verdict.notices.push(
        `worker ${worker} gave a wrong result for the task with world ${first}: others agree about another one. Its results no longer count`,
      );
    }
    const handedOver: number[] = [];
    for (const [first, task] of this.#tasks) this.#strike(first, task, handedOver, verdict);
    if (handedOver.length === 0) return;
    throw new Error(
      `worker ${this.liars.join(' and ')} gave wrong results, and results of it were handed over before that was known: ` +
        `the tasks with worlds ${handedOver.slice(0, 20).join(', ')}${handedOver.length > 20 ? ', ...' : ''}. ` +
        'Its machine or program is broken. Submit the job with verify: 1, which hands over nothing that two workers do not agree about',
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

  /** The same opinion of the same worker; one that is alone may give it once for each run. */
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

/** How many workers are for each result; one that answers twice, because there is no other, counts twice where all agree. */
function votesIn(ballots: readonly Answer[]): Map<string, number> {
  const votes = new Map<string, number>();
  for (const { vote } of ballots) votes.set(vote, (votes.get(vote) ?? 0) + 1);
  return votes;
}

/** Who has been outvoted, or has contradicted itself. */
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
    `two workers disagree about the task with world ${first}: ${names.join(' and ')} have the same engine, but not the same ` +
      'bytes, and no other worker decides between them. One of their machines or programs is broken.',
  );
}
