/** One line for each field of a table that users see, for the declarations of the package: editors show it. It stands
 *  apart from the tables, which every program reads. A field that is forgotten does not compile. */
export type Meaning<Table extends readonly (readonly [string, ...unknown[]])[]> = {
  readonly [Name in Exclude<Table[number][0], Hidden>]: string;
};

/** Fields that are no business of users: scratch, and the arena's capacities. */
export type Hidden = `work_${string}` | `${string}_cap` | `${string}_need`;
