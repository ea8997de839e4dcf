/** Counts of one kind of name. */
export interface Row {
  same: number;
  all: number;
  missing: string[];
}
type Load = (options?: object) => Promise<object>;
export function reportApi(root: string, loadTheirs: Load, loadOurs: Load, declarations: string): Promise<boolean>;
export function compareApi(theirs: object, ours: object, xml: string): Record<string, Row>;
