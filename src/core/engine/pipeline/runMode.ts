/** How pipeline steps run; a sum of these. */
export const RunMode = {
  /** There are callbacks or plugins: the pipeline stops wherever they may run. */
  USER_CODE: 1,
  /** No sensors. */
  SKIP_SENSOR: 2,
  /** Reuse the integrator's factorization of the last step. */
  SKIP_FACTOR: 4,
  /** Advance at the weighted rates that Runge-Kutta computed. */
  RK4_RATES: 8,
} as const;
