export interface ChaosOptions {
  tasks: number;
  /** Honest workers. */
  workers: number;
  seed: number;
  /** Seconds from one kill to the next; default: 1. */
  seconds?: number;
  /** Times that the server is killed; default: 2. */
  serverKills?: number;
}

export interface ChaosFigures {
  tasks: number;
  seconds: number;
  /** Results of each submitter. */
  results: number[];
  /** Tasks that a submitter got twice. */
  twice: number;
  /** Tasks whose bytes are not those of this machine. */
  different: number;
  workersKilled: number;
  serversKilled: number;
  poison: number;
  strays: number;
  /** What was said about the liar, if it was found out. */
  liar: string | undefined;
  /** Messages in the queue at the end. */
  left: number;
  /** What went wrong; nothing, if all is well. */
  faults: string[];
}

export function runChaos(options: ChaosOptions): Promise<ChaosFigures>;
