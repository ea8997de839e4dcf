// The packages of a lock file, and which of them are installed. Needs only Node.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ version: string, optional?: boolean }} Locked */

/** Whether the packages in the lock file of a folder are installed in their locked versions.
 *  @param {string} folder @param {(path: string, locked: Locked) => boolean} isWanted which packages to check, by their paths */
export function isInstalled(folder, isWanted) {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'));
  return Object.entries(packages).every(([path, locked]) => {
    if (path === '' || !isWanted(path, locked)) return true;
    const file = `${folder}/${path}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === locked.version;
  });
}
