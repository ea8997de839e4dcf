/** What cases need from their environment. */
interface Bench {
  readonly tenon: object;
  readonly Batch: unknown;
  readonly exampleText: (name: string) => string;
  readonly deviceOf: (capacities: object) => Promise<unknown>;
  readonly adapter: string;
  readonly print: (line: string) => void;
}

/** Number of finite worlds, and means over them and over steps. */
type Means = Readonly<Record<'finite' | 'energy' | 'kinetic' | 'contacts', number>>;

interface Counts {
  readonly worlds: number;
  readonly steps: number;
}

export const caseNames: Readonly<Record<string, string>>;
export function measureAgreement(
  bench: Bench,
  name: string,
  counts: Counts,
): Promise<{
  compiled: number;
  errors: readonly { readonly field: string; readonly error: number }[];
  device: Means;
  processor: Means;
}>;
export function measureEndurance(
  bench: Bench,
  name: string,
  counts: Counts,
): Promise<{ worlds: number; finite: boolean; warnings: readonly string[] }>;
export function runCase(
  bench: Bench,
  name: string,
  counts: Counts & { readonly long: number; readonly many: number },
): Promise<void>;
