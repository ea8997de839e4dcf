/** How `console.log` of Node, Bun and Deno prints objects. */

/** The key of the method that `console.log` of Node, Bun and Deno calls. */
export const inspectCustom = Symbol.for('nodejs.util.inspect.custom');

/** The function that this method gets. */
export type Inspect = (value: unknown, options: object) => string;

/** Options of the inspection: the remaining depth, and that of the whole object; null if unlimited. */
export interface InspectOptions {
  readonly depth?: number | null;
}

/** Whether an object is printed inside another one, where one line is enough. */
export function isNested(depth: number | null, options: InspectOptions): boolean {
  return depth !== null && depth < (options.depth ?? Number.POSITIVE_INFINITY);
}

/** Print objects with this prototype by `toString`; inside other objects, only its first line. */
export function printAsText(prototype: object): void {
  Object.defineProperty(prototype, inspectCustom, {
    value(this: object, depth: number | null, options: InspectOptions) {
      const text = String(this);
      return isNested(depth, options) ? text.replace(/:?\n.*/s, '') : text;
    },
  });
}

/** Print objects with this prototype with their fields, which are accessors of the prototype. */
export function printFields(prototype: object): void {
  Object.defineProperty(prototype, inspectCustom, {
    value(this: Record<string, unknown>, depth: number, options: object, inspect: Inspect) {
      if (depth < 0) return '[Object]';
      const fields: Record<string, unknown> = {};
      for (const key in this) fields[key] = this[key];
      return inspect(fields, options);
    },
  });
}
