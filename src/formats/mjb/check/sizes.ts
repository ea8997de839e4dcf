/** Sizes of a binary model, before memory is allocated for it. */
import { dataBytes, layoutFor } from '../../../core/model/block/dataBlock.ts';
import { MAX_INT } from '../../../core/model/fields/content/content.ts';
import { type SizeContent, sizesContent } from '../../../core/model/fields/content/sizes.ts';
import { type ModelSize, modelSizes } from '../../../core/model/fields/index.ts';
import { BinaryProblem } from '../problem.ts';

export type Sizes = Readonly<Record<ModelSize, number>>;

/** Contacts store two bodies in 32 bits. */
const MAX_BODIES = 65_533;

/** Check a size from the file; byte counts that are unused here are clamped to 32 bits.
 *  @throws BinaryProblem if it is invalid */
export function checkModelSize(name: ModelSize, size: number): number {
  const content: SizeContent = sizesContent[name];
  if (content === 'bytes' && size >= 0) return Math.min(size, MAX_INT);
  const min = content === 'old' ? -1 : name === 'nbody' ? 1 : 0;
  const max = name === 'nbody' ? MAX_BODIES : MAX_INT;
  if (size >= min && size <= max) return size;
  throw new BinaryProblem(`${name}: expected ${min} to ${max}, found ${size}`);
}

/** Check sizes that bound each other independently of arrays. Most depend on arrays, and are compared with them later.
 *  @throws BinaryProblem with the name of one that is too large */
export function checkSizes(sizes: Sizes): void {
  for (const name of modelSizes) {
    const content: SizeContent = sizesContent[name];
    if (typeof content !== 'object' || !('max' in content) || sizes[name] <= sizes[content.max]) continue;
    throw new BinaryProblem(`${name}: expected at most ${content.max}, ${sizes[content.max]}, found ${sizes[name]}`);
  }
}

/** Check that the Model and a `Data` of it are within the limit of bytes.
 *  @throws BinaryProblem with the name of the size that contributes most to the `Data` */
export function checkBytes(sizes: Sizes, model: number, data: number, limit: number): void {
  if (model > limit) throw new BinaryProblem(`${tooMany('the model', model, limit)}`);
  if (data <= limit) return;
  const name = largestPart(sizes);
  throw new BinaryProblem(`${name}: with ${sizes[name]} of them, ${tooMany('a Data', data, limit)}`);
}

function tooMany(what: string, bytes: number, limit: number): string {
  return `bytes of ${what}: ${bytes} exceeds the limit of ${limit}. If this is intended, raise limits.modelBytes`;
}

/** The size that contributes most to a `Data`. */
function largestPart(sizes: Sizes): ModelSize {
  let best: ModelSize = 'nv';
  let minBytes = Number.POSITIVE_INFINITY;
  for (const name of modelSizes) {
    if (sizes[name] <= 0) continue;
    const bytes = dataBytes(layoutFor({ ...sizes, [name]: 0 }));
    if (bytes >= minBytes) continue;
    best = name;
    minBytes = bytes;
  }
  return best;
}
