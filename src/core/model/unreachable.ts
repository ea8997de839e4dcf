/** Ends the cases of a closed set: `default: unreachable(type)` does not compile while a member of the type has no case.
 *  It does nothing when it runs, and the compiled engine leaves it out: a value outside its enum continues after the
 *  switch. */
export function unreachable(_none: never): void {}
