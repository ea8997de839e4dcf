import type { int } from '../../../math/int.ts';
import { shapeDistance, shapeGradient, shapeGradientPart } from '../../../plugin/shapes.ts';

/*  Shapes of plugins: the compiled engine calls these host functions. The pipeline selects the Model first. */

/** Distance of a point from the shape of a plugin instance.
 *  @host */
export function hostDistance(instance: int, x: number, y: number, z: number): number {
  return shapeDistance(instance, x, y, z);
}

/** First component of the gradient of the distance; stores the others for hostGradientPart.
 *  @host */
export function hostGradient(instance: int, x: number, y: number, z: number): number {
  return shapeGradient(instance, x, y, z);
}

/** Component k of the last gradient.
 *  @host */
export function hostGradientPart(k: int): number {
  return shapeGradientPart(k);
}
