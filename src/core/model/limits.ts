/** Sizes beyond which a model is refused before memory is taken for it. A file of a few hundred bytes can ask for
 *  terabytes, by mistake or on purpose. */

/** How large a model may be. Each limit can be raised, or lowered, when a model is loaded. */
export interface Limits {
  /** Bytes of one file: a model, a mesh, a picture. */
  fileBytes: number;
  /** Bytes of one mesh, height field or texture when it is unpacked. */
  assetBytes: number;
  /** Bytes of the compiled model, and of one Data of it. */
  modelBytes: number;
  /** Elements in the texts of a model, of the files that it includes and of the models that it consists of. */
  elements: number;
  /** Elements that `<replicate>` and `<attach>` make. */
  copies: number;
  /** Numbers in keyframes that `<replicate>` and `<attach>` make: each copy makes a keyframe of the whole state. */
  keyframeNumbers: number;
  /** Corners of one polygon of an OBJ file. */
  polygonCorners: number;
  /** Steps of the simulation that finds how short, or how long, an actuator can be. */
  lengthRangeSteps: number;
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  fileBytes: 2 ** 28,
  assetBytes: 2 ** 28,
  modelBytes: 2 ** 30,
  elements: 1_000_000,
  copies: 250_000,
  keyframeNumbers: 2 ** 22,
  polygonCorners: 2 ** 15,
  lengthRangeSteps: 100_000,
};

/** The limits that are given, the usual ones elsewhere.
 *  @throws TypeError for names that do not exist and values that are no number */
export function limitsWith(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      throw new TypeError(`limits: expected one of ${Object.keys(DEFAULT_LIMITS).join(', ')}; found '${name}'`);
    }
    if (value !== undefined && !(typeof value === 'number' && value >= 0)) {
      throw new TypeError(`limits.${name}: expected a number of at least 0, found ${String(value)}`);
    }
  }
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(known) };
}

/** Words for something that is too large. */
export function beyondLimit(what: string, found: number, name: keyof Limits, limit: number): string {
  return `${what}: ${found} is more than the limit of ${limit}; where that is meant, raise limits.${name}`;
}
