/** Lengths, denominators and pivots below this count as zero (MuJoCo's mjMINVAL). */
export const MINVAL = 1e-15;
/** Pi. */
export const PI = Math.PI;
