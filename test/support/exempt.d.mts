/** Field name to the reason why it may differ. */
export const exempt: ReadonlyMap<string, string>;
