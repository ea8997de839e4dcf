// Exceptions that a user may see, and those that count as faults.

/** Messages of the JavaScript engine for an unchecked argument. */
const RAW_ENGINE_ERROR =
  /reading '|setting '|is not a function|is not iterable|is not a constructor|Cannot destructure|Cannot convert undefined|Maximum call stack|Invalid typed array length|offset is out of bounds|Invalid array length|detached|unreachable|memory access|Invalid count value|Cannot create property/;

/** The fault of an exception, if it has one. Only errors with Tenon's own messages are allowed, no traps of the compiled engine.
 *  @param {unknown} error @returns {string | undefined} */
export function faultOf(error) {
  if (!(error instanceof Error)) return `threw ${typeof error} ${String(error)}`;
  if (error instanceof WebAssembly.RuntimeError) return `trap: ${error.message}`;
  if (
    error.cause instanceof WebAssembly.RuntimeError &&
    !/out-of-bounds access in the compiled engine/.test(error.message)
  ) {
    return `trap: ${error.message}`;
  }
  if (!/^(Error|TypeError|RangeError|MjcfError|BindingError|ErrnoError)$/.test(error.name))
    return `${error.name}: ${error.message}`;
  if (error.message.trim() === '') return `${error.name} without a message`;
  return RAW_ENGINE_ERROR.test(error.message)
    ? `not an error of Tenon: ${error.name}: ${error.message}${stackLocation(error)}`
    : undefined;
}

/** A signature of a failure: its text without numbers and names.
 *  @param {string} text */
export function errorSignature(text) {
  return firstLine(text)
    .replace(/'[^']*'|"[^"]*"/g, "'…'")
    .replace(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi, '#')
    .slice(0, 160);
}

/** @param {string} text */
export function firstLine(text) {
  return text.split('\n').find((line) => line.trim() !== '') ?? '';
}

/** The Tenon function that threw it. @param {Error} error */
function stackLocation(error) {
  const cause = error.cause instanceof Error ? error.cause : error;
  const line = cause.stack?.split('\n').find((text) => /^\s+at /.test(text));
  return line ? ` (${line.trim().replace(/\(.*\//, '(')})` : '';
}
