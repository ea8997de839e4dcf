/** The compiled engine as read from a file or a string. */
export interface ModuleFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The module, if it was compiled while it was received; undefined if that failed. */
  readonly module?: Promise<WebAssembly.Module | undefined>;
}
