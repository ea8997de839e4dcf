/** The places of a step, for what runs them. */
import {
  AccelerationPlace,
  ContactPlace,
  IntegrationPlace,
  PosePlace,
  StatePlace,
  VelocityPlace,
} from '../pipeline/places.ts';

/** All places by name, in the order of a step. */
export const Place = {
  ...StatePlace,
  ...PosePlace,
  ...ContactPlace,
  ...VelocityPlace,
  ...AccelerationPlace,
  ...IntegrationPlace,
} as const;
export type Place = (typeof Place)[keyof typeof Place];

/** Names of the places by number. */
export const placeNames = Object.keys(Place) as readonly (keyof typeof Place)[];
