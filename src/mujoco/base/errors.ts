/** Errors of the drop-in API, with the names and prefixes that scripts look for. */

/** Objects of the wrong class, deleted objects, wrong numbers of arguments. */
export class BindingError extends Error {
  override readonly name = 'BindingError';
}

/** Prefixes errors like the npm package, so that scripts that inspect the text still work. */
export function mujocoError(error: unknown): Error {
  if (error instanceof BindingError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new Error(text.startsWith('MuJoCo Error') ? text : `MuJoCo Error: ${text}`, { cause: error });
}

/** The result of `run`; its errors read like those of the package. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw mujocoError(error);
  }
}
