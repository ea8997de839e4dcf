/** Colors with a meaning: islands, sleep, selection. */

type Rgb = [number, number, number];

/** A distinct color for each index, different from neighboring ones; gray for -1. */
export function islandColor(island: number): Rgb {
  if (island < 0) return [0.7, 0.7, 0.7];
  // multiples of the golden angle stay far from earlier hues
  const hue = (island * 0.618033988749895 + 0.55) % 1;
  return hsv(hue, 0.55 + 0.25 * ((island % 3) / 2), 0.95 - 0.2 * ((island % 2) / 1));
}

function hsv(h: number, s: number, v: number): Rgb {
  const channel = (n: number) => {
    const k = (n + 6 * h) % 6;
    return v - v * s * Math.max(0, Math.min(k, 4 - k, 1));
  };
  return [channel(5), channel(3), channel(1)];
}

/** The color of an object in a segmentation picture: a distinct one, or index + 1 as a number. */
export function numberColor(owner: number, plain: boolean): [number, number, number, number] {
  const id = owner + 1;
  // a Weyl sequence is well spread
  const part = (step: number) => 0.15 + 0.85 * ((step * id) % 1);
  if (!plain) return [part(0.618034), part(0.754878), part(0.56984), 1];
  return [(id & 255) / 255, ((id >> 8) & 255) / 255, ((id >> 16) & 255) / 255, 1];
}

/** Darker and grayer color of a sleeping body. */
export function sleepColor(rgba: readonly number[]): [number, number, number, number] {
  const gray = (rgba[0]! + rgba[1]! + rgba[2]!) / 3;
  const dim = (x: number) => 0.55 * (0.6 * x + 0.4 * gray);
  return [dim(rgba[0]!), dim(rgba[1]!), dim(rgba[2]!), rgba[3]!];
}
