/** The version of Tenon. */
import { readFileSync } from 'node:fs';

/** The version of the package that contains this file: next to `dist` in the package, further up in a clone. */
export function version(): string {
  for (const candidate of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(candidate, import.meta.url), 'utf8')) as PackageFile;
      if (name === 'tenon') return version;
    } catch {
      // not there
    }
  }
  return 'unknown';
}

interface PackageFile {
  name: string;
  version: string;
}
