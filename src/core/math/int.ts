/** A 32-bit integer: the same as `number` in TypeScript, an i32 in the compiled engine (see docs/dialect.md). */
export type int = number;
