/** Errors of the drop-in API, with the names and beginnings that scripts look for. */

/** Objects of the wrong class, deleted objects, wrong numbers of arguments. */
export class BindingError extends Error {
  override readonly name = 'BindingError';
}

/** Errors of the drop-in API start as the package's do, so that scripts that look at the text still work. */
export function mujocoError(error: unknown): Error {
  if (error instanceof BindingError) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new Error(text.startsWith('MuJoCo Error') ? text : `MuJoCo Error: ${text}`, { cause: error });
}

/** What `run` gives; what it throws reads as errors of the package do. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw mujocoError(error);
  }
}
