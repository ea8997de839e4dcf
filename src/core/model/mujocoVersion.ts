/** The MuJoCo version that Tenon follows: that of the oracle in `package.json`. Documentation names the same one; a test
 *  compares them. */
export const MUJOCO_VERSION = '3.12.0';

/** The version as one integer, as `mj_version` and binary models have it: 3.12.0 is 3012000. */
export const MUJOCO_VERSION_NUMBER = versionNumber(MUJOCO_VERSION);

/** Three digits for each part after the first. */
function versionNumber(version: string): number {
  return version.split('.').reduce((sum, part) => 1000 * sum + Number(part), 0);
}
