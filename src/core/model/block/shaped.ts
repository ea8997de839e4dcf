/** Objects with hundreds of fields and a shape known to the JavaScript engine. They are built from entries, because
 *  keyed stores would put them into dictionary mode; `hidden` properties are not enumerable. */
export function shapedObject(entries: Entries, hidden: PropertyDescriptorMap, prototype: object): object {
  const made = (counts.get(prototype) ?? 0) + 1;
  counts.set(prototype, made);
  if (made === KEEP_AT) kept.push(...emptyTwins(entries, hidden, prototype));
  return Object.setPrototypeOf(assemble(entries, hidden), prototype);
}

type Entries = readonly (readonly [string, unknown])[];

// the garbage collector discards the shape of unreachable objects, together with code compiled for it; so one empty
// object of each shape is kept alive. They are not created together with the first objects: a program that creates only
// these keeps the shape alive itself, and starts sooner
const kept: object[] = [];
const counts = new Map<object, number>();
const KEEP_AT = 3;

/** Empty objects of the same shapes, before and after they get their prototype. */
function emptyTwins(entries: Entries, hidden: PropertyDescriptorMap, prototype: object): object[] {
  const empty = entries.map(([name, value]): [string, unknown] => [name, emptied(value)]);
  const none = Object.fromEntries(
    Reflect.ownKeys(hidden).map((key) => [key, { ...hidden[key as string], value: undefined }]),
  );
  return [assemble(empty, none), Object.setPrototypeOf(assemble(empty, none), prototype)];
}

function assemble(entries: Entries, hidden: PropertyDescriptorMap): object {
  return Object.defineProperties(Object.fromEntries(entries), hidden);
}

function emptied(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  return ArrayBuffer.isView(value) ? new (value.constructor as Float64ArrayConstructor)(0) : {};
}
