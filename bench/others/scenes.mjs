// Scenes that every engine supports: boxes and balls on the ground, and links on hinges. Lengths in meters, masses in kilograms; z points
// up, hinges rotate about y.

/** @typedef {{ shape: 'box' | 'ball', size: number[], pos: number[], mass: number, ghost?: boolean }} Part
 *  @typedef {{ parent: number, child: number, at: number[] }} Hinge  `parent` -1 is the world
 *  @typedef {{ parts: Part[], walls: { size: number[], pos: number[] }[], hinges: Hinge[] }} Scene */

const DENSITY = 1000;
export const GRAVITY = 9.81;

/** @param {number[]} size half sizes */
function boxMass([x, y, z]) {
  return DENSITY * 8 * x * y * z;
}

/** A horizontal chain of 20 cm links, held at one end, which falls without contact. @returns {Scene} */
export function chain(n) {
  const size = [0.1, 0.02, 0.02];
  return {
    parts: Array.from({ length: n }, (_, k) => ({
      shape: 'box',
      size,
      pos: [0.1 + 0.2 * k, 0, 5],
      mass: boxMass(size),
      ghost: true,
    })),
    walls: [],
    hinges: Array.from({ length: n }, (_, k) => ({ parent: k - 1, child: k, at: [0.2 * k, 0, 5] })),
  };
}

/** n towers of ten 20 cm boxes. @returns {Scene} */
export function towers(n) {
  const size = [0.1, 0.1, 0.1];
  const part = (k) => ({
    shape: /** @type {const} */ ('box'),
    size,
    pos: [0.5 * Math.floor(k / 10), 0, 0.1 + 0.2 * (k % 10)],
    mass: boxMass(size),
  });
  return { parts: Array.from({ length: 10 * n }, (_, k) => part(k)), walls: [], hinges: [] };
}

/** Balls of 10 cm in layers of 100, slightly offset, between four walls. @returns {Scene} */
export function bin(n) {
  const ball = (k) => ({
    shape: /** @type {const} */ ('ball'),
    size: [0.05],
    pos: [
      ((k % 10) - 4.5) * 0.105 + 0.004 * ((7 * k) % 5),
      ((Math.floor(k / 10) % 10) - 4.5) * 0.105 + 0.004 * ((3 * k) % 5),
      0.06 + 0.105 * Math.floor(k / 100),
    ],
    mass: (DENSITY * 4 * Math.PI * 0.05 ** 3) / 3,
  });
  const walls = [-1, 1].flatMap((side) => [
    { size: [0.6, 0.02, 2], pos: [0, 0.575 * side, 2] },
    { size: [0.02, 0.6, 2], pos: [0.575 * side, 0, 2] },
  ]);
  return { parts: Array.from({ length: n }, (_, k) => ball(k)), walls, hinges: [] };
}
