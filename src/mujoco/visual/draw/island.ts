/** Colors of islands: connected bodies share a color, sleeping ones are paler. */
import type { Data } from '../../../core/model/data.ts';
import { Enable } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { halton } from '../../base/halton.ts';

/** Index that determines the color of a body: the first dof of its island, or of its tree where sleeping is enabled; -1
 * for none. */
export function islandHue(m: Model, d: Data, body: number): number {
  const dof = m.body_dofadr[m.body_weldid[body]];
  const island = d.nisland > 0 ? d.dof_island[dof] : -1;
  if (island >= 0) return d.island_dofadr[island];
  if ((m.opt.enableflags & Enable.SLEEP) === 0) return -1;
  const tree = m.dof_treeid[dof];
  return m.tree_dofadr[d.body_awake[body] === 0 ? firstOfCycle(d.tree_asleep, tree) : tree];
}

/** Trees that sleep together form a cycle; the smallest represents all. */
function firstOfCycle(asleep: Int32Array, tree: number): number {
  let minTree = tree;
  for (let at = asleep[tree]; at >= 0 && at !== tree; at = asleep[at]) minTree = Math.min(minTree, at);
  return minTree;
}

const f = Math.fround;

/** A color derived from an index; gray for -1. */
export function islandColor(hue: number, awake: boolean): number[] {
  const inside = hue >= 0;
  const h = f(inside ? halton(hue + 1, 7) : 1);
  let s = f(inside ? 0.5 + 0.5 * halton(hue + 1, 3) : 0);
  let v = f(inside ? 0.6 + 0.4 * halton(hue + 1, 5) : 0.7);
  if (!awake) {
    v = f(v * 0.6);
    s = f(s * 0.7);
  }
  return [...rgbOf(h, s, v), 1];
}

/** From hue, saturation and value, all from 0 to 1. */
function rgbOf(h: number, s: number, v: number): number[] {
  if (s <= 0) return [v, v, v];
  const sixth = f(h * 6);
  const k = Math.trunc(sixth);
  const rest = f(sixth - k);
  const p = f(v * f(1 - s));
  const q = f(v * f(1 - f(s * rest)));
  const t = f(v * f(1 - f(s * f(1 - rest))));
  return [
    [v, t, p],
    [q, v, p],
    [p, v, t],
    [p, q, v],
    [t, p, v],
    [v, p, q],
  ][Math.min(5, k)];
}
