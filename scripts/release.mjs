// The package as it is published: builds, checks, and writes it to build/release with absolute links and the URL of the repository
// (scripts/release/repository.json). Fails without that URL. docs/releasing.md has the procedure.
//   npm run release               writes build/release
//   npm run release -- --publish  and publishes it; in the release workflow, with provenance
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changelogVersion, linkReadme, publishedPackage, releaseProblems } from './release/package.mjs';
import { repository } from './release/repository.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const read = (/** @type {string} */ name) => readFileSync(join(root, name), 'utf8');
const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });

const packed = JSON.parse(read('package.json'));
const problems = releaseProblems({
  repository,
  version: packed.version,
  changelog: changelogVersion(read('CHANGELOG.md')),
  isClean: run('git', 'status', '--porcelain').trim() === '',
});
if (problems.length > 0) {
  console.error(problems.map((problem) => `release: ${problem}`).join('\n'));
  process.exit(1);
}

const address = /** @type {string} */ (repository);
run('npm', 'run', 'build');
const folder = `${root}/build/release`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder));
run('tar', '-xzf', `${folder}/${filename}`, '-C', folder);
writeFileSync(`${folder}/package/package.json`, `${JSON.stringify(publishedPackage(packed, address), null, 2)}\n`);
writeFileSync(`${folder}/package/README.md`, linkReadme(read('README.md'), address, `v${packed.version}`));
rmSync(`${folder}/package/docs/gallery.webp`);
console.log(`build/release/package: tenon ${packed.version}`);
if (process.argv.includes('--publish'))
  execFileSync('npm', ['publish', '--provenance', '--access', 'public', `${folder}/package`], { stdio: 'inherit' });
else console.log('npm run release -- --publish publishes it');
