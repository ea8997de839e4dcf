export interface Check {
  name: string;
  /** Unit: ' s', ' ms', or '' for a ratio. */
  unit: string;
  atMost: number;
  atLeast?: number;
  measure(): number | Promise<number>;
}

export function runChecks(
  checks: readonly Check[],
  print?: (line: string) => void,
): Promise<{ rows: string[][]; over: number }>;
