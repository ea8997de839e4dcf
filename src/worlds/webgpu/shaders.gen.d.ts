/** The engine's functions in WGSL. `scripts/wgsl` generates this module from `kernel/` and its callees when a test or a bundle imports it. */

/** Common start of every shader. */
export const prelude: string;
/** Text of each function, and its callees. */
export const functions: Readonly<Record<string, { readonly code: string; readonly calls: readonly string[] }>>;
/** Scratch of the sources: words of each world, or a table for all. */
export const scratch: Readonly<
  Record<string, { readonly length: number; readonly values?: readonly number[]; readonly real?: boolean }>
>;
/** The function of each kernel. */
export const entries: Readonly<Record<string, string>>;
