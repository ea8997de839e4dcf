/** Types of attributes in `tenon/spec`: what can be assigned, and what is read back. */

/** A list of values. */
export type Vector = ArrayLike<number>;

/** Any named element of the model. */
export interface Named {
  readonly name: string;
}

/** Another element, or its name. */
export type Ref = string | Named;

/** The type of an attribute when it is read. */
type Read<T> = T extends Named
  ? T extends string
    ? T
    : never
  : T extends string
    ? T
    : T extends Vector
      ? number[]
      : T;

/** Attributes of an element as properties. Those in `Given` are converted on assignment, and can be read back only
 * while they are stored in that form. */
export type Properties<A, Given extends PropertyKey = never> = {
  [K in Exclude<keyof A, Given>]-?: Read<NonNullable<A[K]>>;
} & { [K in Extract<keyof A, Given>]?: Read<NonNullable<A[K]>> };

/** Attributes and properties of each tag; the rows of the generated tables. */
export type Rows = { [Tag in string]: readonly [object, PropertyKey] };
