// What a lock file names, and what of it is there. Needs nothing but Node.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ version: string, optional?: boolean }} Locked */

/** True if the packages that the lock file of a folder names are there in their versions.
 *  @param {string} folder @param {(path: string, locked: Locked) => boolean} isWanted which of them count, by their paths */
export function isInstalled(folder, isWanted) {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8'));
  return Object.entries(packages).every(([path, locked]) => {
    if (path === '' || !isWanted(path, locked)) return true;
    const file = `${folder}/${path}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === locked.version;
  });
}
