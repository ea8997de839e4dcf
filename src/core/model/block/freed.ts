/** State of a Model or a `Data` after `free()`: any access throws an error that says so. */

/** Properties that a freed object still has: its type, and `free`. */
const answered: ReadonlySet<PropertyKey> = new Set([
  'constructor',
  'free',
  'then',
  'toJSON',
  'toString',
  Symbol.dispose,
  Symbol.toStringTag,
  Symbol.toPrimitive,
  Symbol.for('nodejs.util.inspect.custom'),
]);

/** Prototype of freed objects: still of their class, but any read or write throws. */
export function freedPrototype(prototype: object, name: string): object {
  const fail = (): never => {
    throw new Error(`this ${name} has been freed`);
  };
  return new Proxy(Object.create(prototype), {
    get: (target, key, self) => (answered.has(key) ? Reflect.get(target, key, self) : fail()),
    set: fail,
  });
}
