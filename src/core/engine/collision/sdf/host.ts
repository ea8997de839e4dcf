import type { int } from '../../../math/int.ts';
import { shapeDistance, shapeGradient, shapeGradientPart } from '../../../plugin/shapes.ts';

/*  Shapes of plugins: the compiled engine calls these in JavaScript. Which Model they are of, the pipeline says before. */

/** Distance of a point from the shape of a plugin instance. @host */
export function hostDistance(instance: int, x: number, y: number, z: number): number {
  return shapeDistance(instance, x, y, z);
}

/** First part of the gradient of the distance; the others stay for hostGradientPart. @host */
export function hostGradient(instance: int, x: number, y: number, z: number): number {
  return shapeGradient(instance, x, y, z);
}

/** Part k of the gradient that was found last. @host */
export function hostGradientPart(k: int): number {
  return shapeGradientPart(k);
}
