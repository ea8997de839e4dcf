/** The compiled engine as it comes from a file or a text. */
export interface ModuleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The module, where it was compiled on its way here; undefined if that went wrong. */
  readonly module?: Promise<WebAssembly.Module | undefined>;
}
