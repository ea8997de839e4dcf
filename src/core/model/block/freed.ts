/** What is left of a Model or a Data after `free()`: an object that says so whatever one asks of it. */

/** Questions that a freed object still answers: what kind of object it is, and to be freed once more. */
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

/** A prototype for freed objects: still of their class, but reading and writing anything is an error. */
export function freedPrototype(prototype: object, name: string): object {
  const fail = (): never => {
    throw new Error(`this ${name} has been freed`);
  };
  return new Proxy(Object.create(prototype), {
    get: (target, key, self) => (answered.has(key) ? Reflect.get(target, key, self) : fail()),
    set: fail,
  });
}
