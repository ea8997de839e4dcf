// Runs before `npm start` and `npm test`: installs the packages of the lock file if they are missing. Needs only Node and npm.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './lockFile.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Tenon needs Node 20 or newer, found ${process.version}`);
// optional ones may be for other platforms
if (!isInstalled(root, (_path, { optional }) => !optional)) install();

function install() {
  console.log('installing packages ...');
  // not `npm ci`: it rejects lock files without the optional packages of other platforms. The lock file still determines the versions, and
  // --no-save keeps it unchanged. npm is a .cmd file on Windows, which needs a shell
  const result = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (result.error) fail(`npm did not start: ${result.error.message}`);
  if (result.status !== 0) fail('npm install failed, see its message above');
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
