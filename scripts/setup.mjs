// Runs before `npm start` and `npm test`: installs the packages that the lock file names, if they are not there yet.
// Needs nothing but Node and npm.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './lockFile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Tenon needs Node 20 or newer, this is ${process.version}`);
// optional ones may be for other platforms
if (!isInstalled(root, (_path, { optional }) => !optional)) install();

function install() {
  console.log('installing packages ...');
  // not `npm ci`: it refuses lock files that leave out optional packages of other platforms. The lock file still decides
  // the versions, and --no-save keeps it as it is. npm is a .cmd file on Windows, which only a shell can start
  const result = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) fail('npm install failed, see its message above');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
