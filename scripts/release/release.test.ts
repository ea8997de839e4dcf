/** The release: its checks, and its changes to README and package.json. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { changelogVersion, linkReadme, publishedPackage, releaseProblems } from './package.mjs';
import { parseRepository } from './repository.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const url = 'https://git.example/acme/tenon';

test('a release without the URL of the repository is rejected', () => {
  const state = { repository: undefined, version: '0.2.0', changelog: '0.2.0', isClean: true };
  expect(releaseProblems(state)).toEqual([
    'the URL of the repository is missing. Fill in `url` in scripts/release/repository.json',
  ]);
  expect(releaseProblems({ ...state, repository: url })).toEqual([]);
});

test('a release needs a dated section of its version, and no uncommitted changes', () => {
  const changelog = changelogVersion('# Changelog\n\n## 0.2.0 - 2027-01-31\n\n### Added\n');
  expect(changelog).toBe('0.2.0');
  expect(changelogVersion('# Changelog\n\n## 0.2.0 (unreleased)\n\n### Added\n')).toBeUndefined();
  const problems = releaseProblems({ repository: url, version: '0.3.0', changelog, isClean: false });
  expect(problems).toHaveLength(2);
});

test('the URL has the form https://host/owner/name', () => {
  expect(parseRepository('')).toBeUndefined();
  expect(parseRepository(url)).toBe(url);
  for (const wrong of ['http://git.example/acme/tenon', `${url}.git`, `${url}/`, 'acme/tenon', 7])
    expect(() => parseRepository(wrong)).toThrow(/expected https:\/\/host\/owner\/name, found/);
});

test('the published README has absolute links and pictures only', () => {
  const readme = linkReadme(readFileSync(`${root}README.md`, 'utf8'), url, 'v0.2.0');
  const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map((found) => found[1]!);
  expect(targets.length).toBeGreaterThan(20);
  expect(targets.filter((target) => !target.startsWith('https://'))).toEqual([]);
  expect(readme).toContain(`](${url}/raw/v0.2.0/docs/gallery.webp)`);
  expect(readme).toContain(`](${url}/blob/v0.2.0/docs/getting-started.md)`);
});

test('the published package.json has repository, homepage and bugs, and no scripts', () => {
  const packed = publishedPackage(JSON.parse(readFileSync(`${root}package.json`, 'utf8')), url);
  expect(packed).toMatchObject({
    repository: { type: 'git', url: `git+${url}.git` },
    homepage: `${url}#readme`,
    bugs: { url: `${url}/issues` },
  });
  expect(packed).not.toHaveProperty('scripts');
  expect(packed).not.toHaveProperty('devDependencies');
});

test('the README of the repository links only to files that the package has', () => {
  const { files } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { files: string[] };
  const patterns = [...files, 'README.md', 'LICENSE', 'package.json'].filter((pattern) =>
    /^[A-Z]|^docs\//.test(pattern),
  );
  const asPattern = (pattern: string) => new RegExp(`^${pattern.replace('.', '\\.').replace('*', '[\\w-]+')}$`);
  const isPacked = (path: string) => patterns.some((pattern) => asPattern(pattern).test(path));
  const readme = readFileSync(`${root}README.md`, 'utf8');
  const targets = [...readme.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map((found) => found[1]!);
  expect(targets.length).toBeGreaterThan(20);
  expect(targets.filter((target) => !isPacked(target))).toEqual([]);
});
