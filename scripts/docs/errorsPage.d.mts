export interface ErrorEntry {
  /** Path in src. */
  file: string;
  /** Class of the error, or `warning`. */
  kind: string;
  /** What it says, with what is filled in named in braces. */
  message: string;
}
export function readErrors(root: string): ErrorEntry[];
export function errorsPage(root: string, entries?: ErrorEntry[]): string;
