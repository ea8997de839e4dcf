/** Size limits above which a model is rejected before memory is allocated. A file of a few hundred bytes can request
 *  terabytes, by mistake or on purpose. */

/** Size limits of a model. Each can be raised or lowered when a model is loaded. */
export interface Limits {
  /** Size of a file in bytes: a model, a mesh, an image. */
  fileBytes: number;
  /** Size of an unpacked mesh, height field or texture in bytes. */
  assetBytes: number;
  /** Size of the compiled model, and of one `Data`, in bytes. */
  modelBytes: number;
  /** Elements in the MJCF of a model, including included files and attached models. */
  elements: number;
  /** Elements created by `<replicate>` and `<attach>`. */
  copies: number;
  /** Values in keyframes created by `<replicate>` and `<attach>`: each copy creates a keyframe of the whole state. */
  keyframeNumbers: number;
  /** Vertices of one polygon of an OBJ file. */
  polygonCorners: number;
  /** Steps of the simulation that determines the length range of an actuator. */
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

/** The given limits, with defaults for the others.
 *  @throws TypeError for unknown names and values that are not numbers */
export function limitsWith(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) {
      throw new TypeError(`limits: expected one of ${Object.keys(DEFAULT_LIMITS).join(', ')}, found '${name}'`);
    }
    if (value !== undefined && !(typeof value === 'number' && value >= 0)) {
      throw new TypeError(`limits.${name}: expected a number of at least 0, found ${String(value)}`);
    }
  }
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(known) };
}

/** Message about a size above its limit. */
export function beyondLimit(what: string, found: number, name: keyof Limits, limit: number): string {
  return `${what}: ${found} exceeds the limit of ${limit}. If this is intended, raise limits.${name}`;
}
