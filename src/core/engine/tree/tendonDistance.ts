import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/** Distance of tendon t to its lower (side 0) or upper (side 1) limit, negative beyond it. */
export function tendonDistance(m: Model, d: Data, t: int, side: int): number {
  const value = d.ten_length[t];
  return side === 0 ? value - m.tendon_range[2 * t] : m.tendon_range[2 * t + 1] - value;
}
