/** Errors that say in which world they happened. */

/** An error of the same class whose message begins with the number of the world. */
export function inWorld(world: number, error: unknown, step?: number): Error {
  const kind = error instanceof RangeError ? RangeError : error instanceof TypeError ? TypeError : Error;
  const message = error instanceof Error ? error.message : String(error);
  const where = step === undefined ? `world ${world}` : `world ${world}, step ${step}`;
  return Object.assign(new kind(`${where}: ${message}`, { cause: error }), { world });
}
