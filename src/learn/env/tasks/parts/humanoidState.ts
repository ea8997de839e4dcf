/** Initial state and observation of the two humanoid tasks. */
import type { Model } from '../../../../index.ts';
import type { CommonOptions, World } from '../../task.ts';
import { clamp, put, sumOfSquares } from './state.ts';

export type HumanoidField = 'cinert' | 'cvel' | 'cfrc_ext' | 'qfrc_actuator' | 'ten_length' | 'ten_velocity';

export const humanoidFields: readonly HumanoidField[] = [
  'cinert',
  'cvel',
  'cfrc_ext',
  'qfrc_actuator',
  'ten_length',
  'ten_velocity',
];

export interface HumanoidObservation extends CommonOptions {
  reset_noise_scale: number;
  exclude_current_positions_from_observation: boolean;
  include_cinert_in_observation: boolean;
  include_cvel_in_observation: boolean;
  include_qfrc_actuator_in_observation: boolean;
  include_cfrc_ext_in_observation: boolean;
}

/** Default observation options of both. */
export const observeAll: HumanoidObservation = {
  frame_skip: 5,
  reset_noise_scale: 1e-2,
  exclude_current_positions_from_observation: true,
  include_cinert_in_observation: true,
  include_cvel_in_observation: true,
  include_qfrc_actuator_in_observation: true,
  include_cfrc_ext_in_observation: true,
};

export function humanoidSize({ nq, nv, nbody }: Model, options: HumanoidObservation): number {
  return (
    nq -
    (options.exclude_current_positions_from_observation ? 2 : 0) +
    nv +
    (options.include_cinert_in_observation ? 10 * (nbody - 1) : 0) +
    (options.include_cvel_in_observation ? 6 * (nbody - 1) : 0) +
    (options.include_qfrc_actuator_in_observation ? nv - 6 : 0) +
    (options.include_cfrc_ext_in_observation ? 6 * (nbody - 1) : 0)
  );
}

/** Positions, velocities, and optional fields of all bodies except the world. */
export function observeHumanoid(
  world: World<HumanoidField>,
  options: HumanoidObservation,
  out: Float64Array,
  at: number,
): void {
  at = put(out, at, world.qpos, options.exclude_current_positions_from_observation ? 2 : 0);
  at = put(out, at, world.qvel);
  if (options.include_cinert_in_observation) at = put(out, at, world.cinert, 10);
  if (options.include_cvel_in_observation) at = put(out, at, world.cvel, 6);
  // the root has no actuator
  if (options.include_qfrc_actuator_in_observation) at = put(out, at, world.qfrc_actuator, 6);
  if (options.include_cfrc_ext_in_observation) put(out, at, world.cfrc_ext, 6);
}

/** Cost of external forces, clamped to a range. */
export function forceCost(
  { cfrc_ext }: World<'cfrc_ext'>,
  weight: number,
  [low, high]: readonly [number, number],
): number {
  return clamp(weight * sumOfSquares(cfrc_ext), low, high);
}
