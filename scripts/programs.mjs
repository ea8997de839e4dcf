// Programs that the tests start and that are not npm packages of the project: browsers, the NATS server, and other runtimes.
//   node scripts/programs.mjs    installs missing programs where Debian packages can be installed; `npm test` does this
//                                once, before any test: two installations at the same time fail
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './lockFile.mjs';

/** Candidate paths of each program, the environment variable that overrides them, and its Debian package. */
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

/** Options for Chromium: no sandbox for root, software rendering. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

/** Path of a program; throws with instructions if it is missing.
 *  @param {keyof typeof programs} kind */
export function findProgram(kind) {
  const found = installedPath(kind);
  if (found) return found;
  const { name, variable, package: debian } = programs[kind];
  throw new Error(
    `${name} is required but missing. Install it (Debian, Ubuntu: \`sudo apt-get install ${debian}\`), ` +
      `or set ${variable} to the path of one.`,
  );
}

/** @param {keyof typeof programs} kind */
function installedPath(kind) {
  const { variable, paths } = programs[kind];
  return [process.env[variable], ...paths].find((path) => path && existsSync(path));
}

/** Reason why missing programs are not installed here; undefined if they are. */
export const noInstall = process.env.TENON_NO_INSTALL
  ? 'TENON_NO_INSTALL is set'
  : process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')
    ? 'not a Debian system'
    : process.getuid?.() === 0
      ? undefined
      : 'not root';

/** Reason why tests that need a program cannot run; undefined if they can, or if its installation has failed.
 *  @param {keyof typeof programs} kind */
export function whyMissing(kind) {
  if (installedPath(kind) || !noInstall) return undefined;
  return `${programs[kind].name} is missing, and nothing is installed here: ${noInstall}`;
}

/** Installs all missing programs in one call, if this user may. */
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

/** The folder with the packages of other runtimes: in the project's own node_modules, each would be `node` in npm scripts. */
const runtimes = fileURLToPath(new URL('../test/package/runtimes', import.meta.url));

/** Reason why the runtimes cannot be installed here; undefined if they can. */
export const noRuntimes = process.env.TENON_NO_INSTALL
  ? 'TENON_NO_INSTALL is set'
  : process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : `the runtimes are packages for linux-x64, this is ${process.platform}-${process.arch}`;

/** Installs the runtimes, if one of them is missing in the locked version. */
export function installRuntimes() {
  // the lock file also lists those of other platforms
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
  // each test fails by itself if its program is still missing
  for (const kind of kinds()) console.log(installedPath(kind) ?? `${programs[kind].name} is missing`);
}
