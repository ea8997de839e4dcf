/** Errors with the index of the world in which they occurred. */

/** An error of the same class, with the index of the world as prefix of its message. */
export function inWorld(world: number, error: unknown, step?: number): Error {
  const kind = error instanceof RangeError ? RangeError : error instanceof TypeError ? TypeError : Error;
  const message = error instanceof Error ? error.message : String(error);
  const where = step === undefined ? `world ${world}` : `world ${world}, step ${step}`;
  return Object.assign(new kind(`${where}: ${message}`, { cause: error }), { world });
}
