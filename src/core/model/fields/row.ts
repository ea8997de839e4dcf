/** One field of a Model or a `Data`: name, element type, rows, columns. Rows and columns are numbers, names of sizes,
 *  or a size times a number. Type, memory, copying, docs and comparison of a field follow from its row. */
export type Row = readonly [name: string, type: Kind, rows: Dim, cols: Dim];

/** Supported element types. `u8` is for booleans and characters. */
export type Kind = 'f64' | 'f32' | 'i32' | 'u8';

/** A dimension: a constant, a size of the Model, a capacity of the `Data`'s arena, or a product such as `nmocap*3`. */
export type Dim = number | string;

/** The array type that views a field of a given kind. */
export type ArrayOf = { f64: Float64Array; f32: Float32Array; i32: Int32Array; u8: Uint8Array };

/** Object type with one array per row of a table. */
export type Fields<R extends readonly Row[]> = { [K in R[number] as K[0]]: ArrayOf[K[1]] };

/** One scalar in the header of a block, and the largest value that a user may assign. */
export type ScalarRow = readonly [name: string, type: 'f64' | 'f32' | 'i32', max?: Dim];

/** Object type with one number per row of a table. */
export type Scalars<R extends readonly ScalarRow[]> = { [K in R[number] as K[0]]: number };
