/** Below this a length, a denominator or a pivot counts as zero (MuJoCo's mjMINVAL). */
export const MINVAL = 1e-15;
/** Pi. */
export const PI = Math.PI;
