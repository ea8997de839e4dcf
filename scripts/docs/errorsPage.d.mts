export interface ErrorEntry {
  /** Path in src. */
  file: string;
  /** Class of the error, or `warning`. */
  kind: string;
  /** Message, with the names of inserted values in braces. */
  message: string;
}
export function readErrors(root: string): ErrorEntry[];
export function errorsPage(root: string, entries?: ErrorEntry[]): string;
