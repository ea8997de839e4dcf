// Programs that the tests start and that are no packages of the project: browsers, the NATS server, and other runtimes.
//   node scripts/programs.mjs    installs what is missing, where Debian's packages can be installed; `npm test` does this
//                                once, before any test: two installations at the same time fail
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './lockFile.mjs';

/** Where each program may be, the variable that names another place, and the Debian package that has it. */
const programs = {
  chromium: {
    name: 'Chromium or Chrome',
    variable: 'TENON_BROWSER',
    package: 'chromium',
    paths: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
  },
  firefox: {
    name: 'Firefox',
    variable: 'TENON_FIREFOX',
    package: 'firefox-esr',
    paths: [
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ],
  },
  nats: {
    name: 'the NATS server',
    variable: 'TENON_NATS_SERVER',
    package: 'nats-server',
    paths: [
      '/usr/sbin/nats-server',
      '/usr/bin/nats-server',
      '/usr/local/bin/nats-server',
      '/opt/homebrew/bin/nats-server',
    ],
  },
};

/** Options to start Chromium with: no sandbox for root, pictures drawn by the processor. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Path of a program; throws with what to do if it is missing.
 *  @param {keyof typeof programs} kind */
export function findProgram(kind) {
  const found = installedPath(kind);
  if (found) return found;
  const { name, variable, package: debian } = programs[kind];
  throw new Error(
    `${name} is missing, which this needs. Install it (Debian, Ubuntu: \`sudo apt-get install ${debian}\`), ` +
      `or set ${variable} to the path of one.`,
  );
}

/** @param {keyof typeof programs} kind */
function installedPath(kind) {
  const { variable, paths } = programs[kind];
  return [process.env[variable], ...paths].find((path) => path && existsSync(path));
}

/** Why missing programs are not installed here; undefined where they are. */
export const noInstall = process.env.TENON_NO_INSTALL
  ? 'TENON_NO_INSTALL is set'
  : process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')
    ? 'not a Debian system'
    : process.getuid?.() === 0
      ? undefined
      : 'not root';

/** Why tests that need a program cannot run; undefined where they can, or where installing it has failed.
 *  @param {keyof typeof programs} kind */
export function whyMissing(kind) {
  if (installedPath(kind) || !noInstall) return undefined;
  return `${programs[kind].name} is missing, and nothing is installed here: ${noInstall}`;
}

/** Installs the missing ones, all in one go, if this user may. */
function installMissing() {
  const missing = kinds().filter((kind) => !installedPath(kind));
  if (missing.length === 0 || noInstall) return;
  const packages = missing.map((kind) => programs[kind].package);
  console.log(`installing ${packages.join(', ')} by apt-get ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (/** @type {string[]} */ args) =>
    spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  run(['update', '-qq']);
  run(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** The folder whose packages are other runtimes: in the project's own, each would be `node` in npm scripts. */
const runtimes = fileURLToPath(new URL('../test/package/runtimes', import.meta.url));

/** Why the runtimes cannot be had here; undefined where they can. */
export const noRuntimes = process.env.TENON_NO_INSTALL
  ? 'TENON_NO_INSTALL is set'
  : process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `the runtimes come as packages for linux-x64, this is ${process.platform}-${process.arch}`;

/** Installs the runtimes, if one of them is not there in the version of the lock file. */
export function installRuntimes() {
  // the lock file names those of other platforms too
  const own = ['node22', 'node24', '@oven/bun-linux-x64', '@deno/linux-x64-glibc'].map(
    (name) => `node_modules/${name}`,
  );
  if (isInstalled(runtimes, (path) => own.includes(path))) return;
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', args, { cwd: runtimes, stdio: 'pipe' });
}

function kinds() {
  return /** @type {(keyof typeof programs)[]} */ (Object.keys(programs));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installMissing();
  if (!noRuntimes) installRuntimes();
  // what is still missing fails the tests that need it, each by itself
  for (const kind of kinds()) console.log(installedPath(kind) ?? `${programs[kind].name} is missing`);
}
