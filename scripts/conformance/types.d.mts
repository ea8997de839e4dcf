/** Results of one kind of checks. */
export interface TypeRow {
  same: number;
  all: number;
  /** Names with the error of the compiler. */
  missing: string[];
  /** Names that differ on purpose. */
  excepted: string[];
}
export const TYPE_EXCEPTIONS: readonly (readonly [kind: string, names: RegExp, reason: string])[];
export function compareTypes(paths: { official: string; ours: string; root: string }): Record<string, TypeRow>;
export function printTypes(rows: Record<string, TypeRow>): boolean;
