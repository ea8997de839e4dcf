/** Errors as messages. Preserves name, message, cause and own properties, such as `diagnostics` of an `MjcfError`.
 *  Preserves JavaScript's own error classes; others become an `Error` with the name of the class. */

export interface SerializedError {
  readonly name: string;
  readonly message: string;
  /** Own enumerable properties. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Undefined if there is none, or if it is not an Error. */
  readonly cause?: SerializedError;
}

const classes: Readonly<Record<string, ErrorConstructor>> = { RangeError, SyntaxError, TypeError };

/** Maximum length of the chain of causes, which may be a cycle. */
const MAX_CAUSES = 8;

export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), details: {} };
  const { name, message, cause } = error;
  const serialized = { name: String(name), message: String(message), details: detailsOf(error) };
  if (!(cause instanceof Error) || depth === MAX_CAUSES) return serialized;
  return { ...serialized, cause: serializeError(cause, depth + 1) };
}

function detailsOf(error: Error): Record<string, unknown> {
  try {
    return { ...error };
  } catch {
    // a getter may throw
    return {};
  }
}

/** The same error without properties that cannot be cloned: objects and the cause. */
export function withoutObjects({ name, message, details }: SerializedError): SerializedError {
  const kept = Object.entries(details).filter(([, value]) => !/object|function|symbol/.test(typeof value));
  return { name, message, details: Object.fromEntries(kept) };
}

export function deserializeError({ name, message, details, cause }: SerializedError): Error {
  const error = new (classes[name] ?? Error)(message, cause && { cause: deserializeError(cause) });
  if (error.name !== name) Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true });
  return Object.assign(error, details);
}
