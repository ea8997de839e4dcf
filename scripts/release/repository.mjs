// The URL of the repository: one setting, `url` in repository.json, which is set before publishing. It is empty until then.
import { readFileSync } from 'node:fs';

const { url } = JSON.parse(readFileSync(new URL('./repository.json', import.meta.url), 'utf8'));

/** URL of the repository without a trailing slash, or undefined. */
export const repository = parseRepository(url);

/** @param {unknown} address @returns {string | undefined} */
export function parseRepository(address) {
  if (address === '') return undefined;
  if (typeof address === 'string' && /^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+$/.test(address) && !address.endsWith('.git'))
    return address;
  throw new Error(
    `scripts/release/repository.json: url: expected https://host/owner/name, found ${JSON.stringify(address)}`,
  );
}
