/** The engine's functions in WGSL, made by `scripts/wgsl` from `kernel/` and what it calls when a test or a bundle asks
 *  for it. */

/** What every shader begins with. */
export const prelude: string;
/** Text of each function, and the functions that it calls. */
export const functions: Readonly<Record<string, { readonly code: string; readonly calls: readonly string[] }>>;
/** Scratch of the sources: words of each world, or a table for all. */
export const scratch: Readonly<
  Record<string, { readonly length: number; readonly values?: readonly number[]; readonly real?: boolean }>
>;
/** The function of each kernel. */
export const entries: Readonly<Record<string, string>>;
