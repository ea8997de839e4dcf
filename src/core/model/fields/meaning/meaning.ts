/** One line for each public field of a table, for the declarations of the package: editors show it. Separate from the
 *  tables, which every program loads. A missing field is a compile error. */
export type Meaning<Table extends readonly (readonly [string, ...unknown[]])[]> = {
  readonly [Name in Exclude<Table[number][0], Hidden>]: string;
};

/** Fields that are not public: scratch, and the arena's capacities. */
export type Hidden = `work_${string}` | `${string}_cap` | `${string}_need`;
