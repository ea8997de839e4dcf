// Browsers for tests: found, or installed where that is possible, or asked for in words.
//   node scripts/browsers.mjs    prints their paths
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where each browser may be, and the Debian package that has it. */
const browsers = {
  chromium: {
    name: 'Chromium or Chrome',
    variable: 'TENON_BROWSER',
    package: 'chromium',
    places: [
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
    places: [
      '/usr/bin/firefox-esr',
      '/usr/bin/firefox',
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
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

/** Path of a browser; installs Debian's if it may. Throws with what to do otherwise.
 *  @param {'chromium' | 'firefox'} kind */
export function findBrowser(kind = 'chromium') {
  const browser = browsers[kind];
  const find = () => [process.env[browser.variable], ...browser.places].find((path) => path && existsSync(path));
  const found = find();
  if (found) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    install(browser.package);
  const installed = find();
  if (installed) return installed;
  throw new Error(
    `The browser tests need ${browser.name}. Install it (Debian, Ubuntu: \`sudo apt-get install ${browser.package}\`), ` +
      `or set ${browser.variable} to the path of one.`,
  );
}

/** Installs a package of Debian.
 *  @param {string} name */
export function install(name) {
  console.log(`installing ${name} for the tests ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
  run(['update', '-qq']);
  run(['install', '-y', '-qq', '--no-install-recommends', name]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    for (const kind of Object.keys(browsers)) console.log(findBrowser(kind));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
