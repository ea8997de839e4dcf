export interface ChaosOptions {
  tasks: number;
  /** Number of honest workers. */
  workers: number;
  seed: number;
  /** Seconds between kills (default: 1). */
  seconds?: number;
  /** Number of kills of the server (default: 2). */
  serverKills?: number;
}

export interface ChaosFigures {
  tasks: number;
  seconds: number;
  /** Number of results of each submitter. */
  results: number[];
  /** Tasks that a submitter received twice. */
  twice: number;
  /** Tasks whose bytes differ from a local run. */
  different: number;
  workersKilled: number;
  serversKilled: number;
  poison: number;
  strays: number;
  /** Warning that identified the lying worker, if it was detected. */
  liar: string | undefined;
  /** Messages in the queue at the end. */
  left: number;
  /** Failures; empty if there are none. */
  faults: string[];
}

export function runChaos(options: ChaosOptions): Promise<ChaosFigures>;
