/** The compiled engine. `scripts/wasm` generates this module from the dialect sources when a test or a bundle imports it; see
 *  docs/build.md. */

/** Bytes of the WebAssembly module. */
export const base64: string;

/** Kinds of the parameters and results of the stages, such as `MD:v` for (m: Model, d: Data): void. */
export const signatures: Readonly<Record<string, string>>;

/** The stages, as functions of Model and Data, on the exports of an instance. */
export function bind(exports: WebAssembly.Exports): object;
