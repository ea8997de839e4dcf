/** Types of attributes in `tenon/spec`: what can be assigned, and what is read back. */

/** Several numbers. */
export type Vector = ArrayLike<number>;

/** Whatever has a name in the model. */
export interface Named {
  readonly name: string;
}

/** Another element, or its name. */
export type Ref = string | Named;

/** What an attribute is when it is read. */
type Read<T> = T extends Named
  ? T extends string
    ? T
    : never
  : T extends string
    ? T
    : T extends Vector
      ? number[]
      : T;

/** Attributes of an element as properties of it. Those in `Given` are turned into others when they are given, and read
 *  back only as long as they are there in that form. */
export type Properties<A, Given extends PropertyKey = never> = {
  [K in Exclude<keyof A, Given>]-?: Read<NonNullable<A[K]>>;
} & { [K in Extract<keyof A, Given>]?: Read<NonNullable<A[K]>> };

/** Attributes and properties of each tag: rows of the generated tables. */
export type Rows = { [Tag in string]: readonly [object, PropertyKey] };
